// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of a node besides the parameters of its kind: name, inputs, size, the job of the surface, and
// unknown keys.

#include "tests/ui/inspector/inspector_test.hpp"
#include "ui/words/pasted_text.hpp"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QToolButton>

namespace burin::ui {

namespace {

/// The node's children, in order.
QString order(const InspectorTest& test) {
    QStringList names;
    for (const DesignLink& link : test.document.node("it")->links)
        names << QString::fromStdString(link.childName);
    return names.join(' ');
}

}  // namespace

class TestInspectorNode : public QObject {
    Q_OBJECT

  private slots:
    void theNodeIsRenamed() {
        InspectorTest test;
        test.type("name", "lattice");
        QVERIFY(test.document.node("lattice") != nullptr);
        QCOMPARE(test.selection.active(), QString("lattice"));
        QVERIFY(test.document.text().contains("data: lattice"));
        test.type("field.level", "0.25");
        QVERIFY(test.body("lattice").contains("level: 0.25"));
    }

    /// A field is often too narrow for a name, whose beginning tells more than its end.
    void aLongNameShowsItsBeginning() {
        InspectorTest test;
        test.type("name", "two knob pebbles of leather");
        test.child<QLineEdit>("field.level")->setFocus();
        QTRY_COMPARE(test.child<QLineEdit>("name")->cursorPosition(), 0);
        test.selection.select({"surface"});
        QCOMPARE(test.child<QLineEdit>("name")->cursorPosition(), 0);
        auto* name = test.focused("name");
        QTest::keyClick(name, Qt::Key_End);
        QVERIFY2(name->cursorPosition() > 0, "the user may look at its end");
    }

    /// The studio lets each field take long texts when it appears. For that, Qt sets the field's text again.
    void aFieldThatTakesLongTextsShowsTheBeginning() {
        InspectorTest test;
        test.type("name", "two knob pebbles of leather");
        test.child<QLineEdit>("field.level")->setFocus();
        const WholeTexts wholeTexts;
        test.selection.select({"surface"});
        test.selection.select({"two knob pebbles of leather"});
        auto* name = test.child<QLineEdit>("name");
        QCOMPARE(name->text(), QString("two knob pebbles of leather"));
        QTRY_VERIFY(name->validator() != nullptr);
        QCOMPARE(name->cursorPosition(), 0);
    }

    void aNameThatIsTakenIsRefused() {
        InspectorTest test;
        test.type("name", "b");
        QVERIFY(test.document.node("it") != nullptr);
        QCOMPARE(test.problem(), QString("Name: The name b is taken. Choose another name."));
        QTest::keyClick(test.child<QLineEdit>("name"), Qt::Key_Escape);
        QCOMPARE(test.child<QLineEdit>("name")->text(), QString("it"));
    }

    /// Names follow the same rules as in the graph.
    void aNameOfTheEditorIsRefused() {
        InspectorTest test;
        test.type("name", "frames");
        QVERIFY(test.document.node("it") != nullptr);
        QVERIFY2(test.problem().contains("reserved for the editor"), qPrintable(test.problem()));
    }

    void aNameOfAnInputIsRefusedInAGroup() {
        InspectorTest test;
        QCOMPARE(
            test.load("burin: 2\npixel: 2 um\ngroups: {g: {output: inner, nodes: {inner: {kind: odd}}}}\n"
                      "nodes:\n"
                      "  surface: {kind: root, width: 9, height: 9, inputs: [{data: wall}]}\n"
                      "  wall: {kind: group, group: g}\n  plain: {kind: odd}\n"),
            QString());
        test.selection.select({"plain"});
        test.type("name", "$plain");
        QVERIFY(test.document.node("$plain") != nullptr);
        QVERIFY(test.document.scope().enter("wall"));
        test.selection.select({"inner"});
        test.type("name", "$inner");
        QVERIFY(test.document.node("inner") != nullptr);
        QVERIFY2(test.problem().contains("$ marks the inputs"), qPrintable(test.problem()));
    }

    void muteAndSolo() {
        InspectorTest test;
        QTest::mouseClick(test.child<QToolButton>("mute"), Qt::LeftButton);
        QVERIFY(test.body("it").contains("muted: true"));
        test.child<QToolButton>("mute")->setFocus();
        QTest::keyClick(test.child<QToolButton>("mute"), Qt::Key_Space);
        QVERIFY(!test.body("it").contains("muted"));
        QTest::mouseClick(test.child<QToolButton>("solo"), Qt::LeftButton);
        QCOMPARE(test.selection.solo(), QString("it"));
        test.selection.select({"surface"});
        QVERIFY(test.child<QToolButton>("mute")->isHidden());
    }

    void inputsAreReorderedByKeysAndMouse() {
        InspectorTest test;
        auto* first = test.child<QWidget>("input.0");
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Down, Qt::AltModifier);
        QVERIFY2(order(test) == "b a c", qPrintable(order(test)));
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("input.1"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(order(test), QString("a b c"));
        auto* last = test.child<QWidget>("input.2");
        test.drag(last, QPoint(4, 16), QPoint(4, -50));
        QCOMPARE(order(test), QString("c a b"));
    }

    void inputsAreUnlinkedByKeysAndMouse() {
        InspectorTest test;
        auto* middle = test.child<QWidget>("input.1");
        middle->setFocus();
        QTest::keyClick(middle, Qt::Key_Delete);
        QCOMPARE(order(test), QString("a c"));
        QTest::mouseClick(test.child<QToolButton>("unlink.0"), Qt::LeftButton);
        QCOMPARE(order(test), QString("c"));
        QVERIFY(test.child<QLineEdit>("at.0.x")->text() == "3 px");
    }

    /// The words about the order are shown for two or more inputs, the words above the offsets for one or
    /// more.
    void theHeadingSaysWhatThereIs() {
        InspectorTest test;
        QVERIFY(test.said("in this order") && test.said("at x") && !test.said("Nothing is linked yet."));
        const auto unlink = [&test] {
            test.document.edit("Unlink", [](DesignEdit& edit) { edit.unlink("it", 0); });
        };
        unlink();
        unlink();
        QVERIFY(!test.said("in this order") && test.said("at x"));
        unlink();
        QVERIFY(!test.said("in this order") && !test.said("at x") && test.said("Nothing is linked yet."));
    }

    void anInputIsCentred() {
        InspectorTest test;
        const QString problem = test.load(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 100, height: 80, inputs: [{data: it}]}\n"
            "  it: {kind: odd, width: 21, height: 40}\n");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        test.selection.select({"surface"});
        auto* row = test.child<QWidget>("input.0");
        const int least = row->minimumSizeHint().width();
        row->setFocus();
        QVERIFY(test.child<QToolButton>("centre.0")->isVisible());
        QVERIFY(row->minimumSizeHint().width() <= least);
        QTest::keyClick(row, Qt::Key_C);
        QVERIFY2(test.body("surface").contains("at: [39, 20]"), qPrintable(test.body("surface")));
        test.document.undo();
        QVERIFY(!test.body("surface").contains("at:"));
        QTest::mouseClick(test.child<QToolButton>("centre.0"), Qt::LeftButton);
        QVERIFY(test.body("surface").contains("at: [39, 20]"));
    }

    /// A command centres the chosen node in its parent.
    void theChosenNodeIsCentred() {
        InspectorTest test;
        QAction* centre = test.panel.findChild<QAction*>("graph.centre");
        QCOMPARE(
            test.load("burin: 1\npixel: 1 um\nnodes:\n"
                      "  surface: {kind: root, width: 100, height: 80, inputs: [{data: b}, {data: it}]}\n"
                      "  it: {kind: odd, width: 21, height: 40}\n"
                      "  b: {kind: odd, width: 8, height: 8}\n"
                      "  lonely: {kind: odd, width: 8, height: 8}\n"),
            QString());
        test.selection.select({"surface"});
        QVERIFY(!centre->isEnabled());
        test.selection.select({"it"});
        QVERIFY(centre->isEnabled());
        centre->trigger();
        QVERIFY2(test.body("surface").contains("{data: b}, {data: it, at: [39, 20]}"),
                 qPrintable(test.body("surface")));
        test.selection.select({"lonely"});
        const int steps = test.document.history().count();
        QSignalSpy said(&test.panel, &InspectorPanel::said);
        centre->trigger();
        QCOMPARE(test.document.history().count(), steps);
        QVERIFY(said.value(0).value(0).toString().contains("no node reads it"));
    }

    void inputsAreMoved() {
        InspectorTest test;
        test.type("at.0.x", "10 um");
        QVERIFY2(test.body("it").contains("at: [10 um, 0]"), qPrintable(test.body("it")));
        test.type("at.2.x", "0");
        test.type("at.2.y", "0");
        QCOMPARE(test.body("it").count("at:"), 1);
    }

    void anOffsetOfZeroKeepsItsComment() {
        InspectorTest test;
        QByteArray text = oddDesign;
        text.replace("at: [3, 4]", "\n    at: [3, 4]  # why\n    ");
        QCOMPARE(test.load(text), QString());
        test.selection.select({"it"});
        test.type("at.2.x", "0");
        test.type("at.2.y", "0");
        QVERIFY2(test.document.text().contains("at: [0, 0]  # why\n"), qPrintable(test.document.text()));
    }

    void aNodeIsBoundedOrNot() {
        InspectorTest test;
        auto* box = test.child<QCheckBox>("bounded");
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY(test.body("it").contains("width: 256"));
        test.type("field.width", "3 mm");
        QVERIFY(test.body("it").contains("width: 3 mm"));
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(!test.body("it").contains("width"));
        QVERIFY(!test.body("it").contains("height"));
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(test.body("it").contains("width: 3 mm"));
    }

    void aSizeHasTheHintsOfANumber() {
        InspectorTest test;
        test.document.edit("Bound", [](DesignEdit& edit) {
            edit.setValue("it", "width", yamlScalar("300"));
            edit.setValue("it", "height", yamlScalar("0.4 mm"));
        });
        const auto* range = test.child<QLabel>("inspector.range");
        const auto* result = test.child<QLabel>("inspector.result");
        auto* height = test.focused("field.height");
        QCOMPARE(range->text(), QString::fromUtf8("0.002 mm \u2026 4\u2009294\u2009960 mm"));
        auto* width = test.focused("field.width");
        QCOMPARE(range->text(), QString::fromUtf8("1 px \u2026 2\u2009147\u2009483\u2009647 px"));
        width->selectAll();
        QTest::keyClicks(width, "3 mm * 2");
        QCOMPARE(result->text(), QString("= 6 mm = 3000 px"));
        QVERIFY(!range->property("error").toBool());
        width->selectAll();
        QTest::keyClicks(width, "0");
        QVERIFY(range->property("error").toBool());
        QTest::keyClick(width, Qt::Key_Escape);
        QVERIFY(!range->property("error").toBool());
        static_cast<void>(test.focused("name"));
        QCOMPARE(range->text() + result->text(), QString());
        QVERIFY(height->parentWidget()->findChild<QLabel*>()->toolTip().contains("from 1 to 2147483647"));
    }

    void lockedSidesKeepTheirProportions() {
        InspectorTest test;
        test.document.edit("Bound", [](DesignEdit& edit) {
            edit.setValue("it", "width", yamlScalar("300"));
            edit.setValue("it", "height", yamlScalar("0.4 mm"));
        });
        auto* lock = test.child<QToolButton>("lock.size");
        QVERIFY(!lock->isChecked());
        lock->setFocus();
        QTest::keyClick(lock, Qt::Key_Space);
        test.type("field.width", "7");
        QVERIFY2(test.body("it").contains("width: 7"), qPrintable(test.body("it")));
        test.type("field.height", "0.8 mm");
        // Rounding at seven pixels has not changed the proportions.
        QVERIFY2(test.body("it").contains("width: 600"), qPrintable(test.body("it")));
        QCOMPARE(test.document.history().undoText(), QString::fromUtf8("Size of it: 600 px \u00D7 0.8 mm"));
        // The lock belongs to the node.
        test.selection.select({"a"});
        test.selection.select({"it"});
        QVERIFY(test.child<QToolButton>("lock.size")->isChecked());
        test.document.history().undo();
        test.document.history().undo();
        QTest::mouseClick(test.child<QToolButton>("lock.size"), Qt::LeftButton);
        test.type("field.width", "50");
        QVERIFY2(test.body("it").contains("height: 0.4 mm"), qPrintable(test.body("it")));
    }

    /// The side that follows gets the unit of the one that is typed, unless it is in pixels.
    void lockedSidesHaveOneUnit() {
        InspectorTest test;
        test.document.edit("Bound", [](DesignEdit& edit) {
            edit.setValue("it", "width", yamlScalar("40 um"));
            edit.setValue("it", "height", yamlScalar("20 um"));
        });
        auto* lock = test.child<QToolButton>("lock.size");
        lock->setFocus();
        QTest::keyClick(lock, Qt::Key_Space);
        test.type("field.width", "1.4 mm");
        QVERIFY2(test.body("it").contains("height: 0.7 mm"), qPrintable(test.body("it")));
    }

    void aSecondSurfaceIsNotOffered() {
        InspectorTest test;
        test.document.edit("Break", [](DesignEdit& edit) { edit.setValue("it", "kind", yamlScalar("odf")); });
        auto* list = test.child<QComboBox>("field.kind");
        QVERIFY(list->findText("odd") >= 0);
        QCOMPARE(list->findText("root"), -1);
    }

    void theSurfaceHasPitchAndJob() {
        InspectorTest test;
        test.selection.select({"surface"});
        test.type("field.pixel", "5");
        QVERIFY2(test.document.text().contains("pixel: 5 um"), qPrintable(test.document.text()));
        test.type("field.spot.x", "8 um");
        test.type("field.field.x", "2.1 m");
        QVERIFY2(test.document.text().contains("spot: 8 um"), qPrintable(test.document.text()));
        QVERIFY(test.document.text().contains("field: [2.1 m, 2.1 m]"));
        test.type("field.overscan", "-1 mm");
        QVERIFY(test.problem().contains("out of range"));
        QTest::keyClick(test.focused("field.overscan"), Qt::Key_0, Qt::ControlModifier);
        QTest::keyClick(test.focused("field.spot.x"), Qt::Key_0, Qt::ControlModifier);
        QTest::keyClick(test.focused("field.field.x"), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(!test.document.text().contains("job"));
    }

    void anInputIsReadAsAnotherTrait() {
        InspectorTest test;
        auto* row = test.child<QWidget>("input.0");
        for (QAction* action : row->actions()) {
            if (action->text() == "Read as mask") action->trigger();
        }
        QVERIFY2(test.body("it").contains("inputs: [{mask: a}"), qPrintable(test.body("it")));
    }

    /// A node may have 4096; a row for each would stop the window.
    void theFirstOfManyInputsAreListed() {
        InspectorTest test;
        test.document.edit("Link", [](DesignEdit& edit) {
            std::string links = "[{data: a}";
            for (int k = 1; k < 203; ++k)
                links += ", {data: a}";
            edit.setValue("it", "inputs", std::get<YamlValue>(parseYaml(links + "]")));
        });
        QVERIFY(test.child<QWidget>("input.199") != nullptr);
        QVERIFY(test.child<QWidget>("input.200") == nullptr);
        QCOMPARE(test.child<QLabel>("more.inputs")->text(), QString("And 3 more, in the graph"));
        test.document.edit("Unlink", [](DesignEdit& edit) { edit.unlink("it", 0); });
        QCOMPARE(test.child<QLabel>("more.inputs")->text(), QString("And 2 more, in the graph"));
    }

    void anUnknownKindIsChosenAnew() {
        InspectorTest test;
        test.document.edit("Break", [](DesignEdit& edit) { edit.setValue("it", "kind", yamlScalar("odf")); });
        QCOMPARE(test.child<QLabel>("kind")->text(), QString("unknown kind"));
        QVERIFY(test.problem().contains("odd"));
        auto* list = test.child<QComboBox>("field.kind");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        QVERIFY2(test.body("it").contains("kind: odd"), qPrintable(test.body("it")));
        QVERIFY(test.child<QLineEdit>("field.level") != nullptr);
    }

    void whatIsNotUnderstoodCanBeRemoved() {
        InspectorTest test;
        test.document.edit("Break",
                           [](DesignEdit& edit) { edit.setValue("it", "colour", yamlScalar("red")); });
        QVERIFY(test.child<QLabel>("problem.node")->text().contains("colour"));
        QTest::mouseClick(test.child<QPushButton>("remove.colour"), Qt::LeftButton);
        QVERIFY(!test.body("it").contains("colour"));
        QVERIFY(!test.child<QLabel>("problem.node")->isVisible());
    }

    /// A file of 1 MiB may have a hundred thousand; a row for each would stop the window.
    void theFirstOfManyKeysThatAreNotUnderstoodAreListed() {
        InspectorTest test;
        test.document.edit("Break", [](DesignEdit& edit) {
            for (int k = 0; k < 300; ++k)
                edit.setValue("it", "strange" + std::to_string(k), yamlScalar("1"));
        });
        const auto buttons =
            test.panel.findChildren<QPushButton*>(QRegularExpression("^remove\\.strange[0-9]+$"));
        QCOMPARE(buttons.size(), 20);
        QCOMPARE(test.child<QLabel>("strange.more")->text(), QString("And 280 more"));
        const QString problems = test.child<QLabel>("problem.node")->text();
        QVERIFY2(problems.endsWith("And 290 more, see Problems."), qPrintable(problems.right(200)));
        buttons.first()->click();
        QCOMPARE(test.child<QLabel>("strange.more")->text(), QString("And 279 more"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestInspectorNode)
#include "test_inspector_node.moc"
