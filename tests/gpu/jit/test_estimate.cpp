// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.hpp"
#include "gpu/jit/estimate.hpp"
#include "gpu/jit/functions.cuh"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <variant>

using namespace burin;
using namespace burin::gpu;
using namespace burin::test;

namespace {

using Role = SourceVariable::Role;

const std::vector<SourceVariable> variables = {{Role::x}, {Role::y}, {Role::sample}, {Role::constant, 0.75}};

Expression parsed(const std::string& text) {
    return std::get<Expression>(Expression::parse(text, {"x", "y", "in1", "p"}));
}

/// Expressions whose operators propagate the errors of sines, and some without sines.
class RandomSines {
  public:
    explicit RandomSines(Random& random) : random_(random) {}

    std::string next(int depth) {
        if (depth <= 0) return leaf();
        const std::string a = next(depth - 1);
        const std::string b = next(depth - 1);
        switch (random_.between(0, 12)) {
            case 0:
            case 1:
                return "(" + a + " + " + b + ")";
            case 2:
                return "(" + a + " - " + b + ")";
            case 3:
            case 4:
                return a + " * " + b;
            case 5:
                return "(" + a + ") / " +
                       random_.pick<std::string>({"3", "(1.5 + in1 * 0)", "(hash(x, y, 1) + 0.5)"});
            case 6:
                return random_.pick<std::string>({"min", "max"}) + "(" + a + ", " + b + ")";
            case 7:
                return "clamp(" + a + ", -0.3, " + b + ")";
            case 8:
                return "mix(" + a + ", " + b + ", " + next(0) + ")";
            case 9:
                return "(x > y ? " + a + " : " + b + ")";
            case 10:
                return "abs(" + a + ")";
            case 11:
                return "-(" + a + ")";
            default:
                return "0.25 * (" + a + ")";
        }
    }

  private:
    std::string leaf() {
        return random_.pick<std::string>({"sin(x * 0.37 + y)", "cos(y * 0.011)", "sin(x)", "0.1", "p", "2.7",
                                          "hash(x, y, 5)", "mod(x, 1.25)", "tanh(y)", "sin(hypot(x, y))"});
    }
    Random& random_;
};

double doubleOf(Operator op, double a, double b, double c) {
    switch (op) {
        case Operator::negate:
            return -a;
        case Operator::absolute:
            return std::fabs(a);
        case Operator::add:
            return a + b;
        case Operator::subtract:
            return a - b;
        case Operator::multiply:
            return a * b;
        case Operator::divide:
            return a / b;
        case Operator::minimum:
            return std::min(a, b);
        case Operator::maximum:
            return std::max(a, b);
        case Operator::clamp:
            return std::min(std::max(a, b), c);
        case Operator::mix:
            return a * (1 - c) + b * c;
        case Operator::select:
            return a != 0 ? b : c;
        case Operator::greater:
            return a > b ? 1 : 0;
        case Operator::sine:
            return std::sin(a);
        case Operator::cosine:
            return std::cos(a);
        case Operator::hyperbolicTangent:
            return std::tanh(a);
        case Operator::hypotenuse:
            return std::hypot(a, b);
        case Operator::modulo:
            return a - b * std::floor(a / b);
        case Operator::hash:
            return expression::hash(a, b, c);
        default:
            qFatal("an operator that the test does not know");
    }
}

/// The result in binary32; the operands have been rounded to binary32.
double singleOf(Operator op, float a, float b, float c) {
    switch (op) {
        case Operator::mix: {
            const float rest = 1.0F - c;
            const float first = a * rest;
            const float second = b * c;
            return static_cast<double>(first + second);
        }
        case Operator::add:
            return static_cast<double>(a + b);
        case Operator::subtract:
            return static_cast<double>(a - b);
        case Operator::multiply:
            return static_cast<double>(a * b);
        case Operator::divide:
            return static_cast<double>(a / b);
        default:
            return doubleOf(op, static_cast<double>(a), static_cast<double>(b), static_cast<double>(c));
    }
}

/// Each node's binary64 value, and the worst result of computing it as estimated, with the largest error of
/// sines.
struct Value {
    double exact;
    double computed;
};

std::vector<Value> values(const SyntaxTree& tree, const std::vector<Estimate>& estimates, double x, double y,
                          Random& random) {
    std::vector<Value> all;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const SyntaxNode& node = tree.nodes[i];
        if (arity(node.op) == 0) {
            const double places[] = {x, y, 0.5, 0.75};
            const double v = node.op == Operator::number ? node.number : places[node.operands[0]];
            all.push_back({v, v});
            continue;
        }
        const Value& a = all[node.operands[0]];
        const Value& b = arity(node.op) > 1 ? all[node.operands[1]] : a;
        const Value& c = arity(node.op) > 2 ? all[node.operands[2]] : a;
        Value v{doubleOf(node.op, a.exact, b.exact, c.exact), 0};
        if (!estimates[i].single) {
            v.computed = doubleOf(node.op, a.computed, b.computed, c.computed);
        } else if (node.op == Operator::sine || node.op == Operator::cosine) {
            // Rounding to binary32 uses the rest of the allowed error.
            const double error = random.pick({-1.0, 1.0, random.real(-1, 1)}) * (quickSineError - 0x1p-25);
            v.computed = static_cast<double>(static_cast<float>(std::clamp(v.exact + error, -1.0, 1.0)));
        } else {
            v.computed = singleOf(node.op, static_cast<float>(a.computed), static_cast<float>(b.computed),
                                  static_cast<float>(c.computed));
        }
        all.push_back(v);
    }
    return all;
}

}  // namespace

class TestEstimate : public QObject {
    Q_OBJECT

  private slots:
    void whereSinesMayErr_data() {
        QTest::addColumn<bool>("expected");
        const auto row = [](const char* text, bool expected) { QTest::newRow(text) << expected; };
        row("0.5 + 0.5 * sin(x * 0.1) * cos(y * 0.07)", true);
        row("sin(x * 0.1 + y)", true);
        row("(sin(x) + cos(y)) / 4 + 0.5", true);
        row("max(0, sin(x)) * p", true);
        row("clamp(sin(x), -0.5, 0.5)", true);
        row("mix(sin(x), 0.5, hash(x, y, 1)) / 2", true);
        row("in1 > 0.5 ? sin(x) : 0", true);
        row("mod(x, 2) * sin(y) / 4", true);
        row("x * 0.001 + sin(y)", true);
        row("3 * sin(x)", false);
        row("in1 * sin(x)", false);
        row("x * sin(y)", false);
        row("sin(x) / y", false);
        row("sin(x) > 0.5", false);
        row("floor(4 * sin(x))", false);
        row("sqrt(sin(x))", false);
        row("sin(x) ? 1 : 0", false);
        row("noise(sin(x), y, 1)", false);
        row("0.5 / (1 + sin(x))", false);
    }
    void whereSinesMayErr() {
        QFETCH(bool, expected);
        const Expression expression = parsed(QTest::currentDataTag());
        bool single = false;
        for (const Estimate& estimate : estimates(expression.tree(), variables))
            single = single || estimate.single;
        QCOMPARE(single, expected);
    }

    void anAngleIsNeverComputedFromQuickSines() {
        const Expression expression = parsed("sin(x + sin(y))");
        const std::vector<Estimate> all = estimates(expression.tree(), variables);
        QVERIFY(all.back().single);
        for (std::size_t i = 0; i + 1 < all.size(); ++i)
            QVERIFY(!all[i].single);
    }

    /// Every node's computed value lies within the estimated error and within the interval.
    void errorsAreBounds() {
        Random random(11);
        int quick = 0;
        double closest = 0;
        for (int t = 0; t < 3000; ++t) {
            const std::string text = RandomSines(random).next(1 + t % 5);
            const Expression expression = parsed(text);
            const std::vector<Estimate> all = estimates(expression.tree(), variables);
            QVERIFY(all.back().error <= largestError);
            if (all.back().error == 0) continue;
            ++quick;
            for (int p = 0; p < 50; ++p) {
                const auto x = static_cast<double>(random.between(0, 2000000));
                const auto y = static_cast<double>(random.between(0, 2000000));
                const std::vector<Value> got = values(expression.tree(), all, x, y, random);
                for (std::size_t i = 0; i < all.size(); ++i) {
                    const double error = std::fabs(got[i].computed - got[i].exact);
                    QVERIFY2(error <= all[i].error + 1e-12, text.c_str());
                    QVERIFY2(got[i].exact >= all[i].low && got[i].exact <= all[i].high, text.c_str());
                    if (all[i].error > 0) closest = std::max(closest, error / all[i].error);
                }
            }
        }
        QVERIFY2(quick > 500, "too few expressions with errors");
        QVERIFY2(closest > 0.5, "bounds so wide that this test would not fail");
    }
};

BURIN_TEST(TestEstimate)
#include "test_estimate.moc"
