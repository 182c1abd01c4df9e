// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.hpp"
#include "core/kernels/expression_kernels.hpp"
#include "support/testing.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

using namespace burin;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr std::array allSets = {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};

using Row = std::vector<double>;
using Reference = std::function<long double(long double, long double)>;

const std::vector<double> specials = {0.0,
                                      -0.0,
                                      1,
                                      -1,
                                      0.5,
                                      -0.5,
                                      2,
                                      -2,
                                      3,
                                      -3,
                                      1.5,
                                      -1.5,
                                      2.5,
                                      -2.5,
                                      infinity,
                                      -infinity,
                                      notANumber,
                                      1e308,
                                      -1e308,
                                      5e-324,
                                      -5e-324,
                                      1e-310,
                                      -1e-310,
                                      0x1p52,
                                      -0x1p52,
                                      0x1p53,
                                      -0x1p53,
                                      0x1p62,
                                      -0x1p62,
                                      0x1p31,
                                      -0x1p31,
                                      1e22,
                                      -1e22,
                                      709.5,
                                      -745.5,
                                      0.49999999999999994,
                                      1.0 - 0x1p-53,
                                      1.0 + 0x1p-52,
                                      3.141592653589793,
                                      1.5707963267948966,
                                      2000000.5};

/// Applies the operator to rows of up to one block, with the instructions of `set`.
Row applied(InstructionSet set, Operator op, const std::vector<Row>& operands) {
    const auto count = static_cast<std::int64_t>(operands[0].size());
    std::array<KernelInput, 3> inputs;
    for (std::size_t k = 0; k < operands.size(); ++k)
        inputs[k] = {operands[k].data(), false};
    Row out(operands[0].size(), -12345.0);
    expressionKernels(set).functions[static_cast<std::size_t>(op)](out.data(), inputs.data(), count);
    return out;
}

bool sameBytes(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Numbers of all sorts: mostly of ordinary size, some with random bits, some special.
class Numbers {
  public:
    double next() {
        switch (random_() % 8) {
            case 0:
                return std::bit_cast<double>(random_());
            case 1:
                return specials[random_() % specials.size()];
            case 2:
                return between(-2e6, 2e6);
            case 3:
                return std::floor(between(-20, 20));
            case 4:
                return between(-1, 1);
            default:
                return between(-100, 100);
        }
    }
    double between(double low, double high) { return std::uniform_real_distribution(low, high)(random_); }
    /// A number of either sign with a magnitude between 2^low and 2^high.
    double magnitude(double low, double high) {
        return std::exp2(between(low, high)) * (random_() % 2 == 0 ? 1 : -1);
    }

  private:
    std::mt19937_64 random_{20201};
};

struct Function {
    const char* name;
    Operator op;
    std::size_t operands;
    Reference reference;
};

template <class F>
Reference one(F f) {
    return [f](long double a, long double) { return f(a); };
}

const std::vector<Function>& functions() {
    static const std::vector<Function> all = {
        {"sin", Operator::sine, 1, one([](long double a) { return std::sin(a); })},
        {"cos", Operator::cosine, 1, one([](long double a) { return std::cos(a); })},
        {"tan", Operator::tangent, 1, one([](long double a) { return std::tan(a); })},
        {"asin", Operator::arcSine, 1, one([](long double a) { return std::asin(a); })},
        {"acos", Operator::arcCosine, 1, one([](long double a) { return std::acos(a); })},
        {"atan", Operator::arcTangent, 1, one([](long double a) { return std::atan(a); })},
        {"atan2", Operator::arcTangent2, 2, [](long double a, long double b) { return std::atan2(a, b); }},
        {"sinh", Operator::hyperbolicSine, 1, one([](long double a) { return std::sinh(a); })},
        {"cosh", Operator::hyperbolicCosine, 1, one([](long double a) { return std::cosh(a); })},
        {"tanh", Operator::hyperbolicTangent, 1, one([](long double a) { return std::tanh(a); })},
        {"exp", Operator::exponential, 1, one([](long double a) { return std::exp(a); })},
        {"log", Operator::logarithm, 1, one([](long double a) { return std::log(a); })},
        {"log2", Operator::logarithm2, 1, one([](long double a) { return std::log2(a); })},
        {"log10", Operator::logarithm10, 1, one([](long double a) { return std::log10(a); })},
        {"sqrt", Operator::squareRoot, 1, one([](long double a) { return std::sqrt(a); })},
        {"cbrt", Operator::cubeRoot, 1, one([](long double a) { return std::cbrt(a); })},
        {"abs", Operator::absolute, 1, one([](long double a) { return std::fabs(a); })},
        {"floor", Operator::floor, 1, one([](long double a) { return std::floor(a); })},
        {"ceil", Operator::ceiling, 1, one([](long double a) { return std::ceil(a); })},
        {"round", Operator::round, 1, one([](long double a) { return std::round(a); })},
        {"trunc", Operator::truncate, 1, one([](long double a) { return std::trunc(a); })},
        {"hypot", Operator::hypotenuse, 2, [](long double a, long double b) { return std::hypot(a, b); }},
        {"pow", Operator::power, 2, [](long double a, long double b) { return std::pow(a, b); }},
    };
    return all;
}

/// The value in binary64; NaN if an operand is NaN.
double expected(const Function& f, double a, double b) {
    if (std::isnan(a) || (f.operands == 2 && std::isnan(b))) return notANumber;
    return static_cast<double>(f.reference(a, b));
}

bool close(double value, double reference, double tolerance) {
    const bool special = !std::isfinite(reference) || reference == 0;
    if (special || !std::isfinite(value)) return sameBytes(value, reference);
    constexpr double smallest = 1e-290;  // results below this have fewer digits
    return std::fabs(value - reference) <= tolerance * std::max(std::fabs(reference), smallest);
}

/// The hash of the format's page, written with 64-bit integers.
double slowHash(double i, double j, double seed) {
    for (const double v : {i, j, seed}) {
        if (!(std::fabs(v) < 0x1p53)) return notANumber;
    }
    const auto low = [](double v) {
        return static_cast<std::uint32_t>(
            static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(v))));
    };
    std::uint32_t h = low(i) * 0x9E3779B1U ^ low(j) * 0x85EBCA77U ^ low(seed) * 0xC2B2AE3DU;
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    h *= 0x846CA68BU;
    h ^= h >> 16;
    return h / 4294967296.0;
}

double slowNoise(double x, double y, double seed) {
    const double column = std::floor(x);
    const double row = std::floor(y);
    const auto fade = [](double z) { return z * z * z * (z * (6 * z - 15) + 10); };
    const auto mix = [](double a, double b, double t) { return a * (1 - t) + b * t; };
    const double s = fade(x - column);
    const double t = fade(y - row);
    return mix(mix(slowHash(column, row, seed), slowHash(column + 1, row, seed), s),
               mix(slowHash(column, row + 1, seed), slowHash(column + 1, row + 1, seed), s), t);
}

double slowGradient(double x, double y, double seed) {
    const double column = std::floor(x);
    const double row = std::floor(y);
    const auto fade = [](double z) { return z * z * z * (z * (6 * z - 15) + 10); };
    const auto mix = [](double a, double b, double t) { return a * (1 - t) + b * t; };
    const auto corner = [&](double i, double j) {
        const double angle = 2 * std::acos(-1.0) * slowHash(column + i, row + j, seed);
        return std::sqrt(2.0) * (std::cos(angle) * (x - column - i) + std::sin(angle) * (y - row - j));
    };
    const double s = fade(x - column);
    return mix(mix(corner(0, 0), corner(1, 0), s), mix(corner(0, 1), corner(1, 1), s), fade(y - row));
}

double slowCell(double x, double y, double seed) {
    double nearest = infinity;
    for (double row = std::floor(y) - 1; row <= std::floor(y) + 1; ++row) {
        for (double column = std::floor(x) - 1; column <= std::floor(x) + 1; ++column) {
            const double distance = std::hypot(column + slowHash(column, row, seed) - x,
                                               row + slowHash(column, row, seed + 1) - y);
            if (std::isnan(distance)) return notANumber;
            nearest = std::min(nearest, distance);
        }
    }
    return nearest;
}

}  // namespace

class TestFunctions : public QObject {
    Q_OBJECT

  private slots:
    void accuracy_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("low");  // the limits of the operands' binary logarithm
        QTest::addColumn<double>("high");
        const auto all = static_cast<int>(functions().size());
        for (int i = 0; i < all; ++i) {
            const QByteArray name = functions()[static_cast<std::size_t>(i)].name;
            QTest::newRow((name + " of ordinary numbers").constData()) << i << -6.0 << 8.0;
            QTest::newRow((name + " of small numbers").constData()) << i << -60.0 << 0.0;
            QTest::newRow((name + " of coordinates of a large surface").constData()) << i << 18.0 << 31.0;
            QTest::newRow((name + " of anything").constData()) << i << -1074.0 << 1023.9;
        }
    }
    void accuracy() {
        QFETCH(int, index);
        QFETCH(double, low);
        QFETCH(double, high);
        const Function& f = functions()[static_cast<std::size_t>(index)];
        Numbers numbers;
        for (int block = 0; block < 200; ++block) {
            Row a(expressionBlock);
            Row b(expressionBlock);
            for (std::size_t i = 0; i < a.size(); ++i) {
                a[i] = numbers.magnitude(low, high);
                b[i] = numbers.magnitude(low, high);
            }
            const Row out = applied(InstructionSet::baseline, f.op, {a, b});
            for (std::size_t i = 0; i < a.size(); ++i) {
                const double reference = expected(f, a[i], b[i]);
                if (close(out[i], reference, 1e-14)) continue;
                QFAIL(qPrintable(QString("%1(%2, %3) is %4, not %5")
                                     .arg(f.name)
                                     .arg(a[i], 0, 'g', 17)
                                     .arg(b[i], 0, 'g', 17)
                                     .arg(out[i], 0, 'g', 17)
                                     .arg(reference, 0, 'g', 17)));
            }
        }
    }

    void powersNearOneAndOfLargeExponents() {
        const Function& pow = functions().back();
        Numbers numbers;
        for (int block = 0; block < 500; ++block) {
            Row a(expressionBlock);
            Row b(expressionBlock);
            for (std::size_t i = 0; i < a.size(); ++i) {
                a[i] = 1 + numbers.magnitude(-50, -1);
                b[i] = 700 / std::log(a[i]) * numbers.between(-1, 1);
            }
            const Row out = applied(InstructionSet::baseline, Operator::power, {a, b});
            for (std::size_t i = 0; i < a.size(); ++i)
                QVERIFY(close(out[i], expected(pow, a[i], b[i]), 1e-14));
        }
    }

    void specialValues_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < functions().size(); ++i)
            QTest::newRow(functions()[i].name) << static_cast<int>(i);
    }
    /// Each pair of special operands. If C99's value is special, the bytes must be equal.
    void specialValues() {
        QFETCH(int, index);
        const Function& f = functions()[static_cast<std::size_t>(index)];
        for (const double a : specials) {
            const Row as(specials.size(), a);
            const Row out = applied(InstructionSet::baseline, f.op, {as, specials});
            for (std::size_t i = 0; i < specials.size(); ++i) {
                const double reference = expected(f, a, specials[i]);
                const QString said = QString("%1(%2, %3) is %4, not %5")
                                         .arg(f.name)
                                         .arg(a)
                                         .arg(specials[i])
                                         .arg(out[i])
                                         .arg(reference);
                QVERIFY2(close(out[i], reference, 1e-14), qPrintable(said));
            }
        }
    }

    void exactWhereTheResultIsShort() {
        for (int n = 0; n <= 300; ++n) {
            const double ten = std::pow(10.0, n);
            if (n <= 22)
                QCOMPARE(applied(InstructionSet::baseline, Operator::logarithm10, {{ten}})[0], double(n));
            const double two = std::ldexp(1.0, n);
            QCOMPARE(applied(InstructionSet::baseline, Operator::logarithm2, {{two}})[0], double(n));
            QCOMPARE(applied(InstructionSet::baseline, Operator::power, {{2.0}, {double(n)}})[0], two);
            QCOMPARE(applied(InstructionSet::baseline, Operator::cubeRoot, {{double(n) * n * n}})[0],
                     double(n));
        }
    }

    /// Comparisons and logic treat NaN as the format page says; all other functions return NaN.
    void notANumberOperands() {
        const double nan = notANumber;
        using Case = std::tuple<Operator, std::vector<double>, double>;
        const std::vector<Case> cases = {
            {Operator::less, {nan, 1}, 0},           {Operator::less, {1, nan}, 0},
            {Operator::lessOrEqual, {nan, nan}, 0},  {Operator::greater, {nan, 1}, 0},
            {Operator::greaterOrEqual, {1, nan}, 0}, {Operator::equal, {nan, nan}, 0},
            {Operator::notEqual, {nan, nan}, 1},     {Operator::notEqual, {nan, 1}, 1},
            {Operator::logicalNot, {nan}, 1},        {Operator::logicalAnd, {nan, 1}, 0},
            {Operator::logicalAnd, {1, nan}, 0},     {Operator::logicalOr, {nan, 1}, 1},
            {Operator::logicalOr, {nan, 0}, 0},      {Operator::select, {nan, 1, 2}, 2},
            {Operator::select, {1, 3, nan}, 3},      {Operator::select, {0, nan, 2}, 2},
        };
        for (const auto& [op, operands, value] : cases) {
            std::vector<Row> rows;
            for (const double operand : operands)
                rows.push_back({operand});
            QCOMPARE(applied(InstructionSet::baseline, op, rows)[0], value);
        }
    }
    void everythingElsePassesNotANumberOn_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"-n",
                                 "n+1",
                                 "1-n",
                                 "n*0",
                                 "0/n",
                                 "n^0",
                                 "1^n",
                                 "pow(n,0)",
                                 "pow(1,n)",
                                 "sin(n)",
                                 "cos(n)",
                                 "tan(n)",
                                 "asin(n)",
                                 "acos(n)",
                                 "atan(n)",
                                 "atan2(n,1)",
                                 "atan2(1,n)",
                                 "sinh(n)",
                                 "cosh(n)",
                                 "tanh(n)",
                                 "exp(n)",
                                 "log(n)",
                                 "log2(n)",
                                 "log10(n)",
                                 "sqrt(n)",
                                 "cbrt(n)",
                                 "abs(n)",
                                 "floor(n)",
                                 "ceil(n)",
                                 "round(n)",
                                 "trunc(n)",
                                 "sign(n)",
                                 "min(n,1)",
                                 "min(1,n)",
                                 "max(n,1)",
                                 "max(1,n)",
                                 "max(1,n,2)",
                                 "clamp(n,0,1)",
                                 "clamp(1,n,2)",
                                 "clamp(1,0,n)",
                                 "mod(n,1)",
                                 "mod(1,n)",
                                 "hypot(n,1)",
                                 "hypot(1,n)",
                                 "hypot(n,1/0)",
                                 "hypot(1/0,n)",
                                 "mix(n,1,0)",
                                 "mix(1,n,0)",
                                 "mix(1,1,n)",
                                 "step(n,1)",
                                 "step(1,n)",
                                 "smoothstep(n,1,0)",
                                 "smoothstep(0,n,1)",
                                 "smoothstep(0,1,n)",
                                 "hash(n,1,1)",
                                 "hash(1,n,1)",
                                 "hash(1,1,n)",
                                 "noise(n,1,1)",
                                 "noise(1,n,1)",
                                 "noise(1,1,n)",
                                 "gradient(n,1,1)",
                                 "gradient(1,n,1)",
                                 "gradient(1,1,n)",
                                 "cell(n,1,1)",
                                 "cell(1,n,1)",
                                 "cell(1,1,n)",
                                 "1?n:0",
                                 "n?1:n"}) {
            QTest::newRow(text) << text;
        }
    }
    void everythingElsePassesNotANumberOn() {
        QFETCH(QString, text);
        const auto parsed = Expression::parse(text.toStdString(), {"n"});
        QVERIFY(std::holds_alternative<Expression>(parsed));
        QVERIFY(std::isnan(std::get<Expression>(parsed).value(std::array{notANumber})));
    }

    void smallFunctions_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, double value) { QTest::newRow(text) << text << value; };
        row("sign(-3)", -1);
        row("sign(0)", 0);
        row("sign(1e-300)", 1);
        row("round(0.5)", 1);
        row("round(-2.5)", -3);
        row("round(0.49999999999999994)", 0);
        row("clamp(5,0,1)", 1);
        row("clamp(-5,0,1)", 0);
        row("clamp(0.5,1,0)", 0);
        row("mod(7,3)", 1);
        row("mod(-7,3)", 2);
        row("mod(7,-3)", -2);
        row("mod(5.5,0.25)", 0);
        row("mix(10,20,0.25)", 12.5);
        row("mix(10,20,0)", 10);
        row("mix(0.1,0.7,1)", 0.7);
        row("step(1,0.999)", 0);
        row("step(1,1)", 1);
        row("smoothstep(0,1,0.25)", 0.15625);
        row("smoothstep(0,1,-1)", 0);
        row("smoothstep(0,1,2)", 1);
        row("smoothstep(1,0,0.25)", 0.84375);
        row("hypot(3e200,4e200)", 5e200);
        row("hypot(3e-200,4e-200)", 5e-200);
        row("1/0", infinity);
        row("-1/0", -infinity);
        row("0&&(0/0)", 0);
        row("5&&-3", 1);
        row("!5", 0);
        row("hash(0,0,0)", 0);
        row("atan2(0,-1)", 3.141592653589793);
        row("atan2(-1,0)", -1.5707963267948966);
    }
    void smallFunctions() {
        QFETCH(QString, text);
        QFETCH(double, value);
        const auto parsed = Expression::parse(text.toStdString(), {});
        QVERIFY(std::holds_alternative<Expression>(parsed));
        const double computed = std::get<Expression>(parsed).value({});
        QVERIFY2(computed == value || std::fabs(computed - value) <= 1e-15 * std::fabs(value),
                 qPrintable(QString::number(computed, 'g', 17)));
    }

    void hashIsExact() {
        Numbers numbers;
        for (int block = 0; block < 400; ++block) {
            std::vector<Row> operands(3, Row(expressionBlock));
            for (Row& row : operands) {
                for (double& v : row)
                    v = block % 2 == 0 ? numbers.next() : numbers.magnitude(0, 54);
            }
            const Row out = applied(InstructionSet::baseline, Operator::hash, operands);
            for (std::size_t i = 0; i < out.size(); ++i)
                QVERIFY(sameBytes(out[i], slowHash(operands[0][i], operands[1][i], operands[2][i])));
        }
    }

    void noisesFollowTheirFormulas_data() {
        QTest::addColumn<double>("centre");
        QTest::addColumn<double>("spread");
        QTest::newRow("around the origin") << 0.0 << 20.0;
        QTest::newRow("at a far corner of the surface") << 2e6 << 100.0;
        QTest::newRow("beyond the 32 bits of the lattice") << 4294967296.0 << 5.0;
        QTest::newRow("where coordinates are whole") << 0x1p52 << 1e3;
        QTest::newRow("where hashes end") << 0x1p53 << 16.0;
        QTest::newRow("where hashes end, on the other side") << -0x1p53 << 16.0;
    }
    void noisesFollowTheirFormulas() {
        QFETCH(double, centre);
        QFETCH(double, spread);
        Numbers numbers;
        for (int block = 0; block < 20; ++block) {
            std::vector<Row> operands(3, Row(expressionBlock));
            for (std::size_t i = 0; i < operands[0].size(); ++i) {
                operands[0][i] = centre + numbers.between(-spread, spread);
                operands[1][i] = numbers.between(-spread, spread);
                operands[2][i] = numbers.between(-5, 5);
            }
            const Row noise = applied(InstructionSet::baseline, Operator::noise, operands);
            const Row cell = applied(InstructionSet::baseline, Operator::cell, operands);
            const Row gradient = applied(InstructionSet::baseline, Operator::gradient, operands);
            for (std::size_t i = 0; i < noise.size(); ++i) {
                const double slow = slowNoise(operands[0][i], operands[1][i], operands[2][i]);
                QVERIFY(sameBytes(noise[i], slow) || std::fabs(noise[i] - slow) <= 1e-12);
                const double distance = slowCell(operands[0][i], operands[1][i], operands[2][i]);
                QVERIFY(sameBytes(cell[i], distance) || std::fabs(cell[i] - distance) <= 1e-12);
                const double slope = slowGradient(operands[0][i], operands[1][i], operands[2][i]);
                QVERIFY(sameBytes(gradient[i], slope) || std::fabs(gradient[i] - slope) <= 1e-12);
                QVERIFY(!(std::fabs(gradient[i]) > 1));
            }
        }
    }

    void everyInstructionSetGivesTheSameBytes_data() {
        QTest::addColumn<int>("op");
        for (int op = static_cast<int>(Operator::negate); op < operatorCount; ++op)
            QTest::addRow("operator %d", op) << op;
    }
    /// Row lengths that leave every remainder, and uniform operands in every position.
    void everyInstructionSetGivesTheSameBytes() {
        QFETCH(int, op);
        Numbers numbers;
        const bool unary =
            op == static_cast<int>(Operator::negate) || op == static_cast<int>(Operator::logicalNot) ||
            (op >= static_cast<int>(Operator::sine) && op <= static_cast<int>(Operator::sign) &&
             op != static_cast<int>(Operator::arcTangent2));
        for (int round = 0; round < 600; ++round) {
            const std::int64_t count = round < 300 ? round % 67 + 1 : expressionBlock;
            std::vector<Row> operands(3, Row(static_cast<std::size_t>(count)));
            for (Row& row : operands) {
                for (double& v : row)
                    v = numbers.next();
            }
            std::array<KernelInput, 3> inputs;
            for (std::size_t k = 0; k < 3; ++k)
                inputs[k] = {operands[k].data(), !unary && (round >> k & 1) != 0};
            Row first;
            for (const InstructionSet set : allSets) {
                if (!supported(set)) continue;
                Row out(static_cast<std::size_t>(count));
                expressionKernels(set).functions[op](out.data(), inputs.data(), count);
                if (first.empty()) first = out;
                for (std::size_t i = 0; i < out.size(); ++i)
                    QVERIFY(sameBytes(out[i], first[i]));
            }
        }
    }

    void uniformOperandsAreArraysOfOneValue() {
        Numbers numbers;
        for (int op = static_cast<int>(Operator::add); op < operatorCount; ++op) {
            if (op >= static_cast<int>(Operator::sine) && op <= static_cast<int>(Operator::sign) &&
                op != static_cast<int>(Operator::arcTangent2)) {
                continue;
            }
            for (unsigned uniform = 0; uniform < 8; ++uniform) {
                std::vector<Row> rows(3, Row(50));
                std::array<KernelInput, 3> inputs;
                for (std::size_t k = 0; k < 3; ++k) {
                    for (double& v : rows[k])
                        v = numbers.next();
                    const bool one = (uniform >> k & 1) != 0;
                    if (one) rows[k].assign(50, rows[k][0]);
                    inputs[k] = {rows[k].data(), one};
                }
                Row out(50);
                const InstructionSet set = instructionSet();
                expressionKernels(set).functions[op](out.data(), inputs.data(), 50);
                const Row spread = applied(set, static_cast<Operator>(op), rows);
                for (std::size_t i = 0; i < out.size(); ++i)
                    QVERIFY(sameBytes(out[i], spread[i]));
            }
        }
    }

    void samplesRoundOnce() {
        for (const InstructionSet set : allSets) {
            if (!supported(set)) continue;
            Row values = specials;
            std::vector<float> narrow(values.size());
            expressionKernels(set).narrow(values.data(), narrow.data(),
                                          static_cast<std::int64_t>(values.size()));
            Row wide(values.size());
            expressionKernels(set).widen(narrow.data(), wide.data(),
                                         static_cast<std::int64_t>(values.size()));
            for (std::size_t i = 0; i < values.size(); ++i)
                QVERIFY(sameBytes(wide[i], static_cast<double>(static_cast<float>(values[i]))));
        }
    }
};

BURIN_TEST(TestFunctions)
#include "test_functions.moc"
