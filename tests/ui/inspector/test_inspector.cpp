// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_panel.hpp"

#include "tests/core/design/sample_kinds.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/curve_plot.hpp"
#include "ui/inspector/parameter_row.hpp"
#include "ui/inspector/segmented_switch.hpp"
#include "ui/inspector/value_slider.hpp"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableWidget>
#include <QToolButton>

using namespace burin;
using namespace burin::ui;

namespace {

/// Between them the kinds have a parameter of every type; no widget of the program has heard of them.
std::vector<Kind> oddKinds() {
    std::vector<Kind> all = samples::makeKinds();
    for (Kind& kind : all) {
        if (kind.description.name != "odd") continue;
        kind.description.title = "Odd";
        kind.description.help = "A kind that the studio does not know.";
        auto& parameters = kind.description.parameters;
        parameters.push_back({.key = "grid",
                              .title = "Grid",
                              .type = ParameterType::matrix,
                              .oddOnly = true,
                              .minimumCount = 1,
                              .maximumCount = 7});
        parameters.push_back(
            {.key = "formula", .type = ParameterType::expression, .variables = {"x", "y", "width"}});
        parameters.push_back({.key = "range",
                              .title = "Range",
                              .type = ParameterType::length,
                              .unit = "um",
                              .minimum = 0.01,
                              .maximum = 1000,
                              .fallback = "1 um",
                              .group = "Lengths"});
        for (ParameterDescription& parameter : parameters) {
            if (parameter.key == "ramp") {
                parameter.variables = {"d", "D", "um"};
                parameter.axes = {"d", "z", "reach", "D"};
            }
        }
    }
    return all;
}

constexpr const char* design = R"yaml(burin: 1
pixel: 2 um
nodes:
  surface: {kind: root, width: 100, height: 100, inputs: [{data: it}]}
  it: {kind: odd, reach: 24, inputs: [{data: a}, {mask: b}, {data: c, at: [3, 4]}]}
  a: {kind: odd}
  b: {kind: odd}
  c: {kind: odd}
)yaml";

}  // namespace

class TestInspector : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        studio_ = std::make_unique<StudioTest>(kinds_);
        panel_ = std::make_unique<InspectorPanel>(studio_->session());
        panel_->resize(336, 1800);
        panel_->show();
        panel_->activateWindow();
        QCOMPARE(studio_->load(design), QString());
        studio_->selection.select({"it"});
        QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
    }
    void cleanup() {
        panel_.reset();
        studio_.reset();
    }

    void nothingSelectedSaysSo() {
        studio_->selection.select({});
        QVERIFY(child<QLabel>("nothing")->isVisible());
        QCOMPARE(child<QLabel>("nothing")->text(), QString("Select a node."));
    }

    void ofSeveralTheActiveOneIsShown() {
        studio_->selection.select({"a", "it"}, "it");
        type("field.level", "0.125");
        QVERIFY(body("it").contains("level: 0.125"));
        QVERIFY(!body("a").contains("level"));
    }

    void everyParameterOfEveryKindHasAnEditor() {
        for (const Kind& kind : kinds_) {
            studio_->document.edit("Add", [&](DesignEdit& edit) {
                if (edit.node("probe") != nullptr) edit.removeNodes(std::vector<std::string>{"probe"}, false);
                edit.addNode("probe", kind.description.name);
            });
            studio_->selection.select({});
            studio_->selection.select({"probe"});
            for (const ParameterDescription& parameter : kind.description.parameters) {
                auto* row = child<ParameterRow>("row." + key(parameter.key));
                QVERIFY2(row != nullptr, std::string(parameter.key).c_str());
                QVERIFY(row->editor()->first() != nullptr);
            }
        }
    }

    void typedFieldsAreWritten_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        const auto row = [](const char* field, const char* typed, const char* written) {
            QTest::newRow(field) << QString("field.") + field << typed << written;
        };
        row("level", "0,25", "level: 0.25");
        row("weight", "1/4", "weight: 0.25");
        row("count", "3 + 4", "count: 7");
        row("side", "5", "side: 5");
        row("reach", "12 um * 2", "reach: 24 um");
        row("thickness", "0.5mm", "thickness: 0.5 mm");
        row("u.x", "10 mm", "u: [10 mm, 0]");
        row("label", "hello: you", "label: \"hello: you\"");
        row("picture", "a picture.tif", "picture: a picture.tif");
        row("scale.x", "2", "scale: 2");
        row("target.y", "30 mm", "target: [30 mm, 30 mm]");
        row("range", "2*pi um", "range: 6.2831853071796 um");
    }
    void typedFieldsAreWritten() {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, written);
        type(field, typed);
        QVERIFY2(body("it").contains(written), qPrintable(body("it")));
        QCOMPARE(studio_->document.history().count(), 1);
        studio_->document.history().undo();
        QVERIFY(!body("it").contains(written));
    }

    void aSumShowsWhatItComesTo() {
        auto* field = focused("field.reach");
        field->selectAll();
        QTest::keyClicks(field, "12 um * 2");
        QVERIFY(said("= 24 \u00B5m = 12 px"));
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), QString("24 px"));
        QCOMPARE(studio_->document.history().count(), 0);
    }

    void aFieldWithoutSenseKeepsItsTextAndSaysWhy() {
        type("field.reach", "12 km");
        QCOMPARE(child<QLineEdit>("field.reach")->text(), QString("12 km"));
        QVERIFY(child<QLabel>("problem.reach")->isVisible());
        QCOMPARE(studio_->document.history().count(), 0);
        QTest::keyClick(child<QLineEdit>("field.reach"), Qt::Key_Escape);
        QVERIFY(!child<QLabel>("problem.reach")->isVisible());
    }

    void anErrorOfTheDesignStandsBelowItsRow() {
        type("field.reach", "2000");
        QVERIFY(body("it").contains("reach: 2000"));
        QVERIFY(child<QLabel>("problem.reach")->text().contains("out of range"));
        type("field.reach", "20");
        QVERIFY(!child<QLabel>("problem.reach")->isVisible());
    }

    void theDigitStepsAndARunIsOneStep() {
        auto* field = focused("field.reach");
        field->setCursorPosition(2);
        QTest::keyClick(field, Qt::Key_Up);
        QTest::keyClick(field, Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY2(body("it").contains("reach: 35"), qPrintable(body("it")));
        field->setCursorPosition(1);
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY(body("it").contains("reach: 25"));
        QCOMPARE(studio_->document.history().count(), 1);
        studio_->document.history().undo();
        QVERIFY(body("it").contains("reach: 24"));
        QCOMPARE(field->text(), QString("24 px"));
    }

    void stepsStayInsideTheLimits() {
        type("field.side", "255");
        auto* field = focused("field.side");
        field->setCursorPosition(3);
        QTest::keyClick(field, Qt::Key_Up);
        QVERIFY(body("it").contains("side: 255"));
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY2(body("it").contains("side: 253"), qPrintable(body("it")));
    }

    void theWheelStepsOnlyWhatHasTheFocus() {
        auto* field = child<QLineEdit>("field.reach");
        const auto turn = [&] {
            QWheelEvent event(QPointF(5, 5), field->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, 120), {}, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(field, &event);
        };
        child<QLineEdit>("name")->setFocus();
        turn();
        QVERIFY(body("it").contains("reach: 24"));
        focused("field.reach")->setCursorPosition(2);
        turn();
        QVERIFY(body("it").contains("reach: 25"));
    }

    void aSliderDragIsOneStep() {
        auto* slider = child<ValueSlider>("slider.level");
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(10, 12));
        for (int x = 12; x < slider->width(); x += 6)
            QTest::mouseMove(slider, QPoint(x, 12));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 1, 12));
        QTest::mouseMove(slider, QPoint(10, 12));
        const double level = studio_->document.node("it")->values.as<double>("level");
        QVERIFY(level > 0.9 && level <= 1);
        QCOMPARE(studio_->document.history().count(), 1);
        QTest::keyClick(slider, Qt::Key_End);
        QTest::keyClick(slider, Qt::Key_Left);
        QVERIFY2(body("it").contains("level: 0.99"), qPrintable(body("it")));
    }

    void aSliderOfWholeNumbersMovesByOne() {
        type("field.count", "7");
        auto* slider = child<ValueSlider>("slider.count");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QVERIFY2(body("it").contains("count: 8"), qPrintable(body("it")));
        QTest::keyClick(slider, Qt::Key_End);
        QVERIFY(body("it").contains("count: 31"));
    }

    void aSliderKeepsTheUnit() {
        type("field.reach", "0.5 mm");
        auto* slider = child<ValueSlider>("slider.reach");
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() - 1, 12));
        QVERIFY2(body("it").contains("reach: 2.046 mm"), qPrintable(body("it")));
    }

    void aDoubleClickOnTheNameResets() {
        type("field.level", "0.75");
        QTest::mouseDClick(child<QWidget>("label.level"), Qt::LeftButton);
        QVERIFY(!body("it").contains("level"));
        QCOMPARE(child<QLineEdit>("field.level")->text(), QString("0.5"));
    }

    void controlZeroResets() {
        type("field.level", "0.75");
        QTest::keyClick(focused("field.level"), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(!body("it").contains("level"));
    }

    void anEmptyFieldIsTheDefault() {
        type("field.target.x", "5");
        QVERIFY(body("it").contains("target: [5, 5]"));
        auto* field = focused("field.target.x");
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!body("it").contains("target"));
    }

    void yesAndNo() {
        auto* box = child<QCheckBox>("field.flag");
        QVERIFY(box->isChecked());
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY(body("it").contains("flag: false"));
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(body("it").contains("flag: true"));
    }

    void aChoiceBySwitch() {
        auto* words = child<SegmentedSwitch>("field.mode");
        QCOMPARE(words->chosen(), 0);
        QTest::mouseClick(words, Qt::LeftButton, {}, words->segment(2).center());
        QVERIFY(body("it").contains("mode: add"));
        QTest::keyClick(words, Qt::Key_Left);
        QVERIFY(body("it").contains("mode: mean"));
    }

    void aFileIsChosenRelativeToTheDesign() {
        QTest::mouseClick(child<QToolButton>("choose.picture"), Qt::LeftButton);
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        emit dialog->fileSelected(QDir::currentPath() + "/images/logo.tif");
        dialog->close();
        QVERIFY2(body("it").contains("picture: images/logo.tif"), qPrintable(body("it")));
    }

    void aScaleIsOneNumberOrTwo() {
        type("field.scale.x", "3");
        QVERIFY(body("it").contains("scale: 3"));
        QTest::mouseClick(child<QToolButton>("lock.scale"), Qt::LeftButton);
        QVERIFY(body("it").contains("scale: [3, 3]"));
        type("field.scale.y", "4");
        QVERIFY(body("it").contains("scale: [3, 4]"));
    }

    void numbersByName() {
        QTest::mouseClick(child<QPushButton>("add.names"), Qt::LeftButton);
        QVERIFY2(body("it").contains("names: {a: 1}"), qPrintable(body("it")));
        type("name.names.0", "depth");
        QVERIFY(body("it").contains("names: {depth: 1}"));
        auto* number = child<QWidget>("number.names.0")->findChild<QLineEdit*>();
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, "+1\r");
        QVERIFY2(body("it").contains("names: {depth: 2}"), qPrintable(body("it")));
        auto* slider = child<QWidget>("number.names.0")->findChild<ValueSlider*>();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QVERIFY(body("it").contains("names: {depth: 0}"));
        QTest::mouseClick(child<QToolButton>("remove.names.0"), Qt::LeftButton);
        QVERIFY(!body("it").contains("names"));
    }

    void aCurveByMouse() {
        QTest::mouseClick(child<QPushButton>("begin.curve"), Qt::LeftButton);
        QVERIFY2(body("it").contains("curve: [[0, 0], [1, 1]]"), qPrintable(body("it")));
        auto* plot = child<CurvePlot>("curve.curve");
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->toWidget({0.5, 0.75}).toPoint());
        QCOMPARE(plot->points().size(), 3U);
        const int steps = studio_->document.history().count();
        drag(plot, plot->toWidget(plot->points()[1]).toPoint(), plot->toWidget({0.25, 0.5}).toPoint());
        QCOMPARE(studio_->document.history().count(), steps + 1);
        QVERIFY(std::abs(plot->points()[1].x - 0.25) < 0.01);
        QVERIFY(std::abs(plot->points()[1].y - 0.5) < 0.01);
        // A hand that shakes does not move the other axis.
        const QPoint end = plot->toWidget({1, 1}).toPoint();
        drag(plot, end, end + QPoint(-2, 40));
        QCOMPARE(plot->points()[2].x, 1.0);
        QVERIFY(plot->points()[2].y < 0.9);
        // x stays increasing, and all inside the limits.
        drag(plot, plot->toWidget(plot->points()[1]).toPoint(), plot->toWidget({-3, 7}).toPoint());
        QVERIFY(plot->points()[1].x > 0);
        QCOMPARE(plot->points()[1].y, 1.0);
        QVERIFY(studio_->document.design()->errorsOf(*studio_->document.design()->find("it")).empty());
    }

    void aCurveByKeys() {
        QTest::mouseClick(child<QPushButton>("begin.curve"), Qt::LeftButton);
        auto* plot = child<CurvePlot>("curve.curve");
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Insert);
        QVERIFY2(body("it").contains("[[0, 0], [0.5, 0.5], [1, 1]]"), qPrintable(body("it")));
        QTest::keyClick(plot, Qt::Key_Up, Qt::ShiftModifier);
        QTest::keyClick(plot, Qt::Key_Right);
        QVERIFY2(body("it").contains("[0.51, 0.6]"), qPrintable(body("it")));
        QTest::keyClick(plot, Qt::Key_Period);
        QTest::keyClick(plot, Qt::Key_Down);
        QVERIFY(body("it").contains("[1, 0.99]"));
        QTest::keyClick(plot, Qt::Key_Comma);
        QTest::keyClick(plot, Qt::Key_Delete);
        QVERIFY(body("it").contains("curve: [[0, 0], [1, 0.99]]"));
        QTest::keyClick(plot, Qt::Key_Delete);
        QVERIFY(body("it").contains("curve: [[0, 0], [1, 0.99]]"));
    }

    void aCurveByTable() {
        QTest::mouseClick(child<QPushButton>("begin.curve"), Qt::LeftButton);
        auto* table = child<QTableWidget>("table.curve");
        table->item(0, 1)->setText("1/4");
        QVERIFY2(body("it").contains("curve: [[0, 0.25], [1, 1]]"), qPrintable(body("it")));
        table->item(0, 1)->setText("nonsense");
        QVERIFY(body("it").contains("curve: [[0, 0.25], [1, 1]]"));
        QVERIFY(child<QLabel>("problem.curve")->isVisible());
    }

    void anExpressionIsTakenByEnter() {
        auto* field = text("field.formula");
        QTest::keyClicks(field, "x + 1");
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(body("it").contains("formula: \"x + 1\""));
    }

    void anExpressionIsTakenAsItIsTyped() {
        auto* field = text("field.formula");
        QTest::keyClicks(field, "x + 1");
        QTRY_VERIFY(body("it").contains("formula: \"x + 1\""));
        QTest::keyClicks(field, "23");
        QTRY_VERIFY(body("it").contains("formula: \"x + 123\""));
        QCOMPARE(studio_->document.history().count(), 1);
    }

    void aWrongExpressionSaysTheColumnAndSavesByEnter() {
        auto* field = text("field.formula");
        QTest::keyClicks(field, "x + $");
        QVERIFY2(said("Column 5: Unexpected '$'. Remove it."), qPrintable(body("it")));
        QCOMPARE(studio_->document.history().count(), 0);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(body("it").contains("formula: \"x + $\""));
        QVERIFY(said("Column 5: Unexpected '$'. Remove it."));
    }

    void escapeRestoresAnExpression() {
        auto* field = text("field.ramp");
        field->selectAll();
        QTest::keyClicks(field, "2");
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->toPlainText(), QString("1 - d / D"));
        QCOMPARE(studio_->document.history().count(), 0);
    }

    void namesAreCompleted() {
        auto* field = text("field.formula");
        QTest::keyClicks(field, "smoo");
        QTest::keyClick(field, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(field->toPlainText(), QString("smoothstep("));
        QTest::keyClicks(field, "wi");
        QTest::keyClick(field, Qt::Key_Space, Qt::ControlModifier);
        QCOMPARE(field->toPlainText(), QString("smoothstep(width"));
        QTest::keyClicks(field, ", si");
        QTest::keyClick(field, Qt::Key_Space, Qt::ControlModifier);
        auto* list = qobject_cast<QListView*>(QApplication::activePopupWidget());
        QVERIFY(list != nullptr);
        QVERIFY(list->model()->rowCount() >= 3);  // sin, sinh, sign
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY2(field->toPlainText().startsWith("smoothstep(width, si"), qPrintable(field->toPlainText()));
        QVERIFY(field->toPlainText().endsWith('('));
    }

    void anExpressionDrawsItsCurveAndSaysItsRange() {
        QVERIFY(said("z from 0 to 1"));
        QVERIFY(child<CurvePlot>("curve.ramp")->points().size() == 2);
        screenshot(*panel_, "inspector-odd");
    }

    void draggingAPointOfAnExpressionMakesPoints() {
        auto* plot = child<CurvePlot>("curve.ramp");
        drag(plot, plot->toWidget({24, 0}).toPoint(), plot->toWidget({24, 0.5}).toPoint());
        QVERIFY2(body("it").contains("ramp: [[0, 1], [24, 0.5]]"), qPrintable(body("it")));
        QCOMPARE(child<SegmentedSwitch>("mode.ramp")->chosen(), 1);
        QTest::keyClick(child<SegmentedSwitch>("mode.ramp"), Qt::Key_Left);
        QVERIFY2(body("it").contains("ramp: \"1 - d / D\""), qPrintable(body("it")));
        QTest::mouseClick(child<SegmentedSwitch>("mode.ramp"), Qt::LeftButton, {},
                          child<SegmentedSwitch>("mode.ramp")->segment(1).center());
        QVERIFY2(body("it").contains("ramp: [[0, 1], [24, 0]]"), qPrintable(body("it")));
    }

    void aMatrixIsAGrid() {
        QTest::mouseClick(child<QPushButton>("begin.grid"), Qt::LeftButton);
        QVERIFY2(body("it").contains("grid: [[0, 0, 0], [0, 1, 0], [0, 0, 0]]"), qPrintable(body("it")));
        auto* table = child<QTableWidget>("table.grid");
        table->setFocus();
        table->setCurrentCell(1, 1);
        QTest::keyClick(table, Qt::Key_F2);
        auto* cell = table->findChild<QLineEdit*>();
        QVERIFY(cell != nullptr);
        cell->selectAll();
        QTest::keyClicks(cell, "2*4");
        QTest::keyClick(cell, Qt::Key_Return);
        QTRY_VERIFY2(body("it").contains("[0, 8, 0]"), qPrintable(body("it")));
        auto* columns = child<QLineEdit>("columns.grid");
        columns->setFocus();
        QTest::keyClick(columns, Qt::Key_Up);
        QVERIFY2(body("it").contains("[0, 8, 0, 0, 0]"), qPrintable(body("it")));
        type("rows.grid", "1");
        QVERIFY(body("it").contains("grid: [[0, 0, 0, 0, 0]]"));
    }

    void oneOfSeveral() {
        auto* keys = child<QComboBox>("key.shape");
        keys->setFocus();
        QCOMPARE(keys->currentIndex(), -1);
        QTest::keyClick(keys, Qt::Key_Down);
        QVERIFY2(body("it").contains("shape: {box: 1}"), qPrintable(body("it")));
        type("field.box", "3");
        QVERIFY(body("it").contains("shape: {box: 3}"));
        QTest::keyClick(keys, Qt::Key_Down);
        QVERIFY2(body("it").contains("shape: {gaussian: 1}"), qPrintable(body("it")));
        QTest::keyClick(keys, Qt::Key_Down);
        QTest::mouseClick(child<SegmentedSwitch>("field.laplacian"), Qt::LeftButton, {},
                          child<SegmentedSwitch>("field.laplacian")->segment(1).center());
        QVERIFY(body("it").contains("shape: {laplacian: 8}"));
        QTest::keyClick(keys, Qt::Key_End);
        QVERIFY2(body("it").contains("shape: {matrix: [[0, 0, 0], [0, 1, 0], [0, 0, 0]]}"),
                 qPrintable(body("it")));
        // What a key held is still there when one comes back to it.
        QTest::keyClick(keys, Qt::Key_Home);
        QVERIFY(body("it").contains("shape: {box: 3}"));
    }

    void theNodeIsRenamed() {
        type("name", "lattice");
        QVERIFY(studio_->document.node("lattice") != nullptr);
        QCOMPARE(studio_->selection.active(), QString("lattice"));
        QVERIFY(studio_->document.text().contains("data: lattice"));
        type("field.level", "0.25");
        QVERIFY(body("lattice").contains("level: 0.25"));
    }

    void aNameThatIsTakenIsRefused() {
        type("name", "b");
        QVERIFY(studio_->document.node("it") != nullptr);
        QVERIFY(child<QLabel>("problem.node")->isVisible());
        QTest::keyClick(child<QLineEdit>("name"), Qt::Key_Escape);
        QCOMPARE(child<QLineEdit>("name")->text(), QString("it"));
    }

    void muteAndSolo() {
        QTest::mouseClick(child<QToolButton>("mute"), Qt::LeftButton);
        QVERIFY(body("it").contains("muted: true"));
        child<QToolButton>("mute")->setFocus();
        QTest::keyClick(child<QToolButton>("mute"), Qt::Key_Space);
        QVERIFY(!body("it").contains("muted"));
        QTest::mouseClick(child<QToolButton>("solo"), Qt::LeftButton);
        QCOMPARE(studio_->selection.solo(), QString("it"));
        studio_->selection.select({"surface"});
        QVERIFY(child<QToolButton>("mute")->isHidden());
    }

    void inputsAreReorderedByKeysAndMouse() {
        auto* first = child<QWidget>("input.0");
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Down, Qt::AltModifier);
        QVERIFY2(order() == "b a c", qPrintable(order()));
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("input.1"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(order(), QString("a b c"));
        auto* last = child<QWidget>("input.2");
        drag(last, QPoint(4, 16), QPoint(4, -50));
        QCOMPARE(order(), QString("c a b"));
    }

    void inputsAreUnlinkedByKeysAndMouse() {
        auto* middle = child<QWidget>("input.1");
        middle->setFocus();
        QTest::keyClick(middle, Qt::Key_Delete);
        QCOMPARE(order(), QString("a c"));
        QTest::mouseClick(child<QToolButton>("unlink.0"), Qt::LeftButton);
        QCOMPARE(order(), QString("c"));
        QVERIFY(child<QLineEdit>("at.0.x")->text() == "3 px");
    }

    void inputsAreMoved() {
        type("at.0.x", "10 um");
        QVERIFY2(body("it").contains("at: [10 um, 0]"), qPrintable(body("it")));
        type("at.2.x", "0");
        type("at.2.y", "0");
        QCOMPARE(body("it").count("at:"), 1);
    }

    void aNodeIsBoundedOrNot() {
        auto* box = child<QCheckBox>("bounded");
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY(body("it").contains("width: 256"));
        type("field.width", "3 mm");
        QVERIFY(body("it").contains("width: 3 mm"));
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(!body("it").contains("width"));
        QVERIFY(!body("it").contains("height"));
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(body("it").contains("width: 3 mm"));
    }

    void theSurfaceHasPitchAndJob() {
        studio_->selection.select({"surface"});
        type("field.pixel", "5");
        QVERIFY2(studio_->document.text().contains("pixel: 5 um"), qPrintable(studio_->document.text()));
        type("field.spot", "8 um");
        type("field.field.x", "2.1 m");
        QVERIFY2(studio_->document.text().contains("spot: 8 um"), qPrintable(studio_->document.text()));
        QVERIFY(studio_->document.text().contains("field: [2.1 m, 2.1 m]"));
        type("field.overscan", "-1 mm");
        QVERIFY(child<QLabel>("problem.overscan")->text().contains("out of range"));
        QTest::keyClick(focused("field.overscan"), Qt::Key_0, Qt::ControlModifier);
        QTest::keyClick(focused("field.spot"), Qt::Key_0, Qt::ControlModifier);
        QTest::keyClick(focused("field.field.x"), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(!studio_->document.text().contains("job"));
    }

    void aRevealedParameterGetsTheKeyboard() {
        studio_->selection.reveal("a", "thickness");
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("field.thickness"));
        studio_->selection.reveal("it", "ramp");
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("field.ramp"));
    }

    void aHeadingFolds() {
        auto* heading = child<QWidget>("heading.Size");
        QTest::mouseClick(heading, Qt::LeftButton);
        QVERIFY(!child<QCheckBox>("bounded")->isVisible());
        studio_->selection.select({"a"});
        QVERIFY(!child<QCheckBox>("bounded")->isVisible());
        heading = child<QWidget>("heading.Size");
        heading->setFocus();
        QTest::keyClick(heading, Qt::Key_Right);
        QVERIFY(child<QCheckBox>("bounded")->isVisible());
    }

    void helpAsksForThePageOfTheKind() {
        QSignalSpy asked(panel_.get(), &InspectorPanel::helpRequested);
        QTest::keyClick(focused("field.level"), Qt::Key_F1);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QString("odd"));
    }

    void anInputIsReadAsAnotherTrait() {
        auto* row = child<QWidget>("input.0");
        for (QAction* action : row->actions()) {
            if (action->text() == "Read as mask") action->trigger();
        }
        QVERIFY2(body("it").contains("inputs: [{mask: a}"), qPrintable(body("it")));
    }

    void anUnknownKindIsChosenAnew() {
        studio_->document.edit("Break",
                               [](DesignEdit& edit) { edit.setValue("it", "kind", yamlScalar("odf")); });
        QCOMPARE(child<QLabel>("kind")->text(), QString("unknown kind"));
        QVERIFY(child<QLabel>("problem.kind")->text().contains("odd"));
        auto* list = child<QComboBox>("field.kind");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        QVERIFY2(body("it").contains("kind: odd"), qPrintable(body("it")));
        QVERIFY(child<QLineEdit>("field.level") != nullptr);
    }

    void whatIsNotUnderstoodCanBeRemoved() {
        studio_->document.edit("Break",
                               [](DesignEdit& edit) { edit.setValue("it", "colour", yamlScalar("red")); });
        QVERIFY(child<QLabel>("problem.node")->text().contains("colour"));
        QTest::mouseClick(child<QPushButton>("remove.colour"), Qt::LeftButton);
        QVERIFY(!body("it").contains("colour"));
        QVERIFY(!child<QLabel>("problem.node")->isVisible());
    }

    void whatIsPressedStaysUnderTheMouse() {
        QVERIFY(child<QCheckBox>("bounded")->isVisible());
        auto* field = focused("field.reach");
        field->selectAll();
        QTest::keyClicks(field, "2000");  // its error will take room, its hint give some
        QCoreApplication::processEvents();
        auto* box = child<QCheckBox>("bounded");
        auto* window = panel_->windowHandle();
        const QPoint place = box->mapTo(panel_.get(), QPoint(8, box->height() / 2));
        QTest::mousePress(window, Qt::LeftButton, {}, place);
        QCoreApplication::processEvents();
        QVERIFY(body("it").contains("reach: 2000"));
        QTest::mouseRelease(window, Qt::LeftButton, {}, place);
        QVERIFY(body("it").contains("width"));
        QTRY_VERIFY(box->mapTo(panel_.get(), QPoint(8, box->height() / 2)) != place);
    }

    void tabWalksFromTopToBottom() {
        QTest::mouseClick(child<QPushButton>("begin.curve"), Qt::LeftButton);
        child<QLineEdit>("name")->setFocus();
        int y = -1;
        QStringList visited;
        for (int i = 0; i < 100; ++i) {
            QCoreApplication::processEvents();  // hints come and go
            const QWidget* focus = QApplication::focusWidget();
            const int next = focus->mapTo(panel_.get(), QPoint(0, focus->height() / 2)).y() +
                             panel_->findChild<QScrollArea*>()->verticalScrollBar()->value();
            visited << focus->objectName();
            if (focus->objectName() == "bounded") break;
            QVERIFY2(next >= y - 24, qPrintable(visited.join(' ')));
            y = next;
            QTest::keyClick(const_cast<QWidget*>(focus), Qt::Key_Tab);
        }
        for (const char* name : {"slider.level", "field.level", "field.scale.x", "lock.scale",
                                 "field.target.y", "curve.curve", "table.curve", "mode.ramp", "field.ramp",
                                 "key.shape", "input.0", "at.0.x", "at.2.y", "bounded"})
            QVERIFY2(visited.contains(name), name);
    }

    void aClickBesideTakesWhatIsTyped() {
        auto* field = focused("field.level");
        field->selectAll();
        QTest::keyClicks(field, "0.375");
        QTest::mouseClick(panel_->windowHandle(), Qt::LeftButton, {}, QPoint(panel_->width() / 2, 1790));
        QVERIFY2(body("it").contains("level: 0.375"), qPrintable(body("it")));
        QVERIFY(!child<QLineEdit>("field.level")->hasFocus());
    }

    void shortcutsGoToTheFirstParameter() {
        panel_->setFocus(Qt::ShortcutFocusReason);
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("field.level"));
    }

    void theThemeMayChange() {
        focused("field.level")->setText("0.25");
        studio_->theme.choose(ThemeChoice::light);
        QVERIFY(child<QLineEdit>("field.level") != nullptr);
        studio_->theme.choose(ThemeChoice::dark);
    }

    void aRemovedNodeLeavesNothing() {
        focused("field.level")->setText("0.3");
        studio_->document.edit(
            "Delete", [](DesignEdit& edit) { edit.removeNodes(std::vector<std::string>{"it"}, false); });
        QVERIFY(child<QLabel>("nothing")->isVisible());
        studio_->document.history().undo();
        QVERIFY(child<QLineEdit>("field.level") != nullptr);
    }

    void whatIsHalfTypedIsTakenBeforeAnotherNodeComes() {
        auto* field = focused("field.level");
        field->selectAll();
        QTest::keyClicks(field, "0.375");
        studio_->selection.select({"a"});
        QVERIFY(body("it").contains("level: 0.375"));
        QVERIFY(!body("a").contains("level"));
    }

  private:
    template <class T>
    [[nodiscard]] T* child(const QString& name) const {
        // Of widgets that wait for their deletion the newest counts.
        const QList<T*> all = panel_->findChildren<T*>(name);
        return all.isEmpty() ? nullptr : all.last();
    }
    [[nodiscard]] static QString key(std::string_view key) {
        return QString::fromStdString(std::string(key));
    }
    [[nodiscard]] QLineEdit* focused(const QString& name) const {
        auto* field = child<QLineEdit>(name);
        field->setFocus();
        return field;
    }
    [[nodiscard]] QPlainTextEdit* text(const QString& name) const {
        auto* field = child<QPlainTextEdit>(name);
        field->setFocus();
        return field;
    }
    void type(const QString& name, const QString& typed) const {
        auto* field = focused(name);
        field->selectAll();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
    }
    static void drag(QWidget* widget, QPoint from, QPoint to) {
        QTest::mousePress(widget, Qt::LeftButton, {}, from);
        for (int i = 1; i <= 4; ++i)
            QTest::mouseMove(widget, from + (to - from) * i / 4);
        QTest::mouseRelease(widget, Qt::LeftButton, {}, to);
    }
    [[nodiscard]] QString body(const QString& node) const {
        const YamlValue* value = studio_->document.nodeText(node);
        return value == nullptr ? QString() : QString::fromStdString(writeYaml(*value));
    }
    /// The children of the node, in order.
    [[nodiscard]] QString order() const {
        QStringList names;
        for (const DesignLink& link : studio_->document.node("it")->links)
            names << QString::fromStdString(link.childName);
        return names.join(' ');
    }
    /// Whether a label that is seen says so.
    [[nodiscard]] bool said(const char* words) const {
        for (const QLabel* label : panel_->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text() == QString::fromUtf8(words)) return true;
        }
        return false;
    }

    const std::vector<Kind> kinds_ = oddKinds();
    std::unique_ptr<StudioTest> studio_;
    std::unique_ptr<InspectorPanel> panel_;
};

QTEST_MAIN(TestInspector)
#include "test_inspector.moc"
