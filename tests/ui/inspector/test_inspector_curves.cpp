// SPDX-License-Identifier: GPL-3.0-or-later

// Functions of one or more variables: curves by points, expressions, and the conversion between them.

#include "support/testing.hpp"
#include "tests/ui/inspector/inspector_test.hpp"
#include "ui/inspector/fields/curve_plot.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"

#include <QApplication>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>

namespace burin::ui {

namespace {

constexpr const char* toned = R"yaml(burin: 2
pixel: 1 um
groups:
  toned:
    parameters:
      level: {type: number, default: 0.4}
    output: tone
    nodes:
      tone: {kind: curve, points: [[0, 0.10], [0.5, "= level / 2"], [1, 1]], inputs: [data: dots]}
      dots: {kind: math2d, width: 40, height: 40, expression: "x / 40"}
nodes:
  surface: {kind: root, width: 40, height: 40, inputs: [data: wall]}
  wall: {kind: group, group: toned}
)yaml";

/// The focused field of an expression.
QPlainTextEdit* expression(const InspectorTest& test, const QString& name) {
    auto* field = test.child<QPlainTextEdit>(name);
    field->setFocus();
    return field;
}

}  // namespace

class TestInspectorCurves : public QObject {
    Q_OBJECT

  private slots:
    void aCurveByMouse() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.curve"), Qt::LeftButton);
        QVERIFY2(test.body("it").contains("curve: [[0, 0], [1, 1]]"), qPrintable(test.body("it")));
        auto* plot = test.child<CurvePlot>("curve.curve");
        QTest::mouseDClick(plot, Qt::LeftButton, {}, plot->toWidget({0.5, 0.75}).toPoint());
        QCOMPARE(plot->points().size(), 3U);
        const int steps = test.document.history().count();
        test.drag(plot, plot->toWidget(plot->points()[1]).toPoint(), plot->toWidget({0.25, 0.5}).toPoint());
        QCOMPARE(test.document.history().count(), steps + 1);
        QVERIFY(std::abs(plot->points()[1].x - 0.25) < 0.01);
        QVERIFY(std::abs(plot->points()[1].y - 0.5) < 0.01);
        // A slightly shaking hand does not move the other axis.
        const QPoint end = plot->toWidget({1, 1}).toPoint();
        test.drag(plot, end, end + QPoint(-2, 40));
        QCOMPARE(plot->points()[2].x, 1.0);
        QVERIFY(plot->points()[2].y < 0.9);
        // x stays increasing, and all points stay inside the limits.
        test.drag(plot, plot->toWidget(plot->points()[1]).toPoint(), plot->toWidget({-3, 7}).toPoint());
        QVERIFY(plot->points()[1].x > 0);
        QCOMPARE(plot->points()[1].y, 1.0);
        QVERIFY(test.document.design()->errorsOf(*test.document.design()->find("it")).empty());
    }

    /// A formula is shown by its result, and stays until its own number is changed.
    void anEditKeepsFormulasOfOtherPoints() {
        StudioTest studio;
        QCOMPARE(studio.load(toned), QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 2000);
        panel.show();
        QVERIFY(studio.document.scope().enter("wall"));
        studio.selection.select({"tone"});
        const auto text = [&studio] {
            return QString::fromStdString(writeYaml(*studio.document.nodeText("tone")));
        };
        auto* table = panel.findChildren<QTableWidget*>("table.points").last();
        QCOMPARE(table->rowCount(), 3);
        QCOMPARE(table->item(1, 1)->text(), QString("0.2"));
        table->item(2, 1)->setText("0.9");
        QVERIFY2(text().contains("[[0, 0.10], [0.5, ") && text().contains("= level / 2"), qPrintable(text()));
        QVERIFY2(text().contains("[1, 0.9]]"), qPrintable(text()));
        table->item(1, 1)->setText("0.3");
        QVERIFY2(text().contains("[[0, 0.10], [0.5, 0.3], [1, 0.9]]"), qPrintable(text()));
    }

    /// The unit makes the last number so long that it reaches the one before it.
    void theNumbersOfAnAxisDoNotTouch_data() {
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("all");
        QTest::newRow("short numbers") << 100.0 << 312 << true;
        QTest::newRow("four digits") << 1000.0 << 312 << false;
        QTest::newRow("a narrow plot") << 1000.0 << 160 << false;
    }
    void theNumbersOfAnAxisDoNotTouch() {
        QFETCH(double, high);
        QFETCH(int, width);
        const InspectorTest test;
        CurvePlot plot(test.theme);
        plot.resize(width, 168);
        plot.setAxes({0, high}, {0, 1}, "px");
        const std::vector<AxisLabel> labels = plot.labels();
        QTEST(labels.size() == axisTicks({0, high}, 4).size(), "all");
        QCOMPARE(labels.front().text, QString::number(high) + " px");
        QCOMPARE(labels.back().text, QString("0"));
        for (std::size_t i = 0; i < labels.size(); ++i) {
            QVERIFY2(labels[i].place.right() <= plot.width(), qPrintable(labels[i].text));
            QVERIFY2(i == 0 || labels[i].place.right() < labels[i - 1].place.left(),
                     qPrintable(labels[i].text));
        }
    }

    void theNumbersBesideAnAxisHaveRoom_data() {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("a depth") << 0.0 << 1.0;
        QTest::newRow("a sign and decimals") << -0.5 << 0.5;
        QTest::newRow("a small range") << 0.0 << 0.004;
        QTest::newRow("large numbers") << -20000.0 << 0.0;
    }
    void theNumbersBesideAnAxisHaveRoom() {
        QFETCH(double, low);
        QFETCH(double, high);
        const InspectorTest test;
        CurvePlot plot(test.theme);
        plot.resize(312, 168);
        plot.setAxes({0, 60}, {low, high}, "px");
        const QFontMetricsF metrics(test.theme.numbers(11));
        for (const double tick : axisTicks({low, high}, 2)) {
            const double wide = metrics.horizontalAdvance(QString::number(tick));
            QVERIFY2(plot.toWidget({0, tick}).x() > wide, qPrintable(QString::number(tick)));
        }
    }

    void aCurveByKeys() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.curve"), Qt::LeftButton);
        auto* plot = test.child<CurvePlot>("curve.curve");
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Insert);
        QVERIFY2(test.body("it").contains("[[0, 0], [0.5, 0.5], [1, 1]]"), qPrintable(test.body("it")));
        QTest::keyClick(plot, Qt::Key_Up, Qt::ShiftModifier);
        QTest::keyClick(plot, Qt::Key_Right);
        QVERIFY2(test.body("it").contains("[0.51, 0.6]"), qPrintable(test.body("it")));
        QTest::keyClick(plot, Qt::Key_Period);
        QTest::keyClick(plot, Qt::Key_Down);
        QVERIFY(test.body("it").contains("[1, 0.99]"));
        QTest::keyClick(plot, Qt::Key_Comma);
        QTest::keyClick(plot, Qt::Key_Delete);
        QVERIFY(test.body("it").contains("curve: [[0, 0], [1, 0.99]]"));
        QTest::keyClick(plot, Qt::Key_Delete);
        QVERIFY(test.body("it").contains("curve: [[0, 0], [1, 0.99]]"));
    }

    void aPressOfAKeyIsAStepOfItsOwn() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.curve"), Qt::LeftButton);
        auto* plot = test.child<CurvePlot>("curve.curve");
        plot->setFocus();
        const int steps = test.document.history().count();
        QTest::keyClick(plot, Qt::Key_Insert);
        QTest::keyClick(plot, Qt::Key_Up);
        QTest::keyClick(plot, Qt::Key_Up);
        QTest::keyClick(plot, Qt::Key_Delete);
        QCOMPARE(test.document.history().count(), steps + 4);
        test.document.history().undo();
        test.document.history().undo();
        QVERIFY2(test.body("it").contains("[0.5, 0.51]"), qPrintable(test.body("it")));
    }

    void aKeyThatIsHeldIsOneStep() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.curve"), Qt::LeftButton);
        auto* plot = test.child<CurvePlot>("curve.curve");
        plot->setFocus();
        const int steps = test.document.history().count();
        for (int i = 0; i < 5; ++i) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_Up, {}, {}, i > 0);
            QCoreApplication::sendEvent(plot, &press);
        }
        QVERIFY2(test.body("it").contains("[[0, 0.05]"), qPrintable(test.body("it")));
        QCOMPARE(test.document.history().count(), steps + 1);
    }

    void aDragAfterAKeyIsAStepOfItsOwn() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.curve"), Qt::LeftButton);
        auto* plot = test.child<CurvePlot>("curve.curve");
        plot->setFocus();
        QTest::keyClick(plot, Qt::Key_Up);
        const int steps = test.document.history().count();
        test.drag(plot, plot->toWidget({0, 0.01}).toPoint(), plot->toWidget({0, 0.5}).toPoint());
        QTest::keyClick(plot, Qt::Key_Up);
        QCOMPARE(test.document.history().count(), steps + 2);
    }

    void thePlotStaysWhileAPointOfAnExpressionIsDragged() {
        InspectorTest test;
        test.document.edit("Higher", [](DesignEdit& edit) {
            edit.setValue("it", "ramp", yamlScalar("2.35 - 2 * d / D", true));
        });
        auto* plot = test.child<CurvePlot>("curve.ramp");
        const PlotRange x = plot->xAxis();
        const PlotRange y = plot->yAxis();
        QCOMPARE(y.high, 2.4);
        const QPoint place = plot->mapTo(&test.panel, QPoint());
        const QPoint from = plot->toWidget({0, 2.35}).toPoint();
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        for (int dy = 4; dy <= 60; dy += 8) {
            QTest::mouseMove(plot, from + QPoint(0, dy));
            QCOMPARE(plot->yAxis(), y);
            QVERIFY(std::abs(plot->toWidget(plot->points().front()).y() - from.y() - dy) < 2);
        }
        QTest::mouseRelease(plot, Qt::LeftButton, {}, from + QPoint(0, 60));
        QCoreApplication::processEvents();
        QCOMPARE(plot->xAxis(), x);
        QCOMPARE(plot->yAxis(), y);
        QCOMPARE(plot->mapTo(&test.panel, QPoint()), place);
        // Keys do not shrink the range either.
        QTest::keyClick(plot, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(plot->yAxis(), y);
    }

    void aPointBeyondTheAxisLetsItGrowOnceItIsDropped() {
        InspectorTest test;
        auto* plot = test.child<CurvePlot>("curve.ramp");
        const QPoint from = plot->toWidget({24, 0}).toPoint();
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, plot->toWidget({24, 1.5}).toPoint());
        QCOMPARE(plot->yAxis().high, 1.0);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, plot->toWidget({24, 1.5}).toPoint());
        QCOMPARE(plot->yAxis().high, 1.5);
    }

    void keysOfTheWindowWorkInTheCurve() {
        InspectorTest test;
        auto* plot = test.child<CurvePlot>("curve.ramp");
        QKeyEvent preferences(QEvent::ShortcutOverride, Qt::Key_Comma, Qt::ControlModifier);
        preferences.ignore();
        QCoreApplication::sendEvent(plot, &preferences);
        QVERIFY(!preferences.isAccepted());
        QKeyEvent walk(QEvent::ShortcutOverride, Qt::Key_Comma, Qt::NoModifier);
        walk.ignore();
        QCoreApplication::sendEvent(plot, &walk);
        QVERIFY(walk.isAccepted());
    }

    void aCurveByTable() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.curve"), Qt::LeftButton);
        auto* table = test.child<QTableWidget>("table.curve");
        table->item(0, 1)->setText("1/4");
        QVERIFY2(test.body("it").contains("curve: [[0, 0.25], [1, 1]]"), qPrintable(test.body("it")));
        table->item(0, 1)->setText("nonsense");
        QVERIFY(test.body("it").contains("curve: [[0, 0.25], [1, 1]]"));
        QVERIFY(!test.problem().isEmpty());
    }

    void anExpressionIsTakenByEnter() {
        InspectorTest test;
        auto* field = expression(test, "field.formula");
        QTest::keyClicks(field, "x + 1");
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(test.body("it").contains("formula: \"x + 1\""));
    }

    void anExpressionIsTakenAsItIsTyped() {
        InspectorTest test;
        auto* field = expression(test, "field.formula");
        QTest::keyClicks(field, "x + 1");
        QTRY_VERIFY(test.body("it").contains("formula: \"x + 1\""));
        QTest::keyClicks(field, "23");
        QTRY_VERIFY(test.body("it").contains("formula: \"x + 123\""));
        QCOMPARE(test.document.history().count(), 1);
    }

    void aWrongExpressionSaysTheColumnAndSavesByEnter() {
        InspectorTest test;
        auto* field = expression(test, "field.formula");
        QTest::keyClicks(field, "x + $");
        QVERIFY2(test.said("Column 5: Unexpected '$'. Remove it."), qPrintable(test.body("it")));
        QCOMPARE(field->toolTip(), QString("Column 5: Unexpected '$'. Remove it."));
        QCOMPARE(test.document.history().count(), 0);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(test.body("it").contains("formula: \"x + $\""));
        QVERIFY(test.said("Column 5: Unexpected '$'. Remove it."));
        QTest::keyClick(field, Qt::Key_Backspace);
        QTest::keyClicks(field, "1");
        QCOMPARE(field->toolTip(), QString());
    }

    void escapeRestoresAnExpression() {
        InspectorTest test;
        auto* field = expression(test, "field.ramp");
        field->selectAll();
        QTest::keyClicks(field, "2");
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->toPlainText(), QString("1 - d / D"));
        QCOMPARE(test.document.history().count(), 0);
    }

    void namesAreCompleted() {
        InspectorTest test;
        auto* field = expression(test, "field.formula");
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

    /// Keys go to the list, as some window systems send them.
    void namesAreListedAsOneTypes() {
        InspectorTest test;
        auto* field = expression(test, "field.formula");
        const auto list = [] { return qobject_cast<QListView*>(QApplication::activePopupWidget()); };
        const auto shown = [&] {
            QStringList names;
            for (int row = 0; list() != nullptr && row < list()->model()->rowCount(); ++row)
                names << list()->model()->index(row, 0).data(Qt::UserRole).toString();
            return names;
        };
        QTest::keyClicks(field, "w");
        QCOMPARE(shown(), QStringList{"width"});
        QVERIFY(!list()->currentIndex().isValid());
        QTest::keyClick(list(), Qt::Key_Backspace);
        QVERIFY2(shown().isEmpty(), qPrintable(shown().join(' ')));
        QTest::keyClicks(field, "p");
        QVERIFY2(shown().contains("pi") && shown().contains("pow("), qPrintable(shown().join(' ')));
        QTest::keyClick(list(), Qt::Key_I);
        QVERIFY2(shown().isEmpty(), qPrintable(shown().join(' ')));
        QTest::keyClicks(field, " + 1e");
        QVERIFY2(shown().isEmpty(), qPrintable(shown().join(' ')));
    }

    void aListOfNamesTakesEnterAndTabOnlyForWhatIsChosen() {
        InspectorTest test;
        auto* field = expression(test, "field.formula");
        const auto list = [] { return qobject_cast<QListView*>(QApplication::activePopupWidget()); };
        QTest::keyClicks(field, "wi");
        QVERIFY(list() != nullptr);
        QTest::keyClick(list(), Qt::Key_Return);
        QVERIFY(list() == nullptr);
        QVERIFY2(test.body("it").contains("formula: \"wi\""), qPrintable(test.body("it")));
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, "d");
        QTest::keyClick(list(), Qt::Key_Down);
        QTest::keyClick(list(), Qt::Key_Tab);
        QCOMPARE(field->toPlainText(), QString("width"));
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, " + wi");
        QTest::keyClick(list(), Qt::Key_Escape);
        QVERIFY(list() == nullptr);
        QCOMPARE(field->toPlainText(), QString("width + wi"));
        QTest::keyClicks(field, "d");
        QTest::keyClick(list(), Qt::Key_Tab);
        QVERIFY(list() == nullptr);
        QVERIFY(!field->hasFocus());
        QCOMPARE(field->toPlainText(), QString("width + wid"));
        QVERIFY(test.body("it").contains("width + wid"));
    }

    void anExpressionDrawsItsCurveAndSaysItsRange() {
        InspectorTest test;
        QVERIFY(test.said("z from 0 to 1"));
        QVERIFY(test.child<CurvePlot>("curve.ramp")->points().size() == 2);
        screenshot(test.panel, "inspector-odd");
    }

    void draggingAPointOfAnExpressionMakesPoints() {
        InspectorTest test;
        auto* plot = test.child<CurvePlot>("curve.ramp");
        test.drag(plot, plot->toWidget({24, 0}).toPoint(), plot->toWidget({24, 0.5}).toPoint());
        QVERIFY2(test.body("it").contains("ramp: [[0, 1], [24, 0.5]]"), qPrintable(test.body("it")));
        QCOMPARE(test.child<SegmentedSwitch>("mode.ramp")->chosen(), 1);
        QTest::keyClick(test.child<SegmentedSwitch>("mode.ramp"), Qt::Key_Left);
        QVERIFY2(test.body("it").contains("ramp: \"1 - d / D\""), qPrintable(test.body("it")));
        QTest::mouseClick(test.child<SegmentedSwitch>("mode.ramp"), Qt::LeftButton, {},
                          test.child<SegmentedSwitch>("mode.ramp")->segment(1).center());
        QVERIFY2(test.body("it").contains("ramp: [[0, 1], [24, 0]]"), qPrintable(test.body("it")));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestInspectorCurves)
#include "test_inspector_curves.moc"
