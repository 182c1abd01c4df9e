// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <tuple>

namespace burin::gpu {

double Estimate::magnitude() const {
    return std::max(std::fabs(low), std::fabs(high));
}

namespace {

constexpr double halfUnit = 0x1p-24;  ///< half a unit in the last place of binary32, relative
constexpr double largestSingle = 16;  ///< larger values are computed in binary64
constexpr double pi = 3.1415926535897932;

Estimate within(double low, double high) {
    return {low, high, 0, false};
}
bool bounded(const Estimate& a) {
    return a.magnitude() <= std::numeric_limits<float>::max();
}
/// An estimate for any value; if `erring` is set, also with any error.
Estimate unknownIf(bool erring) {
    return {.error = erring ? std::numeric_limits<double>::infinity() : 0};
}

/// Whether an operation on these operands is done in binary32: at least one operand is in binary32, and all
/// are small enough.
template <class... Operands>
bool inSingle(const Operands&... operands) {
    return (operands.single || ...) && ((operands.magnitude() <= largestSingle) && ...);
}

/// The operand for an operation in binary32: an operand in binary64 is rounded first.
Estimate rounded(Estimate a, bool single) {
    const bool exact = a.low == a.high && static_cast<double>(static_cast<float>(a.low)) == a.low;
    if (single && !a.single && !exact) a.error += a.magnitude() * halfUnit;
    a.single = single;
    return a;
}

/// The result of an operation, rounded if the operation is done in binary32.
Estimate result(double low, double high, double error, bool single) {
    if (std::isnan(low) || std::isnan(high)) return {.error = error, .single = single};
    Estimate r{low, high, error, single};
    if (single) r.error += (r.magnitude() + error) * halfUnit;
    return r;
}

Estimate plus(const Estimate& a, const Estimate& b, bool single) {
    const Estimate p = rounded(a, single);
    const Estimate q = rounded(b, single);
    return result(p.low + q.low, p.high + q.high, p.error + q.error, single);
}

Estimate negated(const Estimate& a) {
    return {-a.high, -a.low, a.error, a.single};
}

Estimate times(const Estimate& a, const Estimate& b, bool single) {
    const Estimate p = rounded(a, single);
    const Estimate q = rounded(b, single);
    if (!bounded(p) || !bounded(q)) return unknownIf(p.error + q.error > 0);
    const double error = p.magnitude() * q.error + q.magnitude() * p.error + p.error * q.error;
    const auto [low, high] = std::minmax({p.low * q.low, p.low * q.high, p.high * q.low, p.high * q.high});
    return result(low, high, error, single);
}

/// a / b for an exact b.
Estimate over(const Estimate& a, const Estimate& b) {
    const double least = b.low > 0 ? b.low : b.high < 0 ? -b.high : 0;
    if (least == 0) return unknownIf(a.error > 0);
    const bool single = inSingle(a, b);
    const double error = single ? rounded(b, true).error / (least * b.magnitude()) : 0;
    const Estimate reciprocal{std::min(1 / b.low, 1 / b.high), std::max(1 / b.low, 1 / b.high), error,
                              single};
    Estimate r = times(a, reciprocal, single);
    if (!bounded(a) || !bounded(b)) return r;
    std::tie(r.low, r.high) = std::minmax({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
    return r;
}

Estimate absolute(const Estimate& a) {
    const double least = a.low > 0 ? a.low : a.high < 0 ? -a.high : 0;
    return {least, a.magnitude(), a.error, a.single};
}

/// The union of both estimates.
Estimate either(const Estimate& a, const Estimate& b, bool single) {
    const Estimate p = rounded(a, single);
    const Estimate q = rounded(b, single);
    return {std::min(p.low, q.low), std::max(p.high, q.high), std::max(p.error, q.error), single};
}
Estimate least(const Estimate& a, const Estimate& b, bool single) {
    Estimate r = either(a, b, single);
    r.high = std::min(a.high, b.high);
    return r;
}
Estimate greatest(const Estimate& a, const Estimate& b, bool single) {
    Estimate r = either(a, b, single);
    r.low = std::max(a.low, b.low);
    return r;
}

Estimate mixed(const Estimate& a, const Estimate& b, const Estimate& share, bool single) {
    const Estimate rest = plus(within(1, 1), negated(share), single);
    return plus(times(a, rest, single), times(b, share, single), single);
}

Estimate rangeOfModulo(const Estimate& a, const Estimate& b) {
    // The quotient is rounded before its floor is taken, and so is its product. Values far larger than b can
    // therefore have any remainder.
    const bool small = a.magnitude() <= 0x1p45 * b.low;
    return small && bounded(b) ? within(-0.01 * b.high, 1.01 * b.high) : Estimate();
}

struct Operands {
    const Estimate& a;
    const Estimate& b;
    const Estimate& c;
};

/// The rule for an operator. An operand may have an error only if the operator passes that error on by a
/// known amount.
struct EstimateRow {
    Operator op;
    std::array<bool, 3> mayErr;
    Estimate (*of)(const Operands& o);
};

/// The rule for an exact function of exact operands, whose values lie in this range.
template <int low, int high>
Estimate between(const Operands&) {
    return within(low, high);
}

constexpr std::array<bool, 3> noOperand{false, false, false};
constexpr std::array<bool, 3> everyOperand{true, true, true};

/// Operators that are not listed need exact operands, and may have any value.
constexpr EstimateRow estimateRows[] = {
    {Operator::negate, everyOperand, [](const Operands& o) { return negated(o.a); }},
    {Operator::absolute, everyOperand, [](const Operands& o) { return absolute(o.a); }},
    {Operator::add, everyOperand, [](const Operands& o) { return plus(o.a, o.b, inSingle(o.a, o.b)); }},
    {Operator::subtract, everyOperand,
     [](const Operands& o) { return plus(o.a, negated(o.b), inSingle(o.a, o.b)); }},
    {Operator::multiply, everyOperand, [](const Operands& o) { return times(o.a, o.b, inSingle(o.a, o.b)); }},
    {Operator::divide, {true, false, false}, [](const Operands& o) { return over(o.a, o.b); }},
    {Operator::minimum, everyOperand, [](const Operands& o) { return least(o.a, o.b, inSingle(o.a, o.b)); }},
    {Operator::maximum, everyOperand,
     [](const Operands& o) { return greatest(o.a, o.b, inSingle(o.a, o.b)); }},
    {Operator::clamp, everyOperand,
     [](const Operands& o) {
         const bool single = inSingle(o.a, o.b, o.c);
         return least(greatest(o.a, o.b, single), o.c, single);
     }},
    {Operator::mix, everyOperand,
     [](const Operands& o) { return mixed(o.a, o.b, o.c, inSingle(o.a, o.b, o.c)); }},
    {Operator::select,
     {false, true, true},
     [](const Operands& o) { return either(o.b, o.c, inSingle(o.b, o.c)); }},
    {Operator::logicalNot, noOperand, &between<0, 1>},
    {Operator::less, noOperand, &between<0, 1>},
    {Operator::lessOrEqual, noOperand, &between<0, 1>},
    {Operator::greater, noOperand, &between<0, 1>},
    {Operator::greaterOrEqual, noOperand, &between<0, 1>},
    {Operator::equal, noOperand, &between<0, 1>},
    {Operator::notEqual, noOperand, &between<0, 1>},
    {Operator::logicalAnd, noOperand, &between<0, 1>},
    {Operator::logicalOr, noOperand, &between<0, 1>},
    {Operator::step, noOperand, &between<0, 1>},
    {Operator::hash, noOperand, &between<0, 1>},
    // The margins are for rounding.
    {Operator::smoothStep, noOperand, [](const Operands&) { return within(-0.001, 1.001); }},
    {Operator::noise, noOperand, [](const Operands&) { return within(-0.001, 1.001); }},
    {Operator::gradient, noOperand, [](const Operands&) { return within(-1.001, 1.001); }},
    {Operator::cell, noOperand, [](const Operands&) { return within(0, 1.5); }},
    {Operator::sine, noOperand, &between<-1, 1>},
    {Operator::cosine, noOperand, &between<-1, 1>},
    {Operator::hyperbolicTangent, noOperand, &between<-1, 1>},
    {Operator::sign, noOperand, &between<-1, 1>},
    {Operator::arcTangent, noOperand, [](const Operands&) { return within(-pi, pi); }},
    {Operator::arcTangent2, noOperand, [](const Operands&) { return within(-pi, pi); }},
    {Operator::exponential, noOperand,
     [](const Operands& o) {
         return o.a.high < 80 ? within(0, 1.01 * std::exp(o.a.high)) : within(0, Estimate().high);
     }},
    {Operator::modulo, noOperand, [](const Operands& o) { return rangeOfModulo(o.a, o.b); }},
};

const EstimateRow* rowOf(Operator op) {
    const auto* const row = std::find_if(std::begin(estimateRows), std::end(estimateRows),
                                         [op](const EstimateRow& one) { return one.op == op; });
    return row == std::end(estimateRows) ? nullptr : row;
}

class Estimator {
  public:
    Estimator(const SyntaxTree& tree, std::span<const SourceVariable> variables)
        : tree_(tree), variables_(variables) {}

    /// \param quick  whether sines in binary32 are allowed
    std::vector<Estimate> estimates(bool quick) const {
        const std::vector<bool> mayErr = quick ? whichMayErr() : std::vector<bool>(tree_.nodes.size());
        std::vector<Estimate> all;
        all.reserve(tree_.nodes.size());
        for (std::size_t i = 0; i < tree_.nodes.size(); ++i)
            all.push_back(estimate(tree_.nodes[i], all, mayErr[i]));
        return all;
    }

  private:
    [[nodiscard]] std::vector<bool> whichMayErr() const {
        std::vector<bool> may(tree_.nodes.size());
        may.back() = true;
        for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
            const SyntaxNode& node = tree_.nodes[i];
            const EstimateRow* const row = rowOf(node.op);
            for (std::size_t k = 0; k < static_cast<std::size_t>(arity(node.op)); ++k)
                may[node.operands[k]] = may[i] && row != nullptr && row->mayErr[k];
        }
        return may;
    }

    [[nodiscard]] Estimate leaf(const SyntaxNode& node) const {
        if (node.op == Operator::number) return within(node.number, node.number);
        using Role = SourceVariable::Role;
        constexpr double farthest = 0x1p44;  // beyond every coordinate of a surface
        const SourceVariable& variable = variables_[node.operands[0]];
        if (variable.role == Role::x || variable.role == Role::y) return within(-farthest, farthest);
        if (variable.role == Role::constant && std::isfinite(variable.value))
            return within(variable.value, variable.value);
        return {};
    }

    [[nodiscard]] Estimate estimate(const SyntaxNode& node, const std::vector<Estimate>& all,
                                    bool mayErr) const {
        const int count = arity(node.op);
        if (count == 0) return leaf(node);
        const Estimate& a = all[node.operands[0]];
        const Estimate& b = count > 1 ? all[node.operands[1]] : a;
        const Estimate& c = count > 2 ? all[node.operands[2]] : a;
        const EstimateRow* const row = rowOf(node.op);
        Estimate r = row == nullptr ? Estimate() : row->of({a, b, c});
        const bool wave = node.op == Operator::sine || node.op == Operator::cosine;
        if (wave && mayErr) {
            r.error = quickSineError;
            r.single = true;
        }
        return r;
    }

    const SyntaxTree& tree_;
    std::span<const SourceVariable> variables_;
};

}  // namespace

std::vector<Estimate> estimates(const SyntaxTree& tree, std::span<const SourceVariable> variables) {
    const Estimator estimator(tree, variables);
    std::vector<Estimate> quick = estimator.estimates(true);
    if (quick.back().error <= largestError) return quick;
    return estimator.estimates(false);
}

}  // namespace burin::gpu
