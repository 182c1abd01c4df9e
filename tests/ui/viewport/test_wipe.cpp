// SPDX-License-Identifier: GPL-3.0-or-later

// A/B without the window: which nodes are compared, and how the comparison is described.

#include "ui/viewport/wipe/wipe.hpp"

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/scene.hpp"
#include "ui/viewport/wipe/wipe_bar.hpp"

#include <QFile>
#include <QImage>
#include <QMap>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace burin::ui {

namespace {

/// The surface is 0.25 everywhere, `high` 0.75. Nothing reads `high`.
const char* const twoHeights =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2000, height: 1000, full_depth: 40 um, depth: 16, inputs: [data: low]}\n"
    "  low: {kind: math2d, expression: \"0.25\"}\n"
    "  high: {kind: math2d, width: 1000, height: 1000, expression: \"0.75\"}\n";

/// The surface has values from 0 to 0.3, `high` from 0.6 to 0.9.
const char* const twoRanges =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2000, height: 1000, inputs: [data: low]}\n"
    "  low: {kind: math2d, expression: \"mod(x, 31) / 100\"}\n"
    "  high: {kind: math2d, expression: \"0.6 + mod(x, 31) / 100\"}\n";

/// A/B over a design, without a window.
struct Compared {
    explicit Compared(const char* text) : problem(studio.load(text)) {
        line.setWipe(wipe);
        studio.previews.setShown({});
    }
    /// Whether the second node of the newest design is known.
    [[nodiscard]] bool bound() {
        const BoundNodePtr other = wipe.other() != nullptr ? wipe.other()->shown() : nullptr;
        return studio.showsNewest() && other && other->design == studio.document.design();
    }

    StudioTest studio;
    Wipe wipe{studio.workbench()};
    ProbeLine line{studio.workbench()};
    QString problem;
};

}  // namespace

class TestWipe : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void theSecondNodeIsALikelyOne_data() {
        QTest::addColumn<QStringList>("shown");  // one after the other
        QTest::addColumn<QString>("selected");
        QTest::addColumn<QString>("second");
        QTest::newRow("the selected node") << QStringList{} << "high"
                                           << "high";
        QTest::newRow("the selected node, although another one was shown before")
            << QStringList{"low", ""} << "high"
            << "high";
        QTest::newRow("the node shown before, if the shown one is selected")
            << QStringList{"low", "high"} << "high"
            << "low";
        QTest::newRow("the node shown before the surface") << QStringList{"high", ""} << ""
                                                           << "high";
        QTest::newRow("the surface, if another node is shown") << QStringList{"high"} << "high"
                                                               << "surface";
        QTest::newRow("what feeds the surface") << QStringList{} << "surface"
                                                << "low";
    }
    void theSecondNodeIsALikelyOne() {
        QFETCH(QStringList, shown);
        QFETCH(QString, selected);
        QFETCH(QString, second);
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        for (const QString& node : shown) {
            compared.studio.selection.setSolo(node);
            compared.studio.previews.setShown(node);
        }
        compared.studio.selection.select(selected.isEmpty() ? QStringList() : QStringList{selected});
        compared.wipe.setOn(true);
        QTRY_VERIFY(compared.bound());
        QTRY_COMPARE(compared.wipe.nameOf(Wipe::Side::b), second);
        const bool surface = shown.isEmpty() || shown.last().isEmpty();
        QTRY_COMPARE(compared.wipe.nameOf(Wipe::Side::a), surface ? QString("surface") : shown.last());
    }

    void theProbeSaysBothSamples() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        Wipe& wipe = compared.wipe;
        compared.studio.selection.select({"high"});
        wipe.setOn(true);
        QTRY_VERIFY(compared.bound());
        wipe.askProbe(Point{10, 20});
        QTRY_VERIFY(wipe.probes().has_value());
        const QString place = "x 0.020 mm 10 px y 0.040 mm 20 px ";
        const QString first =
            QString::fromUtf8("A 0.2500 B 0.7500 A − B -0.5000 depth 10.00, 30.00 µm of 40");
        QVERIFY2(compared.line.probeText().endsWith(place + first), qPrintable(compared.line.probeText()));
        const QStringList lines{QString::fromUtf8("A       10.00 µm"), QString::fromUtf8("B       30.00 µm"),
                                QString::fromUtf8("A − B  -20.00 µm")};
        QCOMPARE(wipe.probes()->lines(), lines);
        wipe.swap();
        const QString second =
            QString::fromUtf8("A 0.7500 B 0.2500 A − B +0.5000 depth 30.00, 10.00 µm of 40");
        QVERIFY2(compared.line.probeText().endsWith(place + second), qPrintable(compared.line.probeText()));
        QCOMPARE(wipe.nameOf(Wipe::Side::a), QString("high"));
        QCOMPARE(wipe.nameOf(Wipe::Side::b), QString("surface"));
        wipe.askProbe({});
        QCOMPARE(compared.line.probeText(), QString("Probe, level 0"));
        wipe.setOn(false);
        compared.studio.previews.askProbe(Point{10, 20});
        QTRY_VERIFY(compared.line.probeText().contains("value 0.2500"));
    }

    /// The surface is wider than `high`.
    void whereOneHasNoSampleThereIsNoDifference() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        QTRY_VERIFY(compared.bound());
        compared.wipe.askProbe(Point{1500, 20});
        QTRY_VERIFY(compared.wipe.probes().has_value());
        const QString words = QString::fromUtf8("A 0.2500 B – A − B –");
        QVERIFY2(compared.line.probeText().endsWith(words), qPrintable(compared.line.probeText()));
        const QStringList lines{QString::fromUtf8("A      0.2500"), QString::fromUtf8("B           –"),
                                QString::fromUtf8("A − B       –")};
        QCOMPARE(compared.wipe.probes()->lines(), lines);
    }

    void anEditChangesBothNodes() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        compared.wipe.askProbe(Point{10, 20});
        QTRY_VERIFY(compared.line.probeText().contains("B 0.7500"));
        const auto half = [](DesignEdit& edit) { edit.setValue("high", "expression", yamlScalar("0.5")); };
        QCOMPARE(compared.studio.document.edit("Change high", half), QString());
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.5000"));
        compared.studio.document.undo();
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.7500"));
    }

    /// The last sample of the node is of an earlier state of the design.
    void aNodeThatCannotBeShownHasNoSamples() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        compared.wipe.askProbe(Point{10, 20});
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.7500"));
        const auto spoil = [](DesignEdit& edit) { edit.setValue("high", "expression", yamlScalar("x +")); };
        QCOMPARE(compared.studio.document.edit("Change high", spoil), QString());
        const QString words = QString::fromUtf8("A 0.2500 B – A − B –");
        QTRY_VERIFY(compared.line.probeText().contains("10 px") && compared.line.probeText().contains(words));
        compared.wipe.askProbe(Point{30, 20});
        QTRY_VERIFY(compared.line.probeText().contains("30 px") && compared.line.probeText().contains(words));
        compared.studio.document.undo();
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.7500"));
    }

    void eachSideChoosesAmongTheNodes() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        Wipe& wipe = compared.wipe;
        QStringList offered;
        for (const Wipe::Choice& choice : wipe.choices())
            offered << choice.node;
        QCOMPARE(offered, (QStringList{"surface", "low", "high"}));
        wipe.setOn(true);
        QCOMPARE(wipe.nodeOf(Wipe::Side::a), QString("surface"));
        QCOMPARE(wipe.nodeOf(Wipe::Side::b), QString("low"));
        const Selection& selection = compared.studio.selection;
        QCOMPARE(selection.compared(), (Selection::Compared{"surface", "low"}));
        wipe.setNode(Wipe::Side::b, "high");
        QTRY_COMPARE(wipe.nameOf(Wipe::Side::b), QString("high"));
        QVERIFY(compared.studio.selection.solo().isEmpty());
        wipe.setNode(Wipe::Side::a, "low");
        QCOMPARE(compared.studio.selection.solo(), QString("low"));
        QCOMPARE(wipe.nodeOf(Wipe::Side::a), QString("low"));
        wipe.swap();
        wipe.setNode(Wipe::Side::b, "surface");
        QVERIFY(compared.studio.selection.solo().isEmpty());
        QCOMPARE(wipe.nodeOf(Wipe::Side::a), QString("high"));
        QCOMPARE(selection.compared(), (Selection::Compared{"high", "surface"}));
        wipe.setOn(false);
        QCOMPARE(selection.compared(), Selection::Compared());
    }

    /// A is the surface, also if it has another name.
    void aRenamedSurfaceIsStillCompared() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        const Selection& selection = compared.studio.selection;
        QCOMPARE(selection.compared(), (Selection::Compared{"surface", "high"}));
        const auto rename = [](DesignEdit& edit) { edit.renameNode("surface", "plate"); };
        QCOMPARE(compared.studio.document.edit("Rename surface", rename), QString());
        QVERIFY(compared.wipe.on());
        QCOMPARE(selection.compared(), (Selection::Compared{"plate", "high"}));
        compared.studio.document.undo();
        QCOMPARE(selection.compared(), (Selection::Compared{"surface", "high"}));
    }

    void aRenamedSecondNodeIsStillCompared() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        QTRY_VERIFY(compared.bound());
        const Selection& selection = compared.studio.selection;
        const auto rename = [](DesignEdit& edit) { edit.renameNode("high", "plateau"); };
        QCOMPARE(compared.studio.document.edit("Rename high", rename), QString());
        QVERIFY(compared.wipe.on());
        QCOMPARE(selection.compared(), (Selection::Compared{"surface", "plateau"}));
        QTRY_COMPARE(compared.wipe.nameOf(Wipe::Side::b), QString("plateau"));
        compared.studio.document.undo();
        QCOMPARE(selection.compared(), (Selection::Compared{"surface", "high"}));
    }

    void theChipsNameAndChooseTheNodes() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        Wipe& wipe = compared.wipe;
        const WipeBar bar(compared.studio.workbench(), wipe);
        const auto* second = bar.findChild<QToolButton*>("viewport.wipe-b");
        const auto entries = [&bar](const char* chip) {
            QMenu* menu = bar.findChild<QToolButton*>(chip)->menu();
            emit menu->aboutToShow();
            QMap<QString, QAction*> found;
            for (QAction* entry : menu->actions())
                found[entry->text()] = entry;
            return found;
        };
        compared.studio.selection.select({"high"});
        wipe.setOn(true);
        QTRY_COMPARE(second->text(), QString("high"));
        QCOMPARE(bar.findChild<QToolButton*>("viewport.wipe-a")->text(), QString("surface"));
        QVERIFY(entries("viewport.wipe-b")["high"]->isChecked());
        QVERIFY(!entries("viewport.wipe-b")["low"]->isChecked());
        entries("viewport.wipe-b")["low"]->trigger();
        QTRY_COMPARE(second->text(), QString("low"));
        // Only the second node can be of another file, on either side.
        QVERIFY(entries("viewport.wipe-b").contains("Another file..."));
        QVERIFY(!entries("viewport.wipe-a").contains("Another file..."));
        wipe.swap();
        QCOMPARE(second->text(), QString("surface"));
        QVERIFY(entries("viewport.wipe-a").contains("Another file..."));
    }

    void anotherFileIsCompared() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        Wipe& wipe = compared.wipe;
        const QTemporaryDir folder;
        QFile file(folder.filePath("other.burin"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(twoHeights).replace("0.25", "0.5"));
        file.close();
        compared.studio.selection.select({"high"});
        wipe.setOn(true);
        wipe.askProbe(Point{10, 20});
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.7500"));
        QVERIFY(!wipe.openFile(folder.filePath("missing.burin")).isEmpty());
        QVERIFY(!wipe.openFile(folder.filePath("missing.png")).isEmpty());
        QCOMPARE(wipe.nodeOf(Wipe::Side::b), QString("high"));
        QCOMPARE(wipe.openFile(file.fileName()), QString());
        QTRY_COMPARE(wipe.nameOf(Wipe::Side::b), QString("surface of other.burin"));
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.5000"));
        QVERIFY(wipe.nodeOf(Wipe::Side::b).isEmpty());
        // Side B shows a file now, so the nodes of the design do not affect it.
        const auto remove = [](DesignEdit& edit) {
            edit.removeNodes(std::vector<std::string>{"high"}, false);
        };
        QCOMPARE(compared.studio.document.edit("Delete high", remove), QString());
        QVERIFY(wipe.on());
        QCOMPARE(wipe.nameOf(Wipe::Side::b), QString("surface of other.burin"));
        wipe.setNode(Wipe::Side::b, "low");
        QTRY_COMPARE(wipe.nameOf(Wipe::Side::b), QString("low"));
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.2500"));
    }

    /// A difference of values is not a depth then.
    void theColoursHaveDepthsIfBothNodesHaveTheSame() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        Wipe& wipe = compared.wipe;
        QTRY_VERIFY(compared.studio.showsNewest());
        QCOMPARE(wipe.fullDepthUm(), 40.0);
        wipe.setOn(true);
        QTRY_VERIFY(compared.bound());
        QCOMPARE(wipe.fullDepthUm(), 40.0);
        const QTemporaryDir folder;
        QFile file(folder.filePath("deep.burin"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(twoHeights).replace("full_depth: 40 um", "full_depth: 80 um"));
        file.close();
        QCOMPARE(wipe.openFile(file.fileName()), QString());
        QTRY_COMPARE(wipe.nameOf(Wipe::Side::b), QString("surface of deep.burin"));
        QCOMPARE(wipe.fullDepthUm(), 0.0);
        wipe.setOn(false);
        QCOMPARE(wipe.fullDepthUm(), 40.0);
    }

    void anImageIsCompared() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        const QTemporaryDir folder;
        QImage image(64, 64, QImage::Format_Grayscale8);
        image.fill(51);
        QVERIFY(image.save(folder.filePath("photo.png")));
        compared.wipe.setOn(true);
        compared.wipe.askProbe(Point{10, 20});
        QCOMPARE(compared.wipe.openFile(folder.filePath("photo.png")), QString());
        QTRY_VERIFY(compared.wipe.nameOf(Wipe::Side::b).endsWith(" of photo.png"));
        QTRY_VERIFY(compared.line.probeText().contains("A 0.2500 B 0.2000"));
    }

    void endsWithTheSecondNode() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        QTRY_VERIFY(compared.bound());
        const QSignalSpy changed(&compared.wipe, &Wipe::changed);
        const auto remove = [](DesignEdit& edit) {
            edit.removeNodes(std::vector<std::string>{"high"}, false);
        };
        QCOMPARE(compared.studio.document.edit("Delete high", remove), QString());
        QVERIFY(!compared.wipe.on() && changed.count() == 1);
    }

    void endsWithTheDesign() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        QTRY_VERIFY(compared.bound());
        QCOMPARE(compared.studio.load(twoHeights), QString());
        QVERIFY(!compared.wipe.on());
    }

    /// The picture of the design before an edit stays for a while, but is not a part of a difference.
    void onlyPicturesOfTheNodesNowAreSubtracted() {
        NodeHash before;
        before.words[0] = 1;
        NodeHash now;
        now.words[0] = 2;
        Scene::Frame frame;
        const auto add = [&frame](const NodeHash& node, int level) {
            const auto tile = std::make_shared<PreviewTile>();
            tile->node = node;
            tile->level = level;
            frame.layers.push_back({tile, 1});
            return PreviewTilePtr(tile);
        };
        add(before, 3);
        add(now, 4);
        const PreviewTilePtr first = add(now, 3);
        const PreviewTilePtr second = add(now, 3);
        const std::vector<PreviewTilePtr> tiles = frame.tilesOf(now, 3);
        QCOMPARE(tiles.size(), std::size_t{2});
        QVERIFY(tiles[0] == first && tiles[1] == second);
    }

    void anAutomaticRangeIncludesBothNodes() {
        Compared compared(twoRanges);
        QCOMPARE(compared.problem, QString());
        compared.studio.previews.setView({0, {0, 0, 400, 300}});
        compared.wipe.setView({0, {0, 0, 400, 300}});
        ViewAppearance& look = compared.studio.previews.appearance();
        QTRY_VERIFY(look.values().low == 0 && look.values().high < 0.4);
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        QTRY_VERIFY(compared.wipe.appearance().low == 0 && compared.wipe.appearance().high > 0.8);
        QVERIFY(look.values().high < 0.4);
        look.change([](AppearanceValues& v) {
            v.automatic = false;
            v.low = 0.1;
            v.high = 0.2;
        });
        QCOMPARE(compared.wipe.appearance(), look.values());
        const AppearanceValues difference = compared.wipe.differenceLook();
        QVERIFY(std::abs(difference.high - 0.05) < 1e-9 && difference.low == -difference.high);
    }

    void theTilesOfBothCount() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        const PreviewView view{0, {0, 0, 256, 512}};
        compared.studio.previews.setView(view);
        compared.wipe.setView(view);
        QTRY_COMPARE(compared.line.progressText(), QString::fromUtf8("2 of 2 tiles · exact"));
        compared.studio.selection.select({"high"});
        compared.wipe.setOn(true);
        QTRY_COMPARE(compared.line.progressText(), QString::fromUtf8("4 of 4 tiles · exact"));
    }

    void whatWasKeptIsShownAgain() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        Wipe& wipe = compared.wipe;
        QVERIFY(!wipe.kept());
        wipe.setOn(true);
        wipe.setNode(Wipe::Side::b, "high");
        wipe.swap();
        wipe.setMode(Wipe::Mode::difference);
        wipe.setPlace(0.123456);
        const std::optional<BookmarkComparison> kept = wipe.kept();
        QVERIFY(kept == (BookmarkComparison{"high", "difference", 0.123, true}));
        wipe.setOn(false);
        wipe.setOn(true);
        wipe.setNode(Wipe::Side::b, "low");
        QVERIFY(wipe.showAgain(*kept));
        QVERIFY(wipe.kept() == kept);
        QCOMPARE(wipe.nodeOf(Wipe::Side::a), QString("high"));
        QCOMPARE(wipe.nodeOf(Wipe::Side::b), QString("surface"));
        // The surface has no name there, so it can be renamed.
        compared.studio.selection.setSolo("low");
        wipe.setNode(Wipe::Side::a, "surface");
        QCOMPARE(wipe.kept()->node, std::string());
        QVERIFY(!wipe.showAgain({"gone", "line", 0.5, false}));
        QVERIFY(!wipe.on());
        QVERIFY(wipe.showAgain({"", "something later", 0.5, false}));
        QVERIFY(wipe.mode() == Wipe::Mode::line);
        QCOMPARE(wipe.nodeOf(Wipe::Side::b), QString("surface"));
    }

    void theLineStaysOnTheScreen() {
        Compared compared(twoHeights);
        QCOMPARE(compared.problem, QString());
        compared.wipe.setOn(true);
        QCOMPARE(compared.wipe.place(), 0.5);
        compared.wipe.setPlace(1.25);
        QCOMPARE(compared.wipe.place(), 1.0);
        compared.wipe.setPlace(-1);
        QCOMPARE(compared.wipe.place(), 0.0);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestWipe)
#include "test_wipe.moc"
