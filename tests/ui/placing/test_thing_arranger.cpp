// SPDX-License-Identifier: GPL-3.0-or-later

// Things of a design that are aligned, spaced and centred, and what that writes.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/placing/placing.hpp"
#include "ui/placing/thing_arranger.hpp"

using namespace burin;
using namespace burin::ui;

namespace {

using In = ThingArranger::In;

const char* const three =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: plate, at: [40, 40]}, "
    "{data: badge, at: [200 um, 100]}, {data: dot, at: [400, 20]}]}\n"
    "  plate: {kind: shape, shape: rectangle, size: [100, 80]}\n"
    "  badge: {kind: shape, shape: rectangle, size: [120, 90]}\n"
    "  dot: {kind: shape, shape: rectangle, size: [20, 20]}\n";

const char* const nested =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: both, at: [100, 50]}]}\n"
    "  both: {kind: union, inputs: [{data: a}, {data: b, at: [80, 10]}]}\n"
    "  a: {kind: shape, shape: rectangle, size: [50, 50]}\n"
    "  b: {kind: shape, shape: rectangle, size: [20, 20]}\n";

const char* const withFormula =
    "burin: 2\npixel: 1 um\ngroups:\n  g:\n    parameters: {gap: {type: number, default: 30}}\n"
    "    output: all\n    nodes:\n"
    "      all: {kind: union, inputs: [{data: a, at: [\"= gap\", 20]}, {data: b, at: [100, 60]}]}\n"
    "      a: {kind: shape, shape: rectangle, size: [40, 30]}\n"
    "      b: {kind: shape, shape: rectangle, size: [40, 30]}\n"
    "nodes:\n  surface: {kind: root, width: 400, height: 200, inputs: [{data: wall, at: [10, 0]}]}\n"
    "  wall: {kind: group, group: g}\n";

/// A design whose things are placed.
struct ArrangerTest {
    explicit ArrangerTest(const char* text)
        : placing(studio.workbench()), arranger(studio.workbench(), placing), loaded(studio.load(text)) {}

    bool ready() {
        if (!loaded.isEmpty()) return false;
        if (!QTest::qWaitFor([&] { return studio.showsNewest(); }, patience)) return false;
        placing.setOn(true);
        return !placing.things().empty();
    }
    /// The places of a node's links, as the file has them.
    QString places(const char* reader) {
        QStringList all;
        for (const YamlValue& input : studio.document.nodeText(reader)->find("inputs")->items) {
            const YamlValue* at = input.find("at");
            all << (at == nullptr ? QString("-") : QString::fromStdString(writeYaml(*at)).trimmed());
        }
        return all.join(' ');
    }
    int steps() { return studio.document.history().index(); }

    StudioTest studio;
    Placing placing;
    ThingArranger arranger;
    QString loaded;
};

}  // namespace

class TestThingArranger : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void placesAreWritten_data() {
        QTest::addColumn<QStringList>("nodes");
        QTest::addColumn<Arranging>("how");
        QTest::addColumn<In>("in");
        QTest::addColumn<QString>("places");
        QTest::addColumn<QString>("step");
        const QStringList all = {"plate", "badge", "dot"};
        // The three things together lie in x 40 to 420, y 20 to 190.
        QTest::newRow("left edges") << all << Arranging::left << In::things
                                    << "[40, 40] [40 um, 100] [40, 20]"
                                    << "Align 3 things";
        QTest::newRow("lower edges of two") << QStringList{"plate", "dot"} << Arranging::bottom << In::things
                                            << "[40, 40] [200 um, 100] [400, 100]"
                                            << "Align 2 things";
        QTest::newRow("gaps") << all << Arranging::gapsX << In::things << "[40, 40] [210 um, 100] [400, 20]"
                              << "Equal gaps between 3 things";
        QTest::newRow("the right edge of the surface")
            << all << Arranging::right << In::shown << "[500, 40] [480 um, 100] [580, 20]"
            << "Align 3 things";
        QTest::newRow("one on the right edge of its reader")
            << QStringList{"dot"} << Arranging::right << In::reader << "[40, 40] [200 um, 100] [580, 20]"
            << "Align dot";
        QTest::newRow("one in the middle of its reader")
            << QStringList{"badge"} << Arranging::centre << In::things << "[40, 40] [240 um, 105] [400, 20]"
            << "Centre badge in surface";
        QTest::newRow("all in the middle of the surface")
            << all << Arranging::centre << In::shown << "[110, 85] [270 um, 145] [470, 65]"
            << "Centre 3 things in surface";
    }
    void placesAreWritten() {
        QFETCH(QStringList, nodes);
        QFETCH(Arranging, how);
        QFETCH(In, in);
        QFETCH(QString, places);
        QFETCH(QString, step);
        ArrangerTest test(three);
        QVERIFY(test.ready());
        const QString before = test.studio.document.text();
        test.studio.selection.select(nodes);
        test.arranger.setIn(in);
        QCOMPARE(test.arranger.whyNot(how), QString());
        test.arranger.arrange(how);
        QCOMPARE(test.places("surface"), places);
        QVERIFY(test.arranger.held().isEmpty());
        QCOMPARE(test.steps(), 1);
        QCOMPARE(test.studio.document.history().undoText(), step);
        // A second time, there is nothing left to do.
        test.arranger.arrange(how);
        QCOMPARE(test.steps(), 1);
        test.studio.document.undo();
        QCOMPARE(test.studio.document.text(), before);
    }

    void saysWhatIsMissing_data() {
        QTest::addColumn<QStringList>("nodes");
        QTest::addColumn<Arranging>("how");
        QTest::addColumn<In>("in");
        QTest::addColumn<QString>("why");
        QTest::newRow("nothing is selected") << QStringList() << Arranging::left << In::shown << "a thing";
        QTest::newRow("the surface is not a thing on itself")
            << QStringList{"surface"} << Arranging::centre << In::shown << "a thing";
        QTest::newRow("one in its own box")
            << QStringList{"dot"} << Arranging::left << In::things << "two things";
        QTest::newRow("two have one gap")
            << QStringList{"dot", "badge"} << Arranging::gapsX << In::things << "three things";
        QTest::newRow("one has no gap")
            << QStringList{"dot"} << Arranging::gapsY << In::shown << "two things";
    }
    void saysWhatIsMissing() {
        QFETCH(QStringList, nodes);
        QFETCH(Arranging, how);
        QFETCH(In, in);
        QFETCH(QString, why);
        ArrangerTest test(three);
        QVERIFY(test.ready());
        test.studio.selection.select(nodes);
        test.arranger.setIn(in);
        QVERIFY2(test.arranger.whyNot(how).contains(why), qPrintable(test.arranger.whyNot(how)));
        test.arranger.arrange(how);
        QCOMPARE(test.steps(), 0);
        test.studio.selection.select({"plate", "badge", "dot"});
        QVERIFY(test.arranger.whyNot(how).isEmpty());
        test.placing.setOn(false);
        QVERIFY(test.arranger.whyNot(how).contains("placing is off"));
    }

    /// The children of a selected node move with it, and must not move twice.
    void partsMoveWithTheWhole() {
        ArrangerTest test(nested);
        QVERIFY(test.ready());
        test.studio.selection.select({"b", "both"});
        QCOMPARE(test.arranger.things().size(), std::size_t{1});
        QCOMPARE(test.arranger.things().front().node, QString("both"));
        test.arranger.setIn(In::shown);
        test.arranger.arrange(Arranging::centre);
        QCOMPARE(test.places("surface"), QString("[250, 125]"));
        QCOMPARE(test.places("both"), QString("- [80, 10]"));

        // The reader of b is not the surface but covers 250 to 350, 125 to 175.
        QTRY_VERIFY(test.studio.showsNewest());
        test.studio.selection.select({"b"});
        test.arranger.setIn(In::reader);
        QCOMPARE(test.arranger.nameOf(In::reader), QString("both"));
        test.arranger.arrange(Arranging::bottom);
        QCOMPARE(test.places("both"), QString("- [80, 30]"));
        QCOMPARE(test.steps(), 2);
    }

    /// This also holds if nodes between them are not selected.
    void partsOfPartsMoveToo() {
        ArrangerTest test(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 600, height: 300, inputs: [{data: outer, at: [100, 50]}, "
            "{data: dot}]}\n"
            "  outer: {kind: union, inputs: [{data: inner, at: [5, 5]}]}\n"
            "  inner: {kind: union, inputs: [{data: part}, {data: other, at: [80, 10]}]}\n"
            "  part: {kind: shape, shape: rectangle, size: [50, 50]}\n"
            "  other: {kind: shape, shape: rectangle, size: [20, 20]}\n"
            "  dot: {kind: shape, shape: rectangle, size: [20, 20]}\n");
        QVERIFY(test.ready());
        const auto names = [&](const QStringList& selected) {
            test.studio.selection.select(selected);
            QStringList found;
            for (const PlacedThing& thing : test.arranger.things())
                found << thing.node;
            return found.join(' ');
        };
        QCOMPARE(names({"part", "outer", "dot"}), QString("outer dot"));
        QCOMPARE(names({"part", "inner", "other"}), QString("inner"));
        QCOMPARE(names({"part", "dot", "other"}), QString("part dot other"));
        // The surface is not a thing on itself.
        QCOMPARE(names({"surface", "dot", "part"}), QString("dot part"));
        QCOMPARE(names({"surface"}), QString());
    }

    void formulasStay() {
        ArrangerTest test(withFormula);
        QVERIFY(test.ready());
        QVERIFY(test.studio.document.scope().enter("wall"));
        test.studio.selection.select({"a", "b"});
        QCOMPARE(test.arranger.things().size(), std::size_t{2});
        test.arranger.arrange(Arranging::right);
        QVERIFY2(test.arranger.held().contains("x of a"), qPrintable(test.arranger.held()));
        QCOMPARE(test.steps(), 0);
        // After the next change, the message about the formula is not shown any more.
        test.placing.nudge({0, 1}, false);
        QCOMPARE(test.steps(), 1);
        QCOMPARE(test.arranger.held(), QString());
        test.studio.document.undo();
        test.arranger.arrange(Arranging::top);
        QVERIFY(test.arranger.held().isEmpty());
        const YamlValue* at = test.studio.document.nodeText("all")->find("inputs")->items[1].find("at");
        QCOMPARE(QString::fromStdString(writeYaml(*at)).trimmed(), QString("[100, 20]"));
    }
};

BURIN_TEST(TestThingArranger)
#include "test_thing_arranger.moc"
