// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/formula.hpp"
#include "core/design/groups/group.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <limits>

using namespace burin;

class TestFormulas : public QObject {
    Q_OBJECT

  private slots:
    void values_data() {
        QTest::addColumn<QByteArray>("formula");
        QTest::addColumn<double>("value");
        const auto row = [](const char* name, const char* formula, double value) {
            QTest::newRow(name) << QByteArray(formula) << value;
        };
        row("a parameter", "=a", 3);
        row("blanks around it", "=  a ", 3);
        row("computing", "= (a + b) * 2", 6.5);
        row("lengths are multiples of the pitch", "= 3 / um", 6);
        row("constants and functions", "= sin(pi / 2) + max(1, 2)", 3);
        row("15 digits: a tenth of thirty", "= 0.1 * 30", 3);
        row("15 digits: a third", "= 1 / 3", 0.333333333333333);
        row("15 digits: large", "= 2 ^ 60", 1.15292150460685e18);
        row("15 digits: small", "= 1 / 3e300", 3.33333333333333e-301);
        row("below zero", "= -a / 7", -0.428571428571429);
        row("a condition", "= a > b ? 1 : 2", 1);
    }
    void values() {
        QFETCH(QByteArray, formula);
        QFETCH(double, value);
        const auto parsed = GroupFormula::parse(formula.toStdString(), {"a", "b"});
        QVERIFY(std::holds_alternative<GroupFormula>(parsed));
        const double numbers[] = {3, 0.25};
        const double made = std::get<GroupFormula>(parsed).value(numbers, 0.5);
        QVERIFY2(made == value, qPrintable(QString::number(made, 'g', 17)));
    }

    void whatIsNoNumberStaysNone() {
        const double numbers[] = {0};
        QVERIFY(std::isnan(std::get<GroupFormula>(GroupFormula::parse("= a / a", {"a"})).value(numbers, 1)));
        QVERIFY(std::isinf(std::get<GroupFormula>(GroupFormula::parse("= 1 / a", {"a"})).value(numbers, 1)));
        QCOMPARE(roundedTo15Digits(std::numeric_limits<double>::max()), std::numeric_limits<double>::max());
        QCOMPARE(roundedTo15Digits(0x1p-1074), 4.94065645841247e-324);
    }

    void aNameAloneIsTold() {
        QCOMPARE(std::get<GroupFormula>(GroupFormula::parse("= b ", {"a", "b"})).onlyName(),
                 std::optional<std::size_t>(1));
        QVERIFY(!std::get<GroupFormula>(GroupFormula::parse("= (b)", {"a", "b"})).onlyName());
        QVERIFY(!std::get<GroupFormula>(GroupFormula::parse("= um", {"a"})).onlyName());
    }

    void problemsHaveTheirColumn_data() {
        QTest::addColumn<QByteArray>("formula");
        QTest::addColumn<int>("offset");
        QTest::newRow("nothing") << QByteArray("=") << 1;
        QTest::newRow("an unknown name") << QByteArray("= a + c") << 6;
        QTest::newRow("a unit") << QByteArray("=3 um") << 3;
        QTest::newRow("a second equals sign") << QByteArray("==a") << 1;
        QTest::newRow("the place, which no formula knows") << QByteArray("= x") << 2;
    }
    void problemsHaveTheirColumn() {
        QFETCH(QByteArray, formula);
        QFETCH(int, offset);
        const auto parsed = GroupFormula::parse(formula.toStdString(), {"a"});
        const auto* problem = std::get_if<ExpressionProblem>(&parsed);
        QVERIFY(problem != nullptr);
        QCOMPARE(static_cast<int>(problem->offset), offset);
    }

    void namesOfParameters_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("good");
        for (const char* good : {"a", "size", "_x", "in", "in1a", "X", "W", "inch", "root"})
            QTest::newRow(good) << QByteArray(good) << true;
        for (const char* bad : {"",     "1a",    "a-b",    "a b",    "x",     "y",    "w",     "h",
                                "um",   "d",     "D",      "in1",    "in12",  "sin",  "pi",    "e",
                                "kind", "group", "values", "inputs", "muted", "hash", "\u00e4"})
            QTest::addRow("not '%s'", bad) << QByteArray(bad) << false;
    }
    void namesOfParameters() {
        QFETCH(QByteArray, name);
        QFETCH(bool, good);
        QCOMPARE(whyNoParameterName(name.toStdString()).empty(), good);
    }

    /// The number that formulas and expressions see.
    void numbersOfValues_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<double>("number");
        QTest::newRow("a number") << QByteArray("number") << QByteArray("1e3") << 1000.0;
        QTest::newRow("a plain length is pixels") << QByteArray("length") << QByteArray("7.5") << 7.5;
        QTest::newRow("a length is its pixels") << QByteArray("length") << QByteArray("0.3 mm") << 600.0;
        QTest::newRow("to 15 digits") << QByteArray("length") << QByteArray("0.1 um") << 0.2;
        QTest::newRow("an angle") << QByteArray("angle") << QByteArray("45") << 45.0;
        QTest::newRow("a choice") << QByteArray("choice") << QByteArray("b") << 1.0;
        QTest::newRow("a choice that is a number") << QByteArray("choice") << QByteArray("4.0") << 2.0;
        QTest::newRow("true") << QByteArray("boolean") << QByteArray("true") << 1.0;
        QTest::newRow("false") << QByteArray("boolean") << QByteArray("false") << 0.0;
        QTest::newRow("a seed") << QByteArray("seed") << QByteArray("4294967295") << 4294967295.0;
    }
    void numbersOfValues() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, value);
        QFETCH(double, number);
        GroupParameter parameter;
        for (const GroupParameterType& known : groupParameterTypes()) {
            if (known.name == type.toStdString()) parameter.type = &known;
        }
        QVERIFY(parameter.type != nullptr && parameter.type->hasNumber());
        parameter.rule.choices = {"a", "b", "4"};
        YamlValue written;
        written.type = YamlValue::Type::scalar;
        written.scalar = value.toStdString();
        QCOMPARE(numberOf(parameter, written, 0.5), number);
    }
};

BURIN_TEST(TestFormulas)
#include "test_formulas.moc"
