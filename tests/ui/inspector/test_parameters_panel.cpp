// SPDX-License-Identifier: GPL-3.0-or-later

// Typed texts in the table of a group's parameters, and the focus after its lines are built again.

#include "core/design/design_edit.hpp"
#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/parameters/parameters_panel.hpp"
#include "ui/model/document/scoped_design.hpp"

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QToolButton>

namespace burin::ui {

namespace {

constexpr const char* bricks = R"yaml(burin: 2
pixel: 10 um
groups:
  bricks:
    parameters:
      size: {type: length, default: 8 mm, minimum: 2 mm, maximum: 20 mm}
      gap: {type: length, default: 9 mm}
    output: rows
    nodes:
      rows: {kind: stitching, u: [=gap, 0], v: [300, 900], inputs: [pattern: brick]}
      brick: {kind: math2d, width: =size, height: =size, expression: "1"}
nodes:
  surface: {kind: root, width: 40 mm, height: 40 mm, inputs: [data: wall]}
  wall: {kind: group, group: bricks}
)yaml";

struct PanelTest : StudioTest {
    PanelTest() : StudioTest(kinds(), ThemeChoice::dark), panel(workbench()) {
        if (const QString problem = load(bricks); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        panel.resize(336, 400);
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
        if (!document.scope().enter("wall")) qFatal("the group is missing");
    }

    /// Several may exist if old ones wait for deletion, so the newest is taken.
    [[nodiscard]] QWidget* line(const QString& parameter) const {
        return panel.findChildren<QWidget*>("parameter." + parameter).last();
    }
    [[nodiscard]] QLineEdit* field(const QString& parameter, const QString& name) const {
        return line(parameter)->findChild<QLineEdit*>(name);
    }
    /// Types a text into a field without applying it.
    static void begin(QLineEdit* field, const QString& text) {
        field->setFocus();
        field->selectAll();
        field->insert(text);
    }
    static void type(QLineEdit* field, const QString& text) {
        begin(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    /// A key of a parameter as it is in the file.
    [[nodiscard]] QString written(const char* parameter, const char* key) const {
        const YamlValue* all = groupText(document.design()->document, "bricks")->find("parameters");
        const YamlValue* body = all->find(parameter);
        const YamlValue* value = body == nullptr ? nullptr : body->find(key);
        return value == nullptr ? QString("none") : QString::fromStdString(value->scalar);
    }
    /// The names of the line and of the field that have the focus.
    [[nodiscard]] static QString focused() {
        const QWidget* focus = QApplication::focusWidget();
        if (focus == nullptr || !focus->isVisible()) return "nothing";
        QString line;
        for (const QWidget* at = focus; at != nullptr; at = at->parentWidget()) {
            if (at->objectName().startsWith("parameter.")) line = at->objectName();
        }
        return line == focus->objectName() ? line : line + ' ' + focus->objectName();
    }
    [[nodiscard]] QString said() const { return panel.findChild<QLabel*>("parameters.said")->text(); }

    ParametersPanel panel;
};

}  // namespace

class TestParametersPanel : public QObject {
    Q_OBJECT

  private slots:
    void limitsAreTyped_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("minimum");
        QTest::addColumn<QString>("maximum");
        const auto row = [](const char* name, const char* typed, const char* minimum, const char* maximum) {
            QTest::newRow(name) << QString::fromUtf8(typed) << QString::fromUtf8(minimum)
                                << QString::fromUtf8(maximum);
        };
        row("one unit for both", "3, 30 mm", "3 mm", "30 mm");
        row("one unit for both, which is first", "3 mm, 30", "3 mm", "30 mm");
        row("units without a blank", "3mm, 30mm", "3 mm", "30 mm");
        row("no blank after the comma", "3,30 mm", "3 mm", "30 mm");
        row("decimal commas", "2,5, 30,5 mm", "2.5 mm", "30.5 mm");
        row("a Greek mu and pixels", "30 \u03BCm, 900 px", "30 um", "900");
        row("only the largest value", ", 30 mm", "none", "30 mm");
        row("a third number is not dropped", "3, 4, 30 mm", "3", "4, 30 mm");
        row("unclear commas are not interpreted", "2,5,30 mm", "2,5,30 mm", "none");
    }
    void limitsAreTyped() {
        QFETCH(QString, typed);
        const PanelTest test;
        PanelTest::type(test.field("size", "parameter.limits"), typed);
        QTEST(test.written("size", "minimum"), "minimum");
        QTEST(test.written("size", "maximum"), "maximum");
    }

    /// The design has a problem with it, so it must be seen.
    void aLimitThatIsNotANumberIsShown() {
        const PanelTest test;
        PanelTest::type(test.field("size", "parameter.limits"), "3, 4, 30 mm");
        QVERIFY(!test.document.design()->diagnostics.empty());
        QTRY_COMPARE(test.field("size", "parameter.limits")->text(), QString("3 px, 4, 30 mm"));
    }

    /// A menu takes the focus for a while.
    void aMenuKeepsALimitThatIsBeingTyped() {
        const PanelTest test;
        QLineEdit* const limits = test.field("size", "parameter.limits");
        PanelTest::begin(limits, "3, 30 mm");
        QContextMenuEvent event(QContextMenuEvent::Mouse, {5, 5}, limits->mapToGlobal(QPoint(5, 5)));
        QCoreApplication::sendEvent(limits, &event);
        auto* const menu = limits->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QCoreApplication::processEvents();
        QCOMPARE(limits->text(), QString("3, 30 mm"));
        menu->close();
    }

    /// A line must not show the default that it was built with.
    void aDefaultThatIsRemovedIsGone() {
        PanelTest test;
        QLineEdit* const gap = test.field("gap", "field.gap");
        gap->setFocus();
        gap->selectAll();
        QTest::keyClick(gap, Qt::Key_Delete);
        QTest::keyClick(gap, Qt::Key_Return);
        QCOMPARE(test.written("gap", "default"), QString("none"));
        QCOMPARE(test.field("gap", "field.gap")->text(), QString());
        QCOMPARE(PanelTest::focused(), QString("parameter.gap field.gap"));
        test.document.undo();
        QCOMPARE(test.written("gap", "default"), QString("9 mm"));
        QCOMPARE(test.field("gap", "field.gap")->text(), QString("9 mm"));
    }

    /// New limits build all lines again.
    void theFocusGoesWhereItWasSent() {
        const PanelTest test;
        PanelTest::begin(test.field("size", "parameter.limits"), "3, 30 mm");
        test.field("gap", "parameter.name")->setFocus(Qt::MouseFocusReason);
        QCOMPARE(test.written("size", "maximum"), QString("30 mm"));
        QCOMPARE(PanelTest::focused(), QString("parameter.gap parameter.name"));
    }

    void theFocusStaysAmongTheLinesIfOneIsRemoved() {
        const PanelTest test;
        QWidget* const gap = test.line("gap");
        gap->setFocus();
        QTest::keyClick(gap, Qt::Key_Delete);
        QCOMPARE(test.written("gap", "type"), QString("none"));
        QCOMPARE(PanelTest::focused(), QString("parameter.size"));
    }

    void anotherThemeLeavesWhatIsTyped_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::newRow("a name") << "parameter.name"
                                << "space";
        QTest::newRow("a default") << "field.gap"
                                   << "7 mm";
        QTest::newRow("limits") << "parameter.limits"
                                << "3, 30 mm";
    }
    void anotherThemeLeavesWhatIsTyped() {
        QFETCH(const QString, field);
        QFETCH(const QString, typed);
        PanelTest test;
        const QPointer<QLineEdit> before = test.field("gap", field);
        PanelTest::begin(before, typed);
        test.theme.choose(ThemeChoice::light);
        QCOMPARE(test.field("gap", field), before.data());
        QCOMPARE(before->text(), typed);
        QCOMPARE(PanelTest::focused(), "parameter.gap " + field);
        QCOMPARE(test.document.history().count(), 0);
    }

    /// Blanks around a name do not make it another name.
    void theSameNameIsNotTaken() {
        const PanelTest test;
        PanelTest::type(test.field("gap", "parameter.name"), " gap ");
        QCOMPARE(test.said(), QString());
        QCOMPARE(test.field("gap", "parameter.name")->text(), QString("gap"));
        QCOMPARE(test.document.history().count(), 0);
    }

    /// The design stays as it is if an edit is refused, or if the user stops it.
    void aRefusedEditIsNotShown() {
        PanelTest test;
        const auto type = [&test] { return test.line("gap")->findChild<QComboBox*>("parameter.type"); };
        const QString before = type()->currentText();
        type()->setCurrentIndex(type()->currentIndex() + 1);
        QVERIFY(type()->currentText() != before);
        emit test.document.refused("Type of gap", "The change was stopped.");
        QCOMPARE(type()->currentText(), before);
    }

    /// The design also changes while the user types, as when a picture is read again.
    void aTitleThatIsBeingTypedStays() {
        PanelTest test;
        test.line("gap")->setFocus();
        test.panel.findChild<QToolButton*>("parameters.more")->setChecked(true);
        auto* const title = test.panel.findChild<QLineEdit*>("parameter.title");
        PanelTest::begin(title, "Joint");
        test.document.edit("Another value", [](DesignEdit& edit) {
            edit.setParameter("bricks", "size", "default", yamlScalar("7 mm"));
        });
        QCOMPARE(title->text(), QString("Joint"));
        QTest::keyClick(title, Qt::Key_Return);
        QCOMPARE(test.written("gap", "title"), QString("Joint"));
        test.line("size")->setFocus();
        QCOMPARE(title->text(), QString());
    }

    /// A text that was not accepted is asked about when the design is closed, and goes with its design.
    void aRefusedTextIsAskedAbout() {
        PanelTest test;
        PanelTest::type(test.field("gap", "field.gap"), "10 m12m");
        const QStringList problems = test.document.pending().handOver();
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.first().startsWith("gap: \"10 m12m\" was not accepted."),
                 qPrintable(problems.first()));
        QCOMPARE(test.load(bricks), QString());
        QCOMPARE(test.document.pending().handOver(), QStringList());
    }

    /// Another limit builds all lines again.
    void aRefusedTextStaysWithItsParameter() {
        PanelTest test;
        PanelTest::type(test.field("gap", "field.gap"), "10 m12m");
        PanelTest::type(test.field("size", "parameter.limits"), "3, 30 mm");
        QCOMPARE(test.written("size", "maximum"), QString("30 mm"));
        QCOMPARE(test.field("gap", "field.gap")->text(), QString("10 m12m"));
        QCOMPARE(test.document.pending().handOver().size(), 1);
        test.theme.choose(ThemeChoice::light);
        QCOMPARE(test.field("gap", "field.gap")->text(), QString("10 m12m"));
        QLineEdit* const gap = test.field("gap", "field.gap");
        gap->setFocus();
        QTest::keyClick(gap, Qt::Key_Escape);
        QCOMPARE(gap->text(), QString("9 mm"));
        QCOMPARE(test.document.pending().handOver(), QStringList());
    }

    /// The panel is hidden then, so the message says how to correct the text.
    void aRefusedTextOfAClosedGroupIsAskedAbout() {
        PanelTest test;
        PanelTest::type(test.field("gap", "field.gap"), "10 m12m");
        test.document.scope().leave();
        const QStringList problems = test.document.pending().handOver();
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.first().endsWith("Open the group bricks and correct it."),
                 qPrintable(problems.first()));
        test.document.edit("Remove", [](DesignEdit& edit) { edit.removeParameter("bricks", "gap"); });
        QCOMPARE(test.document.pending().handOver(), QStringList());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestParametersPanel)
#include "test_parameters_panel.moc"
