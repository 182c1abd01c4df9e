// SPDX-License-Identifier: GPL-3.0-or-later

// Drags and keys whose values cannot be changed.

#include "core/design/design_edit.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/placing/placing.hpp"

using namespace burin;
using namespace burin::ui;

namespace {

const char* const two =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: sheet, at: [40, 40]}, "
    "{data: badge, at: [200, 100]}]}\n"
    "  sheet: {kind: math2d, width: 100, height: 80, expression: \"1\"}\n"
    "  badge: {kind: shape, shape: rectangle, size: [120, 90]}\n";

const char* const withFormulas =
    "burin: 2\npixel: 1 um\ngroups:\n  g:\n    parameters: {gap: {type: number, default: 30}}\n"
    "    output: all\n    nodes:\n"
    "      all: {kind: union, inputs: [{data: a, at: [\"= gap\", 20]}]}\n"
    "      a: {kind: shape, shape: rectangle, size: [40, 30], rotate: \"= gap - 30\"}\n"
    "nodes:\n  surface: {kind: root, width: 400, height: 200, inputs: [{data: wall, at: [10, 0]}]}\n"
    "  wall: {kind: group, group: g}\n";

/// A design whose things are placed.
struct HandTest {
    explicit HandTest(const char* text) : placing(studio.workbench()), loaded(studio.load(text)) {}

    bool ready(const char* node) {
        if (!loaded.isEmpty()) return false;
        if (!QTest::qWaitFor([&] { return studio.showsNewest(); }, patience)) return false;
        placing.setOn(true);
        studio.selection.select({node});
        return placing.chosen() != nullptr;
    }

    StudioTest studio;
    Placing placing;
    QString loaded;
};

}  // namespace

class TestPlacing : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    /// The undo brings the sheet back, whose link then has the number of the dragged one.
    void aDragEndsIfItsLinkChangesItsPlace() {
        HandTest test(two);
        QVERIFY(test.ready("badge"));
        Document& document = test.studio.document;
        document.edit("Remove the sheet", [](DesignEdit& edit) {
            const std::vector<std::string> gone = {"sheet"};
            edit.removeNodes(gone, true);
        });
        QVERIFY(test.placing.press({260, 145}, 1));
        document.undo();
        QVERIFY(!test.placing.dragging());
        const QString before = document.text();
        test.placing.dragTo({290, 155}, 1, {.keep = false, .fromMiddle = false, .free = true});
        QCOMPARE(document.text(), before);
    }

    /// Another undo leaves the link as it is, so the drag continues.
    void aDragContinuesIfItsLinkStays() {
        HandTest test(two);
        QVERIFY(test.ready("badge"));
        Document& document = test.studio.document;
        document.edit("Resize the sheet",
                      [](DesignEdit& edit) { edit.setValue("sheet", "width", yamlScalar("90")); });
        QVERIFY(test.placing.press({260, 145}, 1));
        document.undo();
        QVERIFY(test.placing.dragging());
        test.placing.dragTo({290, 155}, 1, {.keep = false, .fromMiddle = false, .free = true});
        QVERIFY2(document.text().contains("at: [230, 110]"), qPrintable(document.text()));
    }

    void anotherDesignEndsADrag() {
        HandTest test(two);
        QVERIFY(test.ready("badge"));
        QVERIFY(test.placing.press({260, 145}, 1));
        QCOMPARE(test.studio.load(two), QString());
        QVERIFY(!test.placing.dragging());
    }

    void aKeyThatAFormulaHoldsSaysSo() {
        HandTest test(withFormulas);
        QVERIFY(test.studio.document.scope().enter("wall"));
        QVERIFY(test.ready("a"));
        const int steps = test.studio.document.history().index();
        test.placing.nudge({1, 0}, false);
        QCOMPARE(test.placing.hint(), QString("x of a is a formula and stays"));
        test.placing.turnBy(1, false);
        QCOMPARE(test.placing.hint(), QString("rotate of a is a formula and stays"));
        QCOMPARE(test.studio.document.history().index(), steps);
        test.placing.nudge({0, 1}, false);
        QCOMPARE(test.studio.document.history().index(), steps + 1);
        QVERIFY2(test.placing.hint().startsWith("drag"), qPrintable(test.placing.hint()));
    }

    void aThingThatCannotBeTurnedSaysSo() {
        HandTest test(two);
        QVERIFY(test.ready("sheet"));
        test.placing.turnBy(1, false);
        QCOMPARE(test.placing.hint(), QString("sheet cannot be turned; insert a transform for that"));
        test.studio.selection.select({"badge"});
        QVERIFY2(test.placing.hint().startsWith("drag"), qPrintable(test.placing.hint()));
    }
};

BURIN_TEST(TestPlacing)
#include "test_placing.moc"
