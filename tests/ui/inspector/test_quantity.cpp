// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/inspector/fields/quantity.hpp"

using namespace burin;
using namespace burin::ui;

namespace {

const Length twentyFourUm{24, LengthUnit::micrometre};

}  // namespace

class TestQuantity : public QObject {
    Q_OBJECT

  private slots:
    void lengthsAreRead_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        const auto row = [](const char* name, const QString& typed, const char* written) {
            QTest::newRow(name) << typed << written;
        };
        row("a unit", "12.5 mm", "12.5 mm");
        row("a unit without a blank", "12.5mm", "12.5 mm");
        row("micrometres by their sign", QString::fromUtf8("8 \u00B5m"), "8 um");
        row("micrometres by the Greek letter", QString::fromUtf8("8\u03BCm"), "8 um");
        row("pixels are written without a unit", "30 px", "30");
        row("without a unit: the one that was shown", "30", "30 um");
        row("a decimal comma", "2,5 mm", "2.5 mm");
        row("a comma in front", ",5 mm", "0.5 mm");
        row("thin spaces between groups", QString::fromUtf8("12\u2009500 um"), "12500 um");
        row("negative", "-3 mm", "-3 mm");
        row("an exponent", "1e2 um", "100 um");
        row("inches", "1/2 in", "0.5 in");
        row("a multiple", "12 um * 2", "24 um");
        row("a multiple, the factor first", "2 * 12 um", "24 um");
        row("a times sign", QString::fromUtf8("12 um \u00D7 2"), "24 um");
        row("a sum of units takes the first", "1 mm + 200 um", "1.2 mm");
        row("a sum in parentheses", "(1 mm + 200 um) * 2", "2.4 mm");
        row("parentheses with a unit behind", "(3 + 2) mm", "5 mm");
        row("no dust behind sums", "0.1 mm + 0.2 mm", "0.3 mm");
        row("pixels in a sum", "10 um + 4 px", "18 um");
        row("a ratio of lengths is a number of the unit shown", "10 mm / (2 mm)", "5 um");
        row("one more", "+1", "25 um");
        row("one more of another unit", "+1 mm", "1024 um");
        row("half", "/2", "12 um");
        row("spaces of a web page", "1\u00A0000\u202F.5\u2009um", "1000.5 um");
        row("what one cannot see", "\uFEFF12\u200B um\u00AD", "12 um");
        row("thrice", "*3", "72 um");
        row("a function with a comma", "max(1 mm, 2 mm)", "2 mm");
        row("decimal commas in plain parentheses", "(2,5 + 0,5) mm", "3 mm");
        row("a decimal comma behind a function", "max(1 mm, 2 mm) + 0,5 mm", "2.5 mm");
        row("a decimal comma in a part of a function", "max((1 + 1) mm, 2,5 mm)", "5 mm");
        row("pi", "2*pi", "6.2831853071796 um");
    }
    void lengthsAreRead() {
        QFETCH(QString, typed);
        const QuantityRule rule{true, {}, 2};
        const TypedQuantity read = readQuantity(typed, twentyFourUm, rule);
        QVERIFY2(read.value, qPrintable(read.problem));
        QTEST(fileText(*read.value, rule), "written");
    }

    void numbersAreRead_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        const auto row = [](const char* typed, const char* written) {
            QTest::newRow(typed) << QString::fromUtf8(typed) << written;
        };
        row("45", "45");
        row("45 deg", "45");
        row("45°", "45");
        row("90 ° / 4", "22.5");
        row("0,25", "0.25");
        row("+1", "11");
        row("-1", "-1");
        row("2*pi", "6.2831853071796");
        row("1/3", "0.33333333333333");
        row("sqrt(2)^2", "2");
        row("90 deg / 4", "22.5");
        row("max(1, 2)", "2");
    }
    void numbersAreRead() {
        QFETCH(QString, typed);
        const QuantityRule rule{false, "deg", 1};
        const TypedQuantity read = readQuantity(typed, Length{10, LengthUnit::pixel}, rule);
        QVERIFY2(read.value, qPrintable(read.problem));
        QTEST(fileText(*read.value, rule), "written");
    }

    void anglesAreShownInDegrees() {
        const QuantityRule rule{false, "deg", 1};
        const QString shown = shownText({-22.5, LengthUnit::pixel}, rule);
        QCOMPARE(shown, QString::fromUtf8("-22.5°"));
        const TypedQuantity read = readQuantity(shown, {}, rule);
        QVERIFY2(read.value, qPrintable(read.problem));
        QVERIFY(!read.sum);
        QCOMPARE(fileText(*read.value, rule), QString("-22.5"));
    }

    void whatIsNoQuantityIsRefused_data() {
        QTest::addColumn<QString>("typed");
        for (const char* typed :
             {"", "abc", "12 um +", "12 km", "1 mm + 2", "2 mm * 3 mm", "1/0 mm", "(2 mm"})
            QTest::newRow(typed[0] == '\0' ? "nothing" : typed) << QString(typed);
    }
    void whatIsNoQuantityIsRefused() {
        QFETCH(QString, typed);
        const TypedQuantity read = readQuantity(typed, twentyFourUm, {true, {}, 1});
        QVERIFY(!read.value);
        QVERIFY(!read.problem.isEmpty());
    }

    void aCyrillicUnitIsNamed() {
        const TypedQuantity read =
            readQuantity(QString::fromUtf8("12 \u043C\u043C"), twentyFourUm, {true, {}, 1});
        QVERIFY(!read.value);
        QVERIFY2(read.problem.contains("U+043C (Cyrillic m)"), qPrintable(read.problem));
    }

    void onlySumsShowTheirResult() {
        const QuantityRule rule{true, {}, 1};
        QVERIFY(!readQuantity("24 um", twentyFourUm, rule).sum);
        QVERIFY(!readQuantity("24", twentyFourUm, rule).sum);
        QVERIFY(readQuantity("12 um * 2", twentyFourUm, rule).sum);
    }

    void aNumberWithoutAUnitIsPixelsWhereNothingWasShown() {
        const QuantityRule rule{true, {}, 1};
        QCOMPARE(fileText(*readQuantity("+7", {}, rule).value, rule), QString("7"));
    }

    void numbersAreShownInGroups_data() {
        QTest::addColumn<QString>("plain");
        QTest::addColumn<QString>("grouped");
        QTest::newRow("four digits stay together") << "1023"
                                                   << "1023";
        QTest::newRow("five") << "10000" << QString::fromUtf8("10\u2009000");
        QTest::newRow("seven and a fraction")
            << "-1234567.25" << QString::fromUtf8("-1\u2009234\u2009567.25");
    }
    void numbersAreShownInGroups() {
        QFETCH(QString, plain);
        QTEST(groupedDigits(plain), "grouped");
    }

    void theDigitAtTheCaretSteps_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("caret");
        QTest::addColumn<int>("steps");
        QTest::addColumn<QString>("stepped");
        QTest::addColumn<int>("caretAfter");
        const auto row = [](const char* name, const char* text, int caret, int steps, const char* stepped,
                            int after) {
            QTest::newRow(name) << QString::fromUtf8(text) << caret << steps << stepped << after;
        };
        row("units", "24 um", 2, 1, "25 um", 2);
        row("tens", "24 um", 1, 1, "34 um", 1);
        row("the first digit if the caret is before it", "24 um", 0, 1, "34 um", 1);
        row("the last digit if the caret is in the unit", "24 um", 5, -1, "23 um", 2);
        row("tenths", "12.5 mm", 4, 1, "12.6 mm", 4);
        row("tenths carry", "12.9 mm", 4, 1, "13.0 mm", 4);
        row("digits behind the point stay", "1.10", 4, -10, "1.00", 4);
        row("behind the point means the digit after it", "1.25", 2, 1, "1.35", 3);
        row("a digit more", "99", 2, 1, "100", 3);
        row("a digit less", "100", 3, -1, "99", 2);
        row("through zero", "1", 1, -3, "-2", 2);
        row("no minus zero", "-0.1", 4, 1, "0.0", 3);
        row("by ten", "24 um", 2, 10, "34 um", 2);
    }
    void theDigitAtTheCaretSteps() {
        QFETCH(QString, text);
        QFETCH(int, caret);
        QFETCH(int, steps);
        const auto stepped = stepDigit({text, caret}, steps);
        QVERIFY(stepped);
        QTEST(stepped->text, "stepped");
        QTEST(stepped->caret, "caretAfter");
    }

    void whatIsNoDecimalNumberDoesNotStep() {
        QVERIFY(!stepDigit({"", 0}, 1));
        QVERIFY(!stepDigit({"abc", 1}, 1));
        QVERIFY(!stepDigit({"1e9", 1}, 1));
    }
};

BURIN_TEST(TestQuantity)
#include "test_quantity.moc"
