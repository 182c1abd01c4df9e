// SPDX-License-Identifier: GPL-3.0-or-later

// Instances of groups, formulas, parameters and variation in the inspector.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/range_slider.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/inspector/parameters/parameters_panel.hpp"
#include "ui/theme/value_slider.hpp"
#include "ui/words/problem_text.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>

namespace burin::ui {

namespace {

constexpr const char* pebbles = R"yaml(burin: 2
pixel: 10 um
groups:
  pebbles:
    title: Pebbles
    help: Stones in rows.
    parameters:
      size: {type: length, default: 8 mm, minimum: 2 mm, maximum: 20 mm, title: Stone, help: Across.}
      gap: {type: length, default: "= size * 1.1"}
      seed: {type: seed, default: 4711}
      turn: {type: choice, choices: [none, quarter], default: quarter}
      flat: {type: boolean, default: false}
      bump: {type: curve, default: [[0, 0], [1, 1]]}
    inputs:
      - mask: outline
        optional: true
    output: rows
    nodes:
      rows:
        kind: stitching
        u: [=gap, 0]
        v: ["= gap / 2", 7 mm]
        vary: {seed: =seed, turn: =turn, gain: [0.7, 1]}
        inputs:
          - pattern: stone
          - mask: $outline
      stone: {kind: math2d, width: =size, height: =size, expression: "size / 2000"}
nodes:
  surface: {kind: root, width: 40 mm, height: 40 mm, inputs: [data: wall]}
  wall: {kind: group, group: pebbles, values: {size: 6 mm}, inputs: [mask: sheet]}
  sheet: {kind: math2d, width: 40 mm, height: 40 mm, expression: "1"}
  second: {kind: group, group: pebbles}
)yaml";

struct GroupTest : StudioTest {
    explicit GroupTest(ThemeChoice choice = ThemeChoice::dark)
        : StudioTest(kinds(), choice), panel(workbench()), parameters(workbench()) {
        if (const QString problem = load(pebbles); !problem.isEmpty()) qFatal("%s", qPrintable(problem));
        panel.resize(336, 2000);
        parameters.resize(336, 400);
        selection.select({"wall"});
        parameters.show();
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel, patience)) qFatal("the window does not become active");
    }

    template <class T>
    [[nodiscard]] T* child(const QString& name) const {
        const QList<T*> all = panel.findChildren<T*>(name);
        return all.isEmpty() ? nullptr : all.last();
    }
    void type(const QString& name, const QString& typed) const {
        auto* field = child<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void open(const QString& node) {
        QVERIFY(document.scope().enter("wall"));
        selection.select({node});
    }
    [[nodiscard]] QString body(const QString& node) const {
        const YamlValue* value = document.nodeText(node);
        return value == nullptr ? QString() : QString::fromStdString(writeYaml(*value));
    }
    [[nodiscard]] QAction* menuAction(QWidget* over, const char* name) const {
        QContextMenuEvent event(QContextMenuEvent::Mouse, over->rect().center(),
                                over->mapToGlobal(over->rect().center()));
        QApplication::sendEvent(over, &event);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        return menu == nullptr ? nullptr : menu->findChild<QAction*>(name);
    }

    InspectorPanel panel;
    ParametersPanel parameters;
};

}  // namespace

class TestInspectorGroups : public QObject {
    Q_OBJECT

  private slots:
    void anInstanceHasTheKnobsOfItsGroup() {
        GroupTest test;
        QCOMPARE(test.child<QLabel>("kind")->text(), QString("Pebbles"));
        QCOMPARE(test.child<QLineEdit>("field.size")->text(), QString("6 mm"));
        QVERIFY(test.child<ValueSlider>("slider.size")->isVisible());
        // A default that is a formula shows its result in this instance, in the unit of its lengths.
        QCOMPARE(test.child<QLineEdit>("field.gap")->text(), QString("6.6 mm"));
        test.document.edit(
            "Unit", [](DesignEdit& edit) { edit.setParameter("pebbles", "gap", "unit", yamlScalar("cm")); });
        QCOMPARE(test.child<QLineEdit>("field.gap")->text(), QString("0.66 cm"));
        QVERIFY(test.child<QPushButton>("renew.seed") != nullptr);
        QVERIFY(test.child<SegmentedSwitch>("field.turn") != nullptr);
        QVERIFY(test.child<QWidget>("row.bump") != nullptr);
    }

    void valuesAreEditedAndReset() {
        GroupTest test;
        test.type("field.size", "3 mm");
        QVERIFY2(test.body("wall").contains("size: 3 mm"), qPrintable(test.body("wall")));
        QCOMPARE(test.child<QLineEdit>("field.gap")->text(), QString("3.3 mm"));
        QTest::keyClick(test.child<QLineEdit>("field.size"), Qt::Key_0, Qt::ControlModifier);
        QVERIFY2(!test.body("wall").contains("values"), qPrintable(test.body("wall")));
        QCOMPARE(test.child<QLineEdit>("field.size")->text(), QString("8 mm"));
        QTest::mouseClick(test.child<QPushButton>("renew.seed"), Qt::LeftButton);
        QVERIFY2(test.body("wall").contains("seed:"), qPrintable(test.body("wall")));
    }

    void linksNameTheirSockets() {
        GroupTest test;
        const auto* row = test.child<QWidget>("input.0");
        QVERIFY(row != nullptr);
        bool named = false;
        for (const QWidget* part : row->findChildren<QWidget*>())
            named = named || part->toolTip() == "mask: outline";
        QVERIFY(named);
        QVERIFY(test.child<QLabel>("unlinked.inputs")->isHidden());
        test.selection.select({"second"});
        QCOMPARE(test.child<QLabel>("unlinked.inputs")->text(),
                 QString("Not linked: outline, mask, optional"));
    }

    void formulasShowTheirResults() {
        GroupTest test;
        test.open("rows");
        auto* x = test.child<QLineEdit>("field.u.x");
        QCOMPARE(x->text(), QString("= gap"));
        QVERIFY(x->property("formula").toBool());
        bool result = false;
        for (const QLabel* label : test.panel.findChildren<QLabel*>())
            result = result || (label->isVisible() && label->text() == "6.6 mm");
        QVERIFY(result);
        // A parameter whose value is written out is plain.
        QCOMPARE(test.child<QLineEdit>("field.seed")->text(), QString("= seed"));
        QVERIFY(test.child<QLabel>("result.seed")->isHidden());
    }

    void formulasAreTyped() {
        GroupTest test;
        test.open("rows");
        test.type("field.u.y", "=size/2");
        QVERIFY2(test.body("rows").contains("= size/2"), qPrintable(test.body("rows")));
        QVERIFY(test.body("rows").contains("=gap"));
        auto* field = test.child<QuantityField>("field.u.y");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "=sizes + 1");
        QVERIFY2(!field->problem().isEmpty(), "an unknown name is a problem");
        QTest::keyClick(field, Qt::Key_Escape);
        QTest::keyClick(field, Qt::Key_Escape);
        test.type("field.width", "4 mm");
    }

    /// A formula replaces a list. The diagnostics of the design do not name a wrong text in its field.
    void aWrongFormulaIsCountedAndHandedOver() {
        GroupTest test;
        test.open("rows");
        QSignalSpy told(&test.panel, &InspectorPanel::typedProblemsChanged);
        test.type("formula.turn", "=turns");
        auto* field = test.child<TypedField>("formula.turn");
        QVERIFY(!field->problem().isEmpty());
        QCOMPARE(field->toolTip(), sentence(field->problem()));
        QVERIFY(!told.isEmpty());
        const auto problems = told.last().first().value<QList<TypedProblem>>();
        QCOMPARE(problems.size(), 1);
        QCOMPARE(problems.first().group, QString("pebbles"));
        QCOMPARE(problems.first().node, QString("rows"));
        QCOMPARE(problems.first().parameter, QString("turn"));
        QVERIFY2(problems.first().text.startsWith("\"=turns\" was typed"), qPrintable(problems.first().text));
        const auto left = [&] { return test.document.pending().handOver().join(' '); };
        QVERIFY2(left().contains("=turns"), qPrintable(left()));
        // The text waits until its node is shown again.
        test.selection.select({"stone"});
        QVERIFY2(left().contains("=turns"), qPrintable(left()));
        test.selection.select({"rows"});
        QCOMPARE(test.child<TypedField>("formula.turn")->text(), QString("=turns"));
        test.type("formula.turn", "=turn");
        QCOMPARE(left(), QString());
        QCOMPARE(told.last().first().value<QList<TypedProblem>>().size(), 0);
    }

    void outsideOfGroupsThereAreNoFormulas() {
        GroupTest test;
        test.selection.select({"sheet"});
        auto* field = test.child<QuantityField>("field.width");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "=3");
        QVERIFY(!field->problem().isEmpty());
        QTest::keyClick(field, Qt::Key_Escape);
        QAction* expose = test.menuAction(field, "value.expose");
        QVERIFY(expose != nullptr);
        QVERIFY(!expose->isEnabled());
        QVERIFY2(expose->text().contains("group"), qPrintable(expose->text()));
        QApplication::activePopupWidget()->close();
    }

    void aValueIsExposed() {
        GroupTest test;
        test.open("rows");
        const QSignalSpy exposed(&test.panel, &InspectorPanel::exposed);
        QAction* expose = test.menuAction(test.child<QLineEdit>("field.gain.x"), "value.expose");
        QVERIFY(expose != nullptr && expose->isEnabled());
        expose->trigger();
        QVERIFY2(test.body("rows").contains("gain: [=gain_low, 1]"), qPrintable(test.body("rows")));
        QVERIFY(test.document.text().contains("gain_low: {type: number, default: 0.7}"));
        QCOMPARE(exposed.count(), 1);
        QApplication::activePopupWidget()->close();
        QVERIFY(test.parameters.findChild<QWidget*>("parameter.gain_low") != nullptr);
    }

    /// A value that the node does not have is exposed with its default.
    void aValueThatIsNotWrittenIsExposed() {
        GroupTest test;
        test.open("rows");
        QAction* expose = test.menuAction(test.child<QLineEdit>("field.offset.x"), "value.expose");
        QVERIFY(expose != nullptr);
        QVERIFY2(expose->isEnabled(), qPrintable(expose->text()));
        expose->trigger();
        QApplication::activePopupWidget()->close();
        QVERIFY2(test.body("rows").contains("offset: [=offset, =offset]"), qPrintable(test.body("rows")));
        QVERIFY(test.document.text().contains("offset: {type: length, default: 0, minimum: 0}"));
    }

    /// Without vectors the repeats touch, so the size of the pattern is exposed.
    void vectorsThatAreNotWrittenAreExposed() {
        GroupTest test;
        test.open("rows");
        test.document.edit("Touch", [](DesignEdit& edit) { edit.setValue("rows", "u", {}); });
        QAction* expose = test.menuAction(test.child<QLineEdit>("field.u.x"), "value.expose");
        QVERIFY(expose != nullptr);
        QVERIFY2(expose->isEnabled(), qPrintable(expose->text()));
        expose->trigger();
        QApplication::activePopupWidget()->close();
        QVERIFY2(test.body("rows").contains("u: [=u_x, 0]"), qPrintable(test.body("rows")));
        QVERIFY2(test.document.text().contains("u_x: {type: length, default: 600}"),
                 qPrintable(test.document.text()));
    }

    void aValueOfAnInstanceInAGroupIsExposed() {
        GroupTest test;
        const QString problem = test.load(R"yaml(burin: 2
pixel: 10 um
groups:
  stone:
    parameters:
      size: {type: length, default: 8 mm, minimum: 2 mm, title: Stone}
    output: it
    nodes:
      it: {kind: math2d, width: =size, height: =size, expression: "size / 2000"}
  wall:
    output: it
    nodes:
      it: {kind: group, group: stone}
nodes:
  surface: {kind: root, width: 40 mm, height: 40 mm, inputs: [data: wall]}
  wall: {kind: group, group: wall}
)yaml");
        QCOMPARE(problem, QString());
        test.open("it");
        QAction* expose = test.menuAction(test.child<QLineEdit>("field.size"), "value.expose");
        QVERIFY(expose != nullptr);
        QVERIFY2(expose->isEnabled(), qPrintable(expose->text()));
        QApplication::activePopupWidget()->close();
        QTest::mouseClick(test.parameters.findChild<QPushButton*>("parameters.expose"), Qt::LeftButton);
        QTest::keyClicks(test.parameters.findChild<QLineEdit*>("exposeSearch"), "it stone");
        QCOMPARE(test.parameters.findChild<QListWidget*>("exposeList")->count(), 1);
        QTest::keyClick(test.parameters.findChild<QLineEdit*>("exposeSearch"), Qt::Key_Return);
        QVERIFY2(test.body("it").contains("values: {size: =size}") || test.body("it").contains("size: =size"),
                 qPrintable(test.body("it")));
        QVERIFY2(
            test.document.text().contains("size: {type: length, default: 8 mm, minimum: 2 mm, title: Stone}"),
            qPrintable(test.document.text()));
    }

    void whyAValueCannotBeExposedIsSaidInTheMenu() {
        GroupTest test;
        test.open("rows");
        QAction* expose = test.menuAction(test.child<QLineEdit>("field.u.x"), "value.expose");
        QVERIFY(expose != nullptr && !expose->isEnabled());
        QVERIFY2(expose->text().contains("formula"), qPrintable(expose->text()));
        QApplication::activePopupWidget()->close();
    }

    void oneKnobDrivesBothSides_data() {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("sides");
        QTest::newRow("both sides") << "value.expose"
                                    << "width: =size2 height: =size2";
        QTest::newRow("the width alone") << "value.exposeAlone"
                                         << "width: =width height: 5 mm";
    }

    void oneKnobDrivesBothSides() {
        QFETCH(QString, action);
        QFETCH(QString, sides);
        GroupTest test;
        test.open("stone");
        test.type("field.width", "5 mm");
        test.document.edit("Sides", [](DesignEdit& edit) {
            for (const char* side : {"width", "height"})
                edit.setValue("stone", side, yamlScalar("5 mm"));
        });
        QAction* chosen = test.menuAction(test.child<QLineEdit>("field.width"), action.toUtf8());
        QVERIFY(chosen != nullptr && chosen->isEnabled());
        chosen->trigger();
        QApplication::activePopupWidget()->close();
        const YamlValue& stone = *test.document.nodeText("stone");
        QCOMPARE(QString("width: %1 height: %2")
                     .arg(QString::fromStdString(stone.find("width")->scalar),
                          QString::fromStdString(stone.find("height")->scalar)),
                 sides);
        test.document.undo();
        QCOMPARE(test.document.nodeText("stone")->find("width")->scalar, std::string("5 mm"));
    }

    void whereAChildLiesIsExposed() {
        GroupTest test;
        test.open("rows");
        QAction* expose = test.menuAction(test.child<QLineEdit>("at.0.y"), "value.expose");
        QVERIFY(expose != nullptr && expose->isEnabled());
        expose->trigger();
        QApplication::activePopupWidget()->close();
        QVERIFY2(test.body("rows").contains("at: [0, =at_y]"), qPrintable(test.body("rows")));
    }

    /// The list of all values that can become parameters, searched by words.
    void aValueIsChosenFromAList() {
        GroupTest test;
        test.open("rows");
        QTest::mouseClick(test.parameters.findChild<QPushButton*>("parameters.expose"), Qt::LeftButton);
        auto* search = test.parameters.findChild<QLineEdit*>("exposeSearch");
        auto* list = test.parameters.findChild<QListWidget*>("exposeList");
        QVERIFY(search->isVisible());
        QVERIFY(list->count() > 5);
        const auto shown = [&] {
            return list->currentItem() == nullptr ? QString() : list->currentItem()->text();
        };
        QVERIFY2(shown().startsWith("rows"), "the values of the selected node come first");
        QTest::keyClicks(search, "nothing like this");
        QCOMPARE(list->count(), 0);
        search->clear();
        QTest::keyClicks(search, "rows mirror");
        QCOMPARE(list->count(), 1);
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(!search->isVisible());
        QVERIFY2(test.body("rows").contains("mirror: =mirror"), qPrintable(test.body("rows")));
        QVERIFY(test.parameters.findChild<QWidget*>("parameter.mirror") != nullptr);
        test.document.undo();
        QVERIFY(!test.body("rows").contains("mirror"));
    }

    void onlyWhatIsChangedGoesBackToTheDefault() {
        GroupTest test;
        const auto mayReset = [&](const char* field) {
            QAction* reset = test.menuAction(test.child<QLineEdit>(field), "value.reset");
            const bool may = reset != nullptr && reset->isEnabled();
            QApplication::activePopupWidget()->close();
            return may;
        };
        QVERIFY(mayReset("field.size"));
        QVERIFY2(!mayReset("field.gap"), "the result of a default is not a value of the instance");
        test.open("rows");
        QVERIFY(mayReset("field.gain.x"));
        QVERIFY(!mayReset("field.scale.x"));
    }

    void anInstanceWithoutKnobsSaysHowToMakeThem() {
        GroupTest test;
        QVERIFY(test.child<QLabel>("knobHint") == nullptr);
        test.document.edit("Group", [](DesignEdit& edit) {
            edit.groupNodes(std::vector<std::string>{"sheet"}, "plain", "plain");
        });
        test.selection.select({"plain"});
        auto* hint = test.child<QLabel>("knobHint");
        QVERIFY(hint != nullptr);
        QVERIFY2(hint->text().contains("Expose as parameter"), qPrintable(hint->text()));
        QVERIFY(test.document.scope().enter("plain"));
        test.selection.select({});
        QVERIFY(test.child<QLabel>("nothing")->text().contains("Expose as parameter"));
        test.document.scope().leave(1);
        QCOMPARE(test.child<QLabel>("nothing")->text(), QString("Select a node."));
    }

    void aNewSeedIsWrittenWhereTheSeedStands() {
        GroupTest test;
        test.open("rows");
        QTest::mouseClick(test.child<QPushButton>("renew.seed"), Qt::LeftButton);
        QVERIFY(test.body("rows").contains("seed: =seed"));
        QVERIFY2(!test.document.text().contains("4711"), qPrintable(test.document.text()));
    }

    void parametersAreRenamedEverywhere() {
        GroupTest test;
        test.open("rows");
        auto* line = test.parameters.findChild<QWidget*>("parameter.size");
        QVERIFY(line != nullptr);
        auto* name = line->findChild<QLineEdit*>("parameter.name");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "stone\r");
        const QString text = test.document.text();
        QVERIFY2(text.contains("= stone * 1.1"), qPrintable(text));
        QVERIFY(text.contains("width: =stone"));
        QVERIFY(text.contains("stone / 2000"));
        QVERIFY(text.contains("values: {stone: 6 mm}"));
        for (const Diagnostic& problem : test.document.design()->diagnostics)
            QVERIFY2(problem.severity != Severity::error, problem.text().c_str());
    }

    /// Checked at the smallest width that the panel has beside a scroll bar.
    void noWordOfATypeOrLimitIsCut() {
        GroupTest test;
        test.document.edit("Limits", [](DesignEdit& edit) {
            edit.setParameter("pebbles", "gap", "minimum", yamlScalar("20 um"));
            edit.setParameter("pebbles", "gap", "maximum", yamlScalar("2000 mm"));
        });
        test.open("rows");
        test.parameters.resize(336, 160);
        int seen = 0;
        for (const char* field : {"parameter.type", "parameter.limits"}) {
            for (QWidget* widget : test.parameters.findChildren<QWidget*>(field)) {
                if (!widget->isVisible()) continue;
                auto* types = qobject_cast<QComboBox*>(widget);
                auto* limits = qobject_cast<QLineEdit*>(widget);
                const QString text = types != nullptr ? types->currentText() : limits->text();
                QVERIFY2(widget->fontMetrics().horizontalAdvance(text) + (types != nullptr ? 8 : 12) <=
                             widget->width(),
                         qPrintable(text));
                ++seen;
            }
        }
        QVERIFY(seen > 8);
        auto* gap =
            test.parameters.findChild<QWidget*>("parameter.gap")->findChild<QLineEdit*>("parameter.limits");
        QVERIFY2(gap->text().endsWith(QChar(0x2026)), qPrintable(gap->text()));
        QVERIFY2(gap->toolTip().contains("2000 mm"), qPrintable(gap->toolTip()));
    }

    /// Return in a name leaves the focus there, so that keys still reach the panel.
    void aRenamedParameterKeepsTheFocus() {
        GroupTest test;
        test.open("rows");
        test.parameters.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.parameters, patience));
        auto* name =
            test.parameters.findChild<QWidget*>("parameter.size")->findChild<QLineEdit*>("parameter.name");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "stone\r");
        const QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr && focus->isVisible());
        QCOMPARE(focus->objectName(), QString("parameter.name"));
        QCOMPARE(focus->parentWidget()->objectName(), QString("parameter.stone"));
    }

    void parametersAreMovedAndRemoved() {
        GroupTest test;
        test.open("rows");
        auto* turn = test.parameters.findChild<QWidget*>("parameter.turn");
        test.parameters.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.parameters, patience));
        turn->setFocus();
        QTest::keyClick(turn, Qt::Key_Up, Qt::AltModifier);
        QVERIFY(test.document.text().indexOf("turn: {type") < test.document.text().indexOf("seed: {type"));
        QWidget* moved = QApplication::focusWidget();
        QCOMPARE(moved->objectName(), QString("parameter.turn"));
        // A node uses the parameter, so the parameter is replaced there by its default.
        QTest::keyClick(moved, Qt::Key_Delete);
        QVERIFY(!test.document.text().contains("turn: {type"));
        QVERIFY2(test.document.text().contains("turn: quarter"), qPrintable(test.document.text()));
        const auto* said = test.parameters.findChild<QLabel*>("parameters.said");
        QCOMPARE(said->text(), QString("turn was replaced by its default, quarter, in rows."));
        auto* flat = test.parameters.findChildren<QWidget*>("parameter.flat").last();
        flat->setFocus();
        QTest::keyClick(flat, Qt::Key_Delete);
        QVERIFY(!test.document.text().contains("flat:"));
    }

    void aDefaultKeepsItsFormula() {
        GroupTest test;
        test.open("rows");
        auto* gap = test.parameters.findChild<QWidget*>("parameter.gap");
        const auto* field = gap->findChild<QuantityField*>("field.gap");
        QCOMPARE(field->written(), QString("= size * 1.1"));
        auto* limits =
            test.parameters.findChild<QWidget*>("parameter.size")->findChild<QLineEdit*>("parameter.limits");
        limits->setFocus();
        limits->selectAll();
        QTest::keyClicks(limits, "1, 9 mm\r");
        QVERIFY2(test.document.text().contains("minimum: 1 mm, maximum: 9 mm"),
                 qPrintable(test.document.text()));
        QVERIFY(test.document.text().contains("= size * 1.1"));
    }

    /// The points of a curve unfold below its line and are edited there, as in an instance.
    void theDefaultOfACurveIsEdited() {
        GroupTest test;
        test.open("rows");
        auto* line = test.parameters.findChild<QWidget*>("parameter.bump");
        auto* unfold = line->findChild<QPushButton*>("parameter.unfold");
        QCOMPARE(unfold->text(), QString("2 points"));
        auto* table = line->findChild<QTableWidget*>("table.bump");
        QVERIFY(!table->isVisible());
        QTest::mouseClick(unfold, Qt::LeftButton);
        QVERIFY(table->isVisible());
        const auto bump = [&] {
            const YamlValue* group = groupText(test.document.design()->document, "pebbles");
            return QString::fromStdString(writeYaml(*group->find("parameters")->find("bump")));
        };
        const QString before = bump();
        table->item(1, 1)->setText("0.5");
        QVERIFY2(bump().contains("[[0, 0], [1, 0.5]]"), qPrintable(bump()));
        QTest::mouseClick(line->findChild<QToolButton*>("plus.bump"), Qt::LeftButton);
        QCOMPARE(unfold->text(), QString("3 points"));
        QVERIFY(table->isVisible());
        screenshot(test.parameters, "group-parameters-curve");
        test.document.undo();
        test.document.undo();
        QCOMPARE(bump(), before);
        QCOMPARE(table->item(1, 1)->text(), QString("1"));
        // A change of another line rebuilds all lines; unfolded lines stay unfolded.
        test.document.edit("Limit", [](DesignEdit& edit) {
            edit.setParameter("pebbles", "size", "maximum", yamlScalar("30 mm"));
        });
        line = test.parameters.findChildren<QWidget*>("parameter.bump").last();
        QVERIFY(line->findChild<QTableWidget*>("table.bump")->isVisible());
    }

    void pictures_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }

    void pictures() {
        QFETCH(bool, dark);
        GroupTest test(dark ? ThemeChoice::dark : ThemeChoice::light);
        const QString theme = dark ? "dark" : "light";
        test.panel.resize(336, 672);
        test.parameters.resize(336, 232);
        screenshot(test.panel, "group-instance-" + theme);
        test.open("rows");
        QTest::qWait(50);
        screenshot(test.panel, "group-inside-" + theme);
        test.parameters.begin("turn", "turn of rows is now = turn");
        screenshot(test.parameters, "group-parameters-" + theme);
        QVERIFY(test.parameters.findChild<QWidget*>("parameter.turn")->isVisible());
    }

    void aRangeHasTwoKnobs() {
        GroupTest test;
        test.open("rows");
        auto* slider = test.child<RangeSlider>("slider.gain");
        QVERIFY(slider != nullptr);
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Space);
        QTest::keyClick(slider, Qt::Key_Left);
        QVERIFY2(!test.body("rows").contains("gain: [0.7, 1]"), qPrintable(test.body("rows")));
        QVERIFY(test.body("rows").contains("gain: [0.7, "));
        test.type("field.scale.x", "0.5");
        QVERIFY2(test.body("rows").contains("scale: [0.5, 1]"), qPrintable(test.body("rows")));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestInspectorGroups)
#include "test_inspector_groups.moc"
