// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.hpp"
#include "core/expression/program.hpp"
#include "core/expression/vocabulary.hpp"
#include "support/testing.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace burin;

namespace {

const std::vector<std::string> variables = {"x", "y", "in1"};

Expression parsed(const std::string& text) {
    auto result = Expression::parse(text, variables);
    if (const auto* problem = std::get_if<ExpressionProblem>(&result)) {
        qFatal("%s: %s", text.c_str(), problem->problem.text().c_str());
    }
    return std::get<Expression>(result);
}

/// A separate expression tree, evaluated recursively with the C library. It shares no code with the program.
struct Tree {
    std::string op;  // name of a function or variable, symbol of an operator, or a number
    std::vector<Tree> operands;

    [[nodiscard]] std::string text() const {
        if (operands.empty()) return op;
        if (op == "?") {
            return "(" + operands[0].text() + "?" + operands[1].text() + ":" + operands[2].text() + ")";
        }
        if (std::isalpha(static_cast<unsigned char>(op[0])) != 0) {
            std::string list;
            for (const Tree& operand : operands)
                list += (list.empty() ? "" : ", ") + operand.text();
            return op + "(" + list + ")";
        }
        if (operands.size() == 1) return "(" + op + operands[0].text() + ")";
        return "(" + operands[0].text() + " " + op + " " + operands[1].text() + ")";
    }

    template <class Real>
    [[nodiscard]] Real value(const std::array<double, 3>& at) const {
        if (operands.empty()) {
            for (std::size_t v = 0; v < variables.size(); ++v) {
                if (op == variables[v]) return static_cast<Real>(at[v]);
            }
            return static_cast<Real>(std::stod(op));
        }
        std::vector<Real> v;
        for (const Tree& operand : operands)
            v.push_back(operand.value<Real>(at));
        const auto truth = [](Real r) { return !std::isnan(r) && r != 0; };
        if (op == "?") return truth(v[0]) ? v[1] : v[2];
        if (op == "!") return truth(v[0]) ? 0 : 1;
        if (op == "&&") return truth(v[0]) && truth(v[1]) ? 1 : 0;
        if (op == "||") return truth(v[0]) || truth(v[1]) ? 1 : 0;
        if (op == "<") return v[0] < v[1] ? 1 : 0;
        if (op == ">=") return v[0] >= v[1] ? 1 : 0;
        if (op == "!=") return v[0] != v[1] ? 1 : 0;
        for (const Real r : v) {
            if (std::isnan(r)) return r;
        }
        return plain<Real>(v);
    }

  private:
    template <class Real>
    [[nodiscard]] Real plain(const std::vector<Real>& v) const {
        if (op == "+") return v[0] + v[1];
        if (op == "-") return v.size() == 1 ? -v[0] : v[0] - v[1];
        if (op == "*") return v[0] * v[1];
        if (op == "/") return v[0] / v[1];
        if (op == "^" || op == "pow") return std::pow(v[0], v[1]);
        if (op == "sin") return std::sin(v[0]);
        if (op == "cos") return std::cos(v[0]);
        if (op == "atan") return std::atan(v[0]);
        if (op == "tanh") return std::tanh(v[0]);
        if (op == "exp") return std::exp(v[0]);
        if (op == "log") return std::log(v[0]);
        if (op == "sqrt") return std::sqrt(v[0]);
        if (op == "abs") return std::fabs(v[0]);
        if (op == "floor") return std::floor(v[0]);
        if (op == "atan2") return std::atan2(v[0], v[1]);
        if (op == "hypot") return std::hypot(v[0], v[1]);
        if (op == "mod") return v[0] - v[1] * std::floor(v[0] / v[1]);
        if (op == "step") return v[1] < v[0] ? 0 : 1;
        if (op == "min") return *std::min_element(v.begin(), v.end());
        if (op == "max") return *std::max_element(v.begin(), v.end());
        if (op == "clamp") return std::min(std::max(v[0], v[1]), v[2]);
        if (op == "mix") return v[0] * (1 - v[2]) + v[1] * v[2];
        qFatal("unknown %s", op.c_str());
    }
};

class RandomTrees {
  public:
    Tree next(int depth) {
        if (depth == 0 || pick(8) == 0) return leaf();
        static const std::vector<std::pair<std::string, std::size_t>> operators = {
            {"+", 2},     {"-", 2},     {"*", 2},     {"/", 2},   {"^", 2},    {"-", 1},    {"!", 1},
            {"?", 3},     {"&&", 2},    {"||", 2},    {"<", 2},   {">=", 2},   {"!=", 2},   {"sin", 1},
            {"cos", 1},   {"atan", 1},  {"tanh", 1},  {"exp", 1}, {"log", 1},  {"sqrt", 1}, {"abs", 1},
            {"floor", 1}, {"atan2", 2}, {"hypot", 2}, {"mod", 2}, {"step", 2}, {"min", 2},  {"min", 5},
            {"max", 2},   {"max", 3},   {"clamp", 3}, {"mix", 3}, {"pow", 2},  {"+", 2},    {"*", 2}};
        const auto& [op, count] = operators[pick(operators.size())];
        Tree tree{op, {}};
        for (std::size_t i = 0; i < count; ++i)
            tree.operands.push_back(next(depth - 1));
        return tree;
    }
    std::array<double, 3> place() {
        return {std::uniform_real_distribution(-40.0, 40.0)(random_),
                std::floor(std::uniform_real_distribution(-40.0, 40.0)(random_)),
                std::uniform_real_distribution(0.0, 1.0)(random_)};
    }
    std::size_t pick(std::size_t count) { return random_() % count; }

  private:
    Tree leaf() {
        static const std::vector<std::string> leaves = {"x", "y", "in1", "x",  "y",   "0",
                                                        "1", "2", "3",   ".5", "1e-2"};
        return {leaves[pick(leaves.size())], {}};
    }
    std::mt19937_64 random_{7};
};

/// Evaluates an expression over rows in memory that is exactly as large as promised.
class Evaluator {
  public:
    explicit Evaluator(const Expression& expression)
        : expression_(expression),
          memory_(static_cast<std::byte*>(std::aligned_alloc(64, expression.workspaceBytes() + 64))) {}

    std::vector<double> operator()(const std::vector<Operand>& operands, std::size_t count) {
        std::vector<double> out(count, -12345.0);
        std::memset(memory_.get(), 0xA5, expression_.workspaceBytes());
        expression_.evaluate(operands, static_cast<std::int64_t>(count), out.data(), memory_.get());
        return out;
    }

  private:
    struct Free {
        void operator()(std::byte* memory) const { std::free(memory); }
    };
    const Expression& expression_;
    std::unique_ptr<std::byte, Free> memory_;
};

bool sameBytes(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool agree(double a, double b, double tolerance) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b || std::fabs(a - b) <= tolerance * std::max(1.0, std::fabs(b));
}

}  // namespace

class TestEvaluation : public QObject {
    Q_OBJECT

  private slots:
    /// The pages of the manual and the inspector show these formulas.
    void theFormulasOfThePagesGiveWhatTheFunctionsGive() {
        const std::vector<std::string> names = {"a", "b", "t", "v", "lo", "hi"};
        const std::array<double, 6> at = {0.3, 0.7, 1.25, 0.9, 0.2, 0.6};
        const auto valueOf = [&](std::string_view text) {
            auto read = Expression::parse(std::string(text), names);
            if (!std::holds_alternative<Expression>(read)) qFatal("%s", std::string(text).c_str());
            return std::get<Expression>(read).value(at);
        };
        for (const char* name : {"mix", "mod", "clamp"}) {
            const FunctionName& function = *findFunction(name);
            const std::size_t colon = function.help.find(": ");
            QVERIFY2(colon != std::string_view::npos, name);
            std::string_view formula = function.help.substr(0, colon);
            if (formula.find('(') == std::string_view::npos) {
                formula = function.help.substr(colon + 2);
                formula.remove_suffix(1);  // the full stop
            }
            QVERIFY2(agree(valueOf(formula), valueOf(function.signature), 1e-12), name);
        }
    }

    /// If binary64 and the extended format agree, the value is well-conditioned and ours must agree, too.
    void randomTreesMatchTheLibrary() {
        RandomTrees random;
        int compared = 0;
        constexpr int trees = 4000;
        constexpr int places = 10;
        for (int t = 0; t < trees; ++t) {
            const Tree tree = random.next(1 + t % 6);
            const Expression expression = parsed(tree.text());
            QVERIFY(parsed(expression.canonical()).canonical() == expression.canonical());
            for (int p = 0; p < places; ++p) {
                const std::array<double, 3> at = random.place();
                const double reference = tree.value<double>(at);
                const double extended = static_cast<double>(tree.value<long double>(at));
                if (!agree(reference, extended, 1e-12)) continue;
                ++compared;
                const double value = expression.value(at);
                if (agree(value, reference, 1e-9)) continue;
                QFAIL(qPrintable(QString("%1 at %2, %3, %4 is %5, not %6")
                                     .arg(QString::fromStdString(tree.text()))
                                     .arg(at[0], 0, 'g', 17)
                                     .arg(at[1], 0, 'g', 17)
                                     .arg(at[2], 0, 'g', 17)
                                     .arg(value, 0, 'g', 17)
                                     .arg(reference, 0, 'g', 17)));
            }
        }
        QVERIFY2(compared > trees * places * 9 / 10, "too few trees were fit to be compared");
    }

    /// Rows, single values, and any mixture of varying and constant operands give the same bytes.
    void rowsMatchSingleValues() {
        RandomTrees random;
        for (int t = 0; t < 1500; ++t) {
            const Expression expression = parsed(random.next(1 + t % 7).text());
            const std::size_t count = 1 + random.pick(600);
            std::array<std::vector<double>, 3> columns;
            for (std::size_t i = 0; i < count; ++i) {
                const auto at = random.place();
                for (std::size_t v = 0; v < 3; ++v)
                    columns[v].push_back(at[v]);
            }
            std::vector<Operand> operands;
            for (std::size_t v = 0; v < 3; ++v) {
                const bool constant = random.pick(2) == 0;
                if (constant) columns[v].assign(count, columns[v][0]);
                operands.push_back({constant ? nullptr : columns[v].data(), columns[v][0]});
            }
            const std::vector<double> out = Evaluator(expression)(operands, count);
            for (std::size_t i = 0; i < count; i += 1 + count / 16) {
                const std::array<double, 3> at = {columns[0][i], columns[1][i], columns[2][i]};
                QVERIFY2(sameBytes(out[i], expression.value(at)), expression.canonical().c_str());
            }
        }
    }

    void rowsOfEveryLength() {
        const Expression expression = parsed("sin(x)*x+y");
        Evaluator evaluate(expression);
        std::vector<double> xs;
        for (std::size_t count = 0; count < 800; count += count < 20 ? 1 : 37) {
            while (xs.size() < count)
                xs.push_back(static_cast<double>(xs.size()));
            const std::vector<double> out = evaluate({{xs.data(), 0}, {nullptr, 7}, {}}, count);
            for (std::size_t i = 0; i < count; ++i)
                QCOMPARE(out[i], expression.value(std::array{xs[i], 7.0, 0.0}));
        }
    }

    void anExpressionThatIsAVariable() {
        const std::vector<double> xs = {3, 1, 2};
        const Expression expression = parsed("x");
        QCOMPARE(Evaluator(expression)({{xs.data(), 0}, {}, {}}, 3), xs);
        QCOMPARE(Evaluator(expression)({{nullptr, 5}, {}, {}}, 3), std::vector<double>(3, 5.0));
        const Expression number = parsed("2*3");
        QCOMPARE(Evaluator(number)({{}, {}, {}}, 3), std::vector<double>(3, 6.0));
    }

    void wholePowersAreProducts() {
        for (const double x : {3.0, -1.5, 1e-170, -1e120, 0.0}) {
            QCOMPARE(parsed("x^2").value(std::array{x, 0.0, 0.0}), x * x);
            QCOMPARE(parsed("x^3").value(std::array{x, 0.0, 0.0}), x * x * x);
        }
        for (int exponent = 2; exponent <= 70; ++exponent) {
            const Expression power = parsed("(x+y)^" + std::to_string(exponent));
            const Expression precise = parsed("pow(x+y,x*0+" + std::to_string(exponent) + ")");
            for (const double x : {-1.75, -0.3, 0.0, 1e-6, 0.999, 1.125, 40.0, 1e30}) {
                const std::array at = {x, 0.03125, 0.0};
                const double expected = std::pow(x + 0.03125, exponent);
                const double value = power.value(at);
                QVERIFY2(
                    value == expected ||
                        std::abs(value - expected) <= exponent * 0x1p-53 * std::abs(expected) + 0x1p-1074,
                    qPrintable(QString("%1 ^ %2: %3, %4").arg(x).arg(exponent).arg(value).arg(expected)));
                QVERIFY(agree(precise.value(at), expected, 1e-13));
            }
            QCOMPARE(power.program().instructions().back().op == Operator::power, exponent > 64);
        }
        QCOMPARE(parsed("(x+y)^10").program().instructions().size(), std::size_t{1 + 4});
        QCOMPARE(parsed("(x+y)^63").program().instructions().size(), std::size_t{1 + 10});
    }
    void powersOfOtherNumbersAreNoProducts_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"x^1", "x^2.5", "x^-2", "x^0.5", "x^y", "x^65"})
            QTest::newRow(text) << text;
    }
    void powersOfOtherNumbersAreNoProducts() {
        QFETCH(QString, text);
        const Expression expression = parsed(text.toStdString());
        QCOMPARE(expression.program().instructions().size(), std::size_t{1});
        QVERIFY(expression.program().instructions()[0].op == Operator::power);
    }

    void farFromTheOrigin_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"0.5+0.5*sin(x*0.1)*cos(y*0.1)", "sin((x-2e6)^2/1e3+y)", "sin(hypot(x,y)*0.37)",
              "atan2(y-1999000,x-1999500)", "mod(x*0.7+y*0.3,17.5)", "tanh((x-1999900)/30)"}) {
            QTest::newRow(text) << text;
        }
    }
    /// Values are within the format's tolerance of 1e-5 at the last pixels of a surface of 2,000,000 x
    /// 2,000,000.
    void farFromTheOrigin() {
        QFETCH(QString, text);
        const Expression expression = parsed(text.toStdString());
        const auto reference = [&](long double x, long double y) -> long double {
            if (text.startsWith("0.5")) return 0.5L + 0.5L * std::sin(x * 0.1) * std::cos(y * 0.1);
            if (text.startsWith("sin((")) return std::sin((x - 2e6L) * (x - 2e6L) / 1e3L + y);
            if (text.startsWith("sin(h")) return std::sin(std::hypot(x, y) * 0.37);
            if (text.startsWith("atan2")) return std::atan2(y - 1999000, x - 1999500);
            if (text.startsWith("mod")) {
                const long double a = x * 0.7 + y * 0.3;
                return a - 17.5L * std::floor(a / 17.5L);
            }
            return std::tanh((x - 1999900) / 30);
        };
        for (double y = 1999000; y < 2000000; y += 37) {
            for (double x = 1999000; x < 2000000; x += 41) {
                const double value = expression.value(std::array{x, y, 0.0});
                const auto exact = static_cast<double>(reference(x, y));
                const bool atAJump = text.startsWith("mod") && (exact < 1e-6 || exact > 17.5 - 1e-6);
                QVERIFY(atAJump || agree(value, exact, 1e-8));
            }
        }
    }

    void chainsTakeFewRows_data() {
        QTest::addColumn<QString>("text");
        QString left = "x";
        QString right = "x";
        for (int i = 0; i < 250; ++i) {
            left = "(" + left + "*sin(y))+in1";
            right = "sin(x)+(" + right + ")";
        }
        QTest::newRow("leaning to the left") << left;
        QTest::newRow("leaning to the right") << right;
    }
    void chainsTakeFewRows() {
        QFETCH(QString, text);
        const Expression expression = parsed(text.toStdString());
        QVERIFY2(expression.workspaceBytes() < 4 * 256 * sizeof(double) + 1000 * 16,
                 qPrintable(QString::number(expression.workspaceBytes())));
    }

    void aBalancedTreeTakesRowsByItsDepth() {
        std::string text = "sin(x)";
        for (int i = 0; i < 10; ++i)
            text = "(" + text + "*" + text + ")";
        const Expression expression = parsed(text);
        QVERIFY(expression.workspaceBytes() < 14 * 256 * sizeof(double) + 2048 * 16);
        QCOMPARE(expression.value(std::array{1.5707963267948966, 0.0, 0.0}), 1.0);
    }

    void equalSubtreesAreComputedOnce_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("instructions");
        QTest::newRow("a function of the same") << "sin(x+y)*cos(sin(x+y))" << 4;
        QTest::newRow("below and beside") << "(x+y)*((x+y)*((x+y)-in1))" << 4;
        QTest::newRow("with constants of equal value") << "sin(x*2)+cos(x*(1+1))" << 4;
        QTest::newRow("squares") << "sin(x)^2+sin(x)^3" << 5;
        QTest::newRow("of other operands") << "(x-y)*(y-x)" << 3;
        QTest::newRow("of another operator") << "(x-y)*(x+y)" << 3;
        QTest::newRow("of other constants") << "sin(x*2)+sin(x*3)" << 5;
    }
    void equalSubtreesAreComputedOnce() {
        QFETCH(QString, text);
        QFETCH(int, instructions);
        QCOMPARE(static_cast<int>(parsed(text.toStdString()).program().instructions().size()), instructions);
    }

    /// More equal subtrees than values can be kept: some are computed again, in few rows.
    void manyEqualSubtreesMatchTheLibrary() {
        RandomTrees random;
        std::size_t rows = 0;
        for (int t = 0; t < 200; ++t) {
            std::vector<Tree> parts;
            for (int i = 0; i < 30; ++i)
                parts.push_back({"sin", {random.next(3)}});
            Tree tree = parts[0];
            for (int i = 0; i < 120; ++i) {
                const Tree& part = parts[random.pick(parts.size())];
                tree = random.pick(2) == 0 ? Tree{"+", {tree, part}} : Tree{"*", {part, tree}};
            }
            const Expression expression = parsed(tree.text());
            for (const ExpressionProgram::Instruction& each : expression.program().instructions())
                rows = std::max<std::size_t>(rows, each.row + 1U);
            for (int p = 0; p < 4; ++p) {
                const std::array<double, 3> at = random.place();
                const double reference = tree.value<double>(at);
                if (!agree(reference, static_cast<double>(tree.value<long double>(at)), 1e-12)) continue;
                QVERIFY2(agree(expression.value(at), reference, 1e-9), tree.text().c_str());
            }
        }
        QVERIFY2(rows > ExpressionProgram::mostKept && rows <= ExpressionProgram::mostKept + 8,
                 qPrintable(QString::number(rows)));
    }

    void copiesShareTheProgram() {
        std::unique_ptr<Expression> original = std::make_unique<Expression>(parsed("x+1"));
        const Expression copy = *original;
        original.reset();
        QCOMPARE(copy.value(std::array{1.0, 0.0, 0.0}), 2.0);
    }
};

BURIN_TEST(TestEvaluation)
#include "test_evaluation.moc"
