// SPDX-License-Identifier: GPL-3.0-or-later

// Parameters of one value or two: numbers and lengths with their sliders, switches, choices and files.

#include "tests/ui/inspector/inspector_test.hpp"
#include "ui/inspector/segmented_switch.hpp"
#include "ui/inspector/value_slider.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QWheelEvent>

namespace burin::ui {

class TestInspectorFields : public QObject {
    Q_OBJECT

  private slots:
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
        InspectorTest test;
        test.type(field, typed);
        QVERIFY2(test.body("it").contains(written), qPrintable(test.body("it")));
        QCOMPARE(test.document.history().count(), 1);
        test.document.history().undo();
        QVERIFY(!test.body("it").contains(written));
    }
    void aSumShowsWhatItComesTo() {
        InspectorTest test;
        auto* field = test.focused("field.reach");
        field->selectAll();
        QTest::keyClicks(field, "12 um * 2");
        QVERIFY(test.said("= 24 \u00B5m = 12 px"));
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), QString("24 px"));
        QCOMPARE(test.document.history().count(), 0);
    }

    void aFieldWithoutSenseKeepsItsTextAndSaysWhy() {
        InspectorTest test;
        test.type("field.reach", "12 km");
        QCOMPARE(test.child<QLineEdit>("field.reach")->text(), QString("12 km"));
        QVERIFY(test.child<QLabel>("problem.reach")->isVisible());
        QCOMPARE(test.document.history().count(), 0);
        QTest::keyClick(test.child<QLineEdit>("field.reach"), Qt::Key_Escape);
        QVERIFY(!test.child<QLabel>("problem.reach")->isVisible());
    }

    void anErrorOfTheDesignStandsBelowItsRow() {
        InspectorTest test;
        test.type("field.reach", "2000");
        QVERIFY(test.body("it").contains("reach: 2000"));
        QVERIFY(test.child<QLabel>("problem.reach")->text().contains("out of range"));
        test.type("field.reach", "20");
        QVERIFY(!test.child<QLabel>("problem.reach")->isVisible());
    }

    void theDigitStepsAndARunIsOneStep() {
        InspectorTest test;
        auto* field = test.focused("field.reach");
        field->setCursorPosition(2);
        QTest::keyClick(field, Qt::Key_Up);
        QTest::keyClick(field, Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY2(test.body("it").contains("reach: 35"), qPrintable(test.body("it")));
        field->setCursorPosition(1);
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY(test.body("it").contains("reach: 25"));
        QCOMPARE(test.document.history().count(), 1);
        test.document.history().undo();
        QVERIFY(test.body("it").contains("reach: 24"));
        QCOMPARE(field->text(), QString("24 px"));
    }

    void stepsStayInsideTheLimits() {
        InspectorTest test;
        test.type("field.side", "255");
        auto* field = test.focused("field.side");
        field->setCursorPosition(3);
        QTest::keyClick(field, Qt::Key_Up);
        QVERIFY(test.body("it").contains("side: 255"));
        QTest::keyClick(field, Qt::Key_Down);
        QVERIFY2(test.body("it").contains("side: 253"), qPrintable(test.body("it")));
    }

    void theWheelStepsOnlyWhatHasTheFocus() {
        InspectorTest test;
        auto* field = test.child<QLineEdit>("field.reach");
        const auto turn = [&] {
            QWheelEvent event(QPointF(5, 5), field->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, 120), {}, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(field, &event);
        };
        test.child<QLineEdit>("name")->setFocus();
        turn();
        QVERIFY(test.body("it").contains("reach: 24"));
        test.focused("field.reach")->setCursorPosition(2);
        turn();
        QVERIFY(test.body("it").contains("reach: 25"));
    }

    void aSliderDragIsOneStep() {
        InspectorTest test;
        auto* slider = test.child<ValueSlider>("slider.level");
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(10, 12));
        for (int x = 12; x < slider->width(); x += 6)
            QTest::mouseMove(slider, QPoint(x, 12));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() - 1, 12));
        QTest::mouseMove(slider, QPoint(10, 12));
        const double level = test.document.node("it")->values.as<double>("level");
        QVERIFY(level > 0.9 && level <= 1);
        QCOMPARE(test.document.history().count(), 1);
        QTest::keyClick(slider, Qt::Key_End);
        QTest::keyClick(slider, Qt::Key_Left);
        QVERIFY2(test.body("it").contains("level: 0.99"), qPrintable(test.body("it")));
    }

    void aSliderOfWholeNumbersMovesByOne() {
        InspectorTest test;
        test.type("field.count", "7");
        auto* slider = test.child<ValueSlider>("slider.count");
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QVERIFY2(test.body("it").contains("count: 8"), qPrintable(test.body("it")));
        QTest::keyClick(slider, Qt::Key_End);
        QVERIFY(test.body("it").contains("count: 31"));
    }

    void aSliderKeepsTheUnit() {
        InspectorTest test;
        test.type("field.reach", "0.5 mm");
        auto* slider = test.child<ValueSlider>("slider.reach");
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() - 1, 12));
        QVERIFY2(test.body("it").contains("reach: 2.046 mm"), qPrintable(test.body("it")));
    }

    void aDoubleClickOnTheNameResets() {
        InspectorTest test;
        test.type("field.level", "0.75");
        QTest::mouseDClick(test.child<QWidget>("label.level"), Qt::LeftButton);
        QVERIFY(!test.body("it").contains("level"));
        QCOMPARE(test.child<QLineEdit>("field.level")->text(), QString("0.5"));
    }

    void controlZeroResets() {
        InspectorTest test;
        test.type("field.level", "0.75");
        QTest::keyClick(test.focused("field.level"), Qt::Key_0, Qt::ControlModifier);
        QVERIFY(!test.body("it").contains("level"));
    }

    void anEmptyFieldIsTheDefault() {
        InspectorTest test;
        test.type("field.target.x", "5");
        QVERIFY(test.body("it").contains("target: [5, 5]"));
        auto* field = test.focused("field.target.x");
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!test.body("it").contains("target"));
    }

    void yesAndNo() {
        InspectorTest test;
        auto* box = test.child<QCheckBox>("field.flag");
        QVERIFY(box->isChecked());
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        QVERIFY(test.body("it").contains("flag: false"));
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(test.body("it").contains("flag: true"));
    }

    void aChoiceBySwitch() {
        InspectorTest test;
        auto* words = test.child<SegmentedSwitch>("field.mode");
        QCOMPARE(words->chosen(), 0);
        QTest::mouseClick(words, Qt::LeftButton, {}, words->segment(2).center());
        QVERIFY(test.body("it").contains("mode: add"));
        QTest::keyClick(words, Qt::Key_Left);
        QVERIFY(test.body("it").contains("mode: mean"));
    }

    void aFileIsChosenRelativeToTheDesign() {
        InspectorTest test;
        QTest::mouseClick(test.child<QToolButton>("choose.picture"), Qt::LeftButton);
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        emit dialog->fileSelected(QDir::currentPath() + "/images/logo.tif");
        dialog->close();
        QVERIFY2(test.body("it").contains("picture: images/logo.tif"), qPrintable(test.body("it")));
    }

    void aScaleIsOneNumberOrTwo() {
        InspectorTest test;
        test.type("field.scale.x", "3");
        QVERIFY(test.body("it").contains("scale: 3"));
        QTest::mouseClick(test.child<QToolButton>("lock.scale"), Qt::LeftButton);
        QVERIFY(test.body("it").contains("scale: [3, 3]"));
        test.type("field.scale.y", "4");
        QVERIFY(test.body("it").contains("scale: [3, 4]"));
    }
};

}  // namespace burin::ui

QTEST_MAIN(burin::ui::TestInspectorFields)
#include "test_inspector_fields.moc"
