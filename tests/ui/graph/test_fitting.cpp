// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/graph/items/fitting.hpp"

#include "core/kinds/catalogue/kinds.hpp"

namespace burin::ui {

namespace {

constexpr const char* text = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: relief}]}
  relief: {kind: union, inputs: [{data: tiles}, {data: rims}, {mask: dot}]}
  tiles: {kind: stitching, inputs: [{pattern: dot}]}
  rims: {kind: profile, distance_max: 4, inputs: [{mask: tiles}]}
  soft: {kind: median, radius: 1, inputs: [{data: dot}]}
  bare: {kind: stitching}
  wide: {kind: math2d, expression: '1'}
  dot: {kind: math2d, width: 8, height: 8, expression: '1'}
  quiet: {kind: median, radius: 1, muted: true, inputs: [{data: dot}]}
  lost: {kind: image, file: nowhere.png}
)";

struct Fixture {
    Design design = parseDesign(text, {});
    Fitting fitting{design};

    [[nodiscard]] NodeIndex at(const char* name) const { return design.find(name).value(); }
    [[nodiscard]] QString misfit(const char* child, const char* parent, Trait trait,
                                 std::optional<std::size_t> replaces = {}) const {
        return fitting.misfit(at(child), at(parent), trait, replaces);
    }
    [[nodiscard]] QString traits(const char* child, const char* parent) const {
        QStringList names;
        for (const Trait trait : fitting.traits(at(child), at(parent)))
            names << QString::fromUtf8(traitName(trait).data());
        return names.join(' ');
    }
};

const KindDescription& kind(const char* name) {
    return findKind(name)->description;
}

}  // namespace

class TestFitting : public QObject {
    Q_OBJECT

  private slots:
    void aFreeSocketTakesWhatIsLeft_data() {
        QTest::addColumn<QString>("child");
        QTest::addColumn<QString>("parent");
        QTest::addColumn<QString>("traits");
        QTest::newRow("a union takes data and masks") << "wide"
                                                      << "relief"
                                                      << "data mask";
        QTest::newRow("a stitching takes its pattern first") << "dot"
                                                             << "bare"
                                                             << "pattern";
        QTest::newRow("a stitching takes no pattern without a size") << "wide"
                                                                     << "bare"
                                                                     << "";
        QTest::newRow("with its pattern it takes masks") << "wide"
                                                         << "tiles"
                                                         << "mask";
        QTest::newRow("a profile with its mask takes data, and no second mask") << "wide"
                                                                                << "rims"
                                                                                << "data";
        QTest::newRow("a filter with its child takes masks") << "wide"
                                                             << "soft"
                                                             << "mask";
        QTest::newRow("a source takes nothing") << "wide"
                                                << "lost"
                                                << "";
        QTest::newRow("a cycle is none") << "relief"
                                         << "tiles"
                                         << "";
        QTest::newRow("nor is a node its own child") << "relief"
                                                     << "relief"
                                                     << "";
        QTest::newRow("the surface feeds nothing") << "surface"
                                                   << "relief"
                                                   << "";
    }

    void aFreeSocketTakesWhatIsLeft() {
        QFETCH(QString, child);
        QFETCH(QString, parent);
        QFETCH(QString, traits);
        const Fixture fixture;
        QCOMPARE(fixture.traits(qPrintable(child), qPrintable(parent)), traits);
        const QString why =
            fixture.fitting.plusMisfit(fixture.at(qPrintable(child)), fixture.at(qPrintable(parent)));
        QCOMPARE(why.isEmpty(), !traits.isEmpty());
    }

    void whatDoesNotFitSaysWhy() {
        const Fixture fixture;
        QCOMPARE(fixture.misfit("relief", "rims", Trait::data),
                 "This link would make a cycle: rims already feeds relief.");
        QCOMPARE(fixture.misfit("rims", "tiles", Trait::pattern, 0),
                 "This link would make a cycle: tiles already feeds rims.");
        QCOMPARE(fixture.misfit("wide", "tiles", Trait::pattern, 0),
                 "A pattern needs a size. Set the width and the height of wide.");
        QCOMPARE(fixture.misfit("wide", "tiles", Trait::data), "tiles takes no data.");
        QCOMPARE(fixture.misfit("dot", "rims", Trait::mask), "rims takes one mask and already has it.");
        QCOMPARE(fixture.misfit("wide", "lost", Trait::data), "lost is a source and takes no inputs.");
        QCOMPARE(fixture.misfit("wide", "wide", Trait::data), "A node cannot feed itself.");
    }

    void aLinkThatGoesAwayMakesRoom() {
        const Fixture fixture;
        QVERIFY(!fixture.misfit("dot", "soft", Trait::data).isEmpty());
        QVERIFY(fixture.misfit("wide", "soft", Trait::data, 0).isEmpty());
    }

    void boundedIsWhatTheEngineSays() {
        const Fixture fixture;
        for (const char* name : {"dot", "soft", "quiet", "surface", "lost"})
            QVERIFY2(fixture.fitting.bounded(fixture.at(name)), name);
        for (const char* name : {"wide", "tiles", "relief", "rims"})
            QVERIFY2(!fixture.fitting.bounded(fixture.at(name)), name);
    }

    void aNewLinkGoesWhereItsTraitMustStand() {
        const Design design = parseDesign(
            "burin: 1\npixel: 1 um\nnodes: {a: {kind: stitching, inputs: [{mask: b}]}, b: {kind: math2d, "
            "expression: '1'}}\n",
            {});
        const DesignNode& node = design.nodes[0];
        QVERIFY(entryFor(node, Trait::pattern) == std::optional<std::size_t>(0));
        QVERIFY(!entryFor(node, Trait::mask));
    }

    void newNodesReadWhatTheyCan() {
        QVERIFY(traitOfNew(kind("stitching"), true) == Trait::pattern);
        QVERIFY(!traitOfNew(kind("stitching"), false));
        QVERIFY(traitOfNew(kind("profile"), false) == Trait::mask);
        QVERIFY(traitOfNew(kind("median"), false) == Trait::data);
        QVERIFY(!traitOfNew(kind("tiff"), true));
    }

    void newChildrenAreBoundedWhereThatIsAsked() {
        QVERIFY(canBeChild(kind("math2d"), Trait::pattern));
        QVERIFY(canBeChild(kind("image"), Trait::pattern));
        QVERIFY(!canBeChild(kind("transform"), Trait::pattern));
        QVERIFY(canBeChild(kind("transform"), Trait::data));
        QVERIFY(!canBeChild(kind("root"), Trait::data));
    }

    void aDesignOfCyclesIsAnswered() {
        const Design design = parseDesign(
            "burin: 1\npixel: 1 um\nnodes: {a: {kind: union, inputs: [{data: b}]}, b: {kind: union, inputs: "
            "[{data: a}, {data: c}]}}\n",
            {});
        const Fitting fitting(design);
        QVERIFY(!fitting.bounded(0));
        QVERIFY(!fitting.misfit(0, 1, Trait::mask).isEmpty());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFitting)
#include "test_fitting.moc"
