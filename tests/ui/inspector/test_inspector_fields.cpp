// SPDX-License-Identifier: GPL-3.0-or-later

// Parameters of one or two values: numbers and lengths with sliders, switches, choices and files.

#include "tests/ui/inspector/inspector_test.hpp"
#include "ui/inspector/editors/parameter_row.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/theme/value_slider.hpp"
#include "ui/words/problem_text.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFileDialog>
#include <QInputMethodEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
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
    /// Qt would need seconds to lay out longer texts.
    void aPasteLongerThanAnExpressionIsRefused() {
        InspectorTest test;
        auto* field = test.child<QPlainTextEdit>("field.formula");
        const auto pasted = [&](qsizetype terms) {
            QGuiApplication::clipboard()->setText("x" + QString("+x*2").repeated(terms));
            field->selectAll();
            field->paste();
            return field->toPlainText().size();
        };
        QCOMPARE(pasted(1), 5);
        QCOMPARE(pasted(1 << 18), 5);
        QCOMPARE(pasted(16384), 5);
        QCOMPARE(pasted(16383), 65533);
    }
    void aLongTextOfAnInputMethodIsRefused() {
        InspectorTest test;
        auto* field = test.child<QPlainTextEdit>("field.formula");
        const auto entered = [&](qsizetype characters) {
            QInputMethodEvent event;
            event.setCommitString(QString("1").repeated(characters));
            field->selectAll();
            QCoreApplication::sendEvent(field, &event);
            return field->toPlainText().size();
        };
        QCOMPARE(entered(5), 5);
        QCOMPARE(entered(65537), 5);
        QCOMPARE(entered(1 << 20), 5);
        QCOMPARE(entered(6), 6);
    }
    /// Qt would cut the text after 32,767 characters.
    void aPastedTextIsTakenAsAWholeOrNotAtAll() {
        InspectorTest test;
        auto* field = test.child<QLineEdit>("field.label");
        const auto pasted = [&](qsizetype characters) {
            QGuiApplication::clipboard()->setText(QString("a").repeated(characters));
            field->selectAll();
            field->paste();
            return field->text().size();
        };
        QCOMPARE(pasted(5), 5);
        QCOMPARE(pasted(1 << 20), 5);
        QCOMPARE(pasted(65537), 5);
        QCOMPARE(pasted(40000), 40000);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(test.body("it").contains(QString("a").repeated(40000)));
        QCOMPARE(pasted(65536), 65536);
        QTest::keyClick(field, Qt::Key_B);
        QCOMPARE(field->text().size(), 65536);
    }
    void aTextThatIsTooLongForTheFieldIsNotCut() {
        InspectorTest test;
        const std::string text(100'000, 'a');
        test.document.edit("Set", [&](DesignEdit& edit) { edit.setValue("it", "label", yamlScalar(text)); });
        auto* field = test.child<QLineEdit>("field.label");
        QVERIFY(field->isReadOnly());
        field->setFocus();
        QTest::keyClick(field, Qt::Key_B);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(test.body("it").contains(QString::fromStdString(text)));
    }
    void aDoubleClickTakesTheWholeValue() {
        InspectorTest test;
        auto* field = test.child<QLineEdit>("field.reach");
        QTest::mouseClick(field, Qt::LeftButton);
        QTest::mouseDClick(field, Qt::LeftButton, {}, {8, field->height() / 2});
        QCOMPARE(field->selectedText(), field->text());
        QTest::mouseClick(field, Qt::LeftButton, {}, {8, field->height() / 2});  // the third
        QCOMPARE(field->selectedText(), field->text());
        QVERIFY(field->text().contains(' '));
    }

    void theFirstClickTakesTheWholeValueAndTheSecondPlacesTheCaret() {
        InspectorTest test;
        test.child<QLineEdit>("name")->setFocus();
        auto* field = test.child<QLineEdit>("field.reach");
        const QPoint start(6, field->height() / 2);
        QTest::mouseClick(field, Qt::LeftButton, {}, start);
        QCOMPARE(field->selectedText(), field->text());
        QTest::keyClicks(field, "30 um");
        QCOMPARE(field->text(), QString("30 um"));
        QTest::mouseClick(field, Qt::LeftButton, {}, start);
        QVERIFY(!field->hasSelectedText());
        QTest::keyClicks(field, "1");
        QCOMPARE(field->text(), QString("130 um"));
    }

    void aDragThatBeginsInAFieldSelectsWhatItCovers() {
        InspectorTest test;
        test.child<QLineEdit>("name")->setFocus();
        auto* field = test.child<QLineEdit>("field.reach");
        const int middle = field->height() / 2;
        InspectorTest::drag(field, {field->width() - 4, middle},
                            {field->fontMetrics().averageCharWidth() + 8, middle});
        QVERIFY(field->hasSelectedText());
        QVERIFY(field->selectedText() != field->text());
    }

    void aTextThatCannotBeReadStaysAndIsExplained_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("field");
        QTest::newRow("a length") << "it"
                                  << "field.reach";
        QTest::newRow("a side") << "surface"
                                << "field.width";
        QTest::newRow("an offset") << "it"
                                   << "at.2.x";
    }
    void aTextThatCannotBeReadStaysAndIsExplained() {
        QFETCH(QString, node);
        QFETCH(QString, field);
        InspectorTest test;
        test.selection.select({node});
        test.type(field, "12 mm mm");
        test.child<QLineEdit>("name")->setFocus();
        QCOMPARE(test.child<QLineEdit>(field)->text(), QString("12 mm mm"));
        const QString why = test.child<QuantityField>(field)->problem();
        QVERIFY(!why.isEmpty());
        QVERIFY2(test.problem().endsWith(sentence(why)), qPrintable(test.problem()));
        test.type(field, "12");
        QCOMPARE(test.problem(), QString());
    }

    void tabGoesFromFieldToField() {
        InspectorTest test;
        QTest::keyClick(test.focused("field.level"), Qt::Key_Tab);
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr);
        for (const QWidget* stop : test.panel.findChildren<ValueSlider*>())
            QVERIFY(!(stop->focusPolicy() & Qt::TabFocus));
    }

    void offsetsHaveTheUnitOfTheSize() {
        InspectorTest test;
        QVERIFY(
            test.load(
                    "burin: 1\npixel: 2 um\nnodes:\n"
                    "  surface: {kind: root, width: 1 mm, height: 1 mm, inputs: [{data: it, at: [100, 0]}]}\n"
                    "  it: {kind: odd, width: 100, height: 100}\n")
                .isEmpty());
        test.selection.select({"surface"});
        QCOMPARE(test.child<QLineEdit>("at.0.x")->text(), QString("0.2 mm"));
        QCOMPARE(test.child<QLineEdit>("at.0.y")->text(), QString("0 mm"));
        test.type("at.0.y", "0.4");
        QVERIFY2(test.body("surface").contains("at: [0.2 mm, 0.4 mm]"), qPrintable(test.body("surface")));
        auto* row = test.child<QWidget>("input.0");
        row->setFocus();
        QTest::keyClick(row, Qt::Key_C);
        QCOMPARE(test.child<QLineEdit>("at.0.x")->text(), QString("0.4 mm"));
        QVERIFY2(test.body("surface").contains("at: [0.4 mm, 0.4 mm]"), qPrintable(test.body("surface")));
        test.type("at.0.x", "0");
        test.type("at.0.y", "0");
        QVERIFY(!test.body("surface").contains("at:"));
    }

    void tabGoesFromWidthToHeight() {
        InspectorTest test;
        test.selection.select({"surface"});
        QLineEdit* width = test.focused("field.width");
        QTest::keyClick(width, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), test.child<QLineEdit>("field.height"));
    }

    void aTextThatIsNoValueWaitsForItsNode() {
        InspectorTest test;
        test.type("field.reach", "12 mm mm");
        test.selection.select({"a"});
        QVERIFY(test.document.pending().handOver().join(' ').contains("12 mm mm"));
        test.selection.select({"it"});
        QCOMPARE(test.child<QLineEdit>("field.reach")->text(), QString("12 mm mm"));
        QVERIFY(!test.document.pending().handOver().isEmpty());
        test.type("field.reach", "12 um");
        QVERIFY(test.document.pending().handOver().isEmpty());
        QVERIFY2(test.body("it").contains("reach: 12 um"), qPrintable(test.body("it")));
    }

    void whatTheLoaderRefusesStaysToBeCorrected() {
        InspectorTest test;
        test.type("field.label", "old");
        auto* field = test.child<QLineEdit>("field.label");
        auto* row = test.child<ParameterRow>("row.label");
        const YamlValue kept = *test.document.nodeText("it")->find("label");
        // Document::edit refuses a design that becomes too large in this way.
        field->setText("too long");
        row->refuse("It does not fit.", &kept);
        test.document.edit("Mute", [](DesignEdit& e) { e.setMuted("a", true); });
        QCOMPARE(field->text(), QString("too long"));
        QVERIFY(test.problem().endsWith("It does not fit."));
        QVERIFY(test.document.pending().handOver().join(' ').contains("It does not fit."));
        const QTemporaryDir folder;
        QCOMPARE(test.document.save(folder.filePath("another.burin")), QString());
        QCOMPARE(field->text(), QString("too long"));
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), QString("old"));
        QCOMPARE(test.problem(), QString());
        row->refuse("It does not fit.", &kept);
        test.type("field.label", "short");
        QVERIFY(test.body("it").contains("label: short"));
        QCOMPARE(test.problem(), QString());
        QVERIFY(test.document.pending().handOver().isEmpty());
    }

    void theHistorySaysWhatChanged_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* field, const char* typed, const char* said) {
            QTest::newRow(field) << QString("field.") + field << typed << QString::fromUtf8(said);
        };
        row("level", "0,25", "level of it: 0.25");
        row("count", "3 + 4", "count of it: 7 px");
        row("reach", "12 um * 2", "reach of it: 24 \u00B5m");
        row("range", "0.4 mm", "Range of it: 0.4 mm");
        row("u.x", "10 mm", "u of it: 10 mm, 0 px");
        row("label", "hello: you", "label of it: hello: you");
        row("target.y", "30 mm", "target of it: 30 mm \u00D7 30 mm");
    }
    void theHistorySaysWhatChanged() {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, said);
        InspectorTest test;
        test.type(field, typed);
        QCOMPARE(test.document.history().undoText(), said);
    }

    void theHistoryNamesChoicesSwitchesAndDefaults() {
        InspectorTest test;
        auto* words = test.child<SegmentedSwitch>("field.mode");
        QTest::mouseClick(words, Qt::LeftButton, {}, words->segment(2).center());
        QCOMPARE(test.document.history().undoText(), QString("mode of it: add"));
        QTest::keyClick(test.child<QCheckBox>("field.flag"), Qt::Key_Space);
        QCOMPARE(test.document.history().undoText(), QString("flag of it: no"));
        test.type("field.level", "0.75");
        QTest::keyClick(test.focused("field.level"), Qt::Key_0, Qt::ControlModifier);
        QCOMPARE(test.document.history().undoText(), QString("level of it: 0.5, the default"));
    }

    void aRunOfStepsIsCalledByWhereItEnds() {
        InspectorTest test;
        auto* field = test.focused("field.reach");
        field->setCursorPosition(2);
        QTest::keyClick(field, Qt::Key_Up);
        QTest::keyClick(field, Qt::Key_Up);
        QCOMPARE(test.document.history().count(), 1);
        QCOMPARE(test.document.history().undoText(), QString("reach of it: 26 px"));
    }

    void aLongNumberIsShownShortAndWholeInTheTooltip() {
        InspectorTest test;
        test.type("field.range", "2*pi um");
        auto* field = test.child<QLineEdit>("field.range");
        QCOMPARE(field->text(), QString::fromUtf8("6.2831853071796 \u00B5m"));
        test.child<QLineEdit>("name")->setFocus();
        QCOMPARE(field->text(), QString::fromUtf8("6.28319 \u00B5m"));
        QCOMPARE(field->toolTip(), QString::fromUtf8("6.2831853071796 \u00B5m"));
        field->setFocus();
        QCOMPARE(field->text(), QString::fromUtf8("6.2831853071796 \u00B5m"));
        QVERIFY(test.body("it").contains("range: 6.2831853071796 um"));
    }

    void aNarrowFieldShowsFourDigitsAndTheWholeUnit() {
        InspectorTest test;
        test.type("at.0.x", "12.3456789 mm");
        auto* field = test.child<QLineEdit>("at.0.x");
        test.child<QLineEdit>("name")->setFocus();
        QCOMPARE(field->text(), QString("12.35 mm"));
        QCOMPARE(field->toolTip(), QString("12.3456789 mm"));
    }

    void theRangeStandsInTheUnitOfTheValue() {
        InspectorTest test;
        auto* field = test.focused("field.reach");
        auto* range = test.child<QLabel>("inspector.range");
        QCOMPARE(range->text(), QString::fromUtf8("1 px \u2026 1023 px"));
        field->selectAll();
        QTest::keyClicks(field, "2 mm");
        QCOMPARE(range->text(), QString::fromUtf8("0.002 mm \u2026 2.046 mm"));
        QVERIFY(!range->property("error").toBool());
        field->selectAll();
        QTest::keyClicks(field, "2.05 mm");
        QVERIFY(range->property("error").toBool());
        field->selectAll();
        QTest::keyClicks(field, "2000");
        QCOMPARE(range->text(), QString::fromUtf8("1 px \u2026 1023 px"));
        QVERIFY(range->property("error").toBool());
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!range->property("error").toBool());
    }

    void whatTheHintAllowsTheLoaderTakes_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("right");
        QTest::newRow("half a pixel counts as one") << "1 um" << true;
        QTest::newRow("less is none") << "0.9 um" << false;
        QTest::newRow("the last pixel") << "2.046 mm" << true;
        QTest::newRow("rounded down to it") << "2.0469 mm" << true;
        QTest::newRow("rounded up beyond it") << "2.047 mm" << false;
    }
    void whatTheHintAllowsTheLoaderTakes() {
        QFETCH(QString, typed);
        QFETCH(bool, right);
        InspectorTest test;
        auto* field = test.focused("field.reach");
        field->selectAll();
        QTest::keyClicks(field, typed);
        QCOMPARE(test.child<QLabel>("inspector.range")->property("error").toBool(), !right);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(!test.problem().isEmpty(), !right);
    }

    void aSideAloneKeepsTheProportionsOfTheChild() {
        InspectorTest test;
        test.document.edit("Bound", [](DesignEdit& edit) {
            edit.setValue("a", "width", yamlScalar("400"));
            edit.setValue("a", "height", yamlScalar("300"));
        });
        QVERIFY(test.child<QToolButton>("lock.target")->isChecked());
        test.type("field.target.x", "200");
        QVERIFY2(test.body("it").contains("target: [200, 150]"), qPrintable(test.body("it")));
        test.type("field.target.y", "0.3 mm");
        QVERIFY2(test.body("it").contains("target: [200, 0.3 mm]"), qPrintable(test.body("it")));
        QTest::mouseClick(test.child<QToolButton>("lock.target"), Qt::LeftButton);
        test.type("field.target.x", "10");
        QVERIFY2(test.body("it").contains("target: [10, 0.3 mm]"), qPrintable(test.body("it")));
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
        QVERIFY(!test.problem().isEmpty());
        QCOMPARE(test.document.history().count(), 0);
        QTest::keyClick(test.child<QLineEdit>("field.reach"), Qt::Key_Escape);
        QCOMPARE(test.problem(), QString());
    }

    void anErrorOfTheDesignIsSaid() {
        InspectorTest test;
        test.type("field.reach", "2000");
        QVERIFY(test.body("it").contains("reach: 2000"));
        QVERIFY(test.problem().contains("out of range"));
        test.type("field.reach", "20");
        QCOMPARE(test.problem(), QString());
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
        QCOMPARE(box->text(), QString());  // few helps are short enough to stand beside it
        QCOMPARE(box->toolTip(), QString("Turns it on."));
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

    void theFileDialogOpensWhereTheDesignIsOrTheLastFileWas() {
        QSettings().clear();
        const QTemporaryDir folder;
        const QTemporaryDir other;
        InspectorTest test;
        QCOMPARE(test.document.save(folder.filePath("a.burin")), QString());
        const auto open = [&] {
            QTest::mouseClick(test.child<QToolButton>("choose.picture"), Qt::LeftButton);
            return qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        };
        QFileDialog* dialog = open();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->directory().canonicalPath(), QDir(folder.path()).canonicalPath());
        QVERIFY2(dialog->nameFilters().first().contains("*.png"),
                 qPrintable(dialog->nameFilters().join(' ')));
        QCOMPARE(dialog->selectedNameFilter(), dialog->nameFilters().first());
        emit dialog->fileSelected(other.filePath("logo.png"));
        dialog->close();
        test.selection.select({"a"});
        dialog = open();
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->directory().canonicalPath(), QDir(other.path()).canonicalPath());
        dialog->close();
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

BURIN_TEST(burin::ui::TestInspectorFields)
#include "test_inspector_fields.moc"
