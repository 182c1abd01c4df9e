// SPDX-License-Identifier: GPL-3.0-or-later

// The search for kinds: users' words for things lead to a kind that makes them.

#include "core/design/design.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"
#include "ui/graph/adding/kind_search.hpp"
#include "ui/graph/adding/starters.hpp"

namespace burin::ui {

namespace {

std::vector<const KindDescription*> allKinds() {
    std::vector<const KindDescription*> all;
    for (const Kind& kind : kinds())
        all.push_back(&kind.description);
    return all;
}

QStringList found(const QString& words) {
    QStringList names;
    for (const KindDescription* kind : searchKinds(allKinds(), words))
        names << QString::fromUtf8(kind->name.data(), static_cast<qsizetype>(kind->name.size()));
    return names;
}

}  // namespace

class TestKindSearch : public QObject {
    Q_OBJECT

  private slots:
    void aWordLeadsToAKind_data() {
        QTest::addColumn<QStringList>("wanted");
        const auto row = [](const char* words, const QStringList& wanted) { QTest::newRow(words) << wanted; };
        for (const char* shape :
             {"dome", "domes", "bump", "sphere", "gradient", "formula", "function", "invert"})
            row(shape, {"math2d"});
        for (const char* many :
             {"lattice", "array", "grid", "repeat", "tile", "honeycomb", "pitch", "brick", "stitching"})
            row(many, {"stitching"});
        for (const char* edge : {"bevel", "bevelled", "chamfer", "fillet", "wall", "distance", "offset"})
            row(edge, {"profile"});
        for (const char* softer : {"blur", "sharpen"})
            row(softer, {"convolution"});
        for (const char* turned : {"rotate", "scale", "resize", "mirror"})
            row(turned, {"transform"});
        for (const char* together : {"merge", "crop", "mask", "move", "combine"})
            row(together, {"union"});
        for (const char* picture : {"picture", "photo", "bitmap"})
            row(picture, {"image", "tiff"});
        for (const char* letters : {"text", "font", "typography"})
            row(letters, {"text"});
        row("serial", {"text", "code"});
        for (const char* code : {"code", "qr", "barcode", "data matrix"})
            row(code, {"code"});
        row("logo", {"image", "path"});
        row("hexagon", {"stitching", "math2d", "shape"});
        row("hex", {"stitching", "math2d", "shape"});
        for (const char* drawn : {"star", "arrow", "rectangle", "ellipse"})
            row(drawn, {"shape"});
        for (const char* drawing : {"bezier", "svg", "dxf", "guilloche"})
            row(drawing, {"path"});
        row("noise", {"noise"});
        for (const char* natural : {"clouds", "perlin", "marble", "turbulence"})
            row(natural, {"noise"});
        row("leather", {"voronoi", "noise"});
        for (const char* cells : {"cells", "cracks", "pebbles"})
            row(cells, {"voronoi"});
        for (const char* thicker : {"dilate", "erode"})
            row(thicker, {"morphology"});
        for (const char* moved : {"displace", "distort", "refract"})
            row(moved, {"warp"});
        for (const char* smeared : {"smear", "motion blur", "streamlines", "hair"})
            row(smeared, {"flow"});
        for (const char* tones : {"levels", "gamma", "contrast"})
            row(tones, {"curve"});
        row("denoise", {"median"});
        row("smooth", {"median", "convolution"});
        row("threshold", {"math2d", "profile"});
        row("edge", {"profile", "convolution"});
        row("add", {"union", "math2d"});
        row("subtract", {"union", "math2d"});
        row("mix", {"union", "math2d"});
        row("gaussian blur", {"convolution"});
        row("height map", {"tiff"});
        row("surface", {"root"});
    }
    void aWordLeadsToAKind() {
        QFETCH(QStringList, wanted);
        const QStringList kinds = found(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY2(!kinds.isEmpty(), "nothing is found");
        QVERIFY2(wanted.contains(kinds.front()), qPrintable(kinds.join(' ')));
    }

    void whatAWordNamesComesBeforeAPattern_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("kind");
        QTest::newRow("logo") << "Logo lattice"
                              << "image";
        QTest::newRow("scale") << "Scales"
                               << "transform";
        QTest::newRow("scales") << "Scales"
                                << "group";
        QTest::newRow("pebble") << "Pebble leather"
                                << "group";
        QTest::newRow("zebra") << "Zebra"
                               << "group";
    }
    void whatAWordNamesComesBeforeAPattern() {
        QFETCH(QString, pattern);
        QFETCH(QString, kind);
        const std::string title = pattern.toStdString();
        KindDescription entry;
        entry.name = "group";
        entry.title = title;
        std::vector<const KindDescription*> all = {&entry};
        for (const KindDescription* one : allKinds())
            all.push_back(one);
        const std::vector<Starter> starters = startersOf(kinds());
        for (const Starter& starter : starters)
            all.push_back(&starter.shown);
        const auto first = searchKinds(all, QString::fromUtf8(QTest::currentDataTag())).front();
        QCOMPARE(QString::fromStdString(std::string(first->name)), kind);
    }

    void titlesComeFirst() {
        QCOMPARE(found("median").front(), QString("median"));
        QCOMPARE(found("pro").front(), QString("profile"));
    }

    void aDomeIsADomeAtOnce_data() {
        QTest::addColumn<QString>("title");
        QTest::newRow("dome") << "Dome";
        QTest::newRow("domes") << "Dome";
        QTest::newRow("lens") << "Dome";
        QTest::newRow("spike") << "Cone";
        QTest::newRow("knurl") << "Pyramid";
        QTest::newRow("ripple") << "Waves";
        QTest::newRow("rings") << "Rings";
        QTest::newRow("concentric") << "Rings";
        QTest::newRow("grooves") << "Grooves";
        QTest::newRow("bricks") << "Brick";
        QTest::newRow("carbon fibre") << "Weave";
        QTest::newRow("ramp") << "Ramp";
        QTest::newRow("carved") << "Carved text";
        QTest::newRow("monogram") << "Carved text";
        QTest::newRow("text") << "Text";
        QTest::newRow("bevel") << "Profile";
    }
    void aDomeIsADomeAtOnce() {
        const std::vector<Starter> starters = startersOf(kinds());
        std::vector<const KindDescription*> all = allKinds();
        for (const Starter& starter : starters)
            all.push_back(&starter.shown);
        const auto first = searchKinds(all, QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY(!first.empty());
        QTEST(QString::fromStdString(std::string(first.front()->title)), "title");
    }

    void everyStarterIsAGoodNode() {
        const std::vector<Starter> starters = startersOf(kinds());
        QVERIFY(starters.size() >= 4);
        for (const Starter& starter : starters) {
            DesignEdit edit(newDesign());
            edit.addNode("it", starter.shown.name);
            for (const YamlEntry& entry : starter.values.entries)
                edit.setValue("it", entry.key.scalar, entry.value);
            edit.link("surface", Trait::data, "it");
            const Design design = reviseDesign(edit.take(), {}, {}, kinds(), nullptr);
            QVERIFY2(design.diagnostics.empty(),
                     design.diagnostics.empty() ? "" : design.diagnostics.front().text().c_str());
        }
    }

    /// No picture is empty, and no two pictures are equal.
    void everyStarterHasAPicture() {
        std::vector<QImage> pictures;
        for (const Starter& starter : startersOf(kinds())) {
            const QImage picture = pictureOf(starter, 24);
            QCOMPARE(picture.size(), QSize(24, 24));
            int dark = 0;
            int light = 0;
            for (int i = 0; i < 24 * 24; ++i) {
                const int gray = qGray(picture.pixel(i % 24, i / 24));
                dark += gray < 100 ? 1 : 0;
                light += gray > 160 ? 1 : 0;
            }
            QVERIFY2(dark > 20 && light > 20,
                     qPrintable(QString("%1: %2 dark, %3 light")
                                    .arg(QString::fromStdString(std::string(starter.shown.title)))
                                    .arg(dark)
                                    .arg(light)));
            QVERIFY(std::find(pictures.begin(), pictures.end(), picture) == pictures.end());
            pictures.push_back(picture);
            // A chosen row shows the picture itself, not a tinted one.
            const QIcon icon = iconOf(starter, 24, 1);
            QCOMPARE(icon.pixmap({24, 24}, QIcon::Selected).toImage(), icon.pixmap({24, 24}).toImage());
        }
        QVERIFY(pictures.size() >= 10);
    }

    /// The panels of a window all show them.
    void startersAreDrawnOnce() {
        const std::vector<Starter> first = startersOf(kinds());
        const std::vector<Starter> again = startersOf(kinds());
        QCOMPARE(first.size(), again.size());
        for (std::size_t i = 0; i < first.size(); ++i) {
            QCOMPARE(pictureOf(first[i], 24).cacheKey(), pictureOf(again[i], 24).cacheKey());
            QVERIFY(pictureOf(first[i], 24) != pictureOf(again[i], 32));
        }
    }

    void startersOfKindsThatAreNotThereAreLeftOut() { QVERIFY(startersOf({}).empty()); }

    void noWordsFindAllInTheirOrder() { QCOMPARE(found("").size(), static_cast<qsizetype>(kinds().size())); }

    void nothingFoundSaysSoAndWhatIsNear() {
        QVERIFY(found("latice").isEmpty());
        QCOMPARE(nothingFound(allKinds(), "latice"), QString("No kind matches \"latice\". Try \"lattice\"."));
        QVERIFY(nothingFound(allKinds(), "xyzzy plugh").startsWith("No kind matches \"xyzzy plugh\". Try "));
    }

    void aKindThatDoesNotFitIsNamed() {
        QCOMPARE(nothingFound(allKinds(), "lattice"),
                 QString("Lattice matches \"lattice\", but does not fit here."));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestKindSearch)
#include "test_kind_search.moc"
