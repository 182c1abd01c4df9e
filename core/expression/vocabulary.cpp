// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/vocabulary.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace burin {
namespace {

constexpr FunctionName functions[] = {
    {"sin", Operator::sine, 1, false, "sin(v)", "Sine of an angle in radians."},
    {"cos", Operator::cosine, 1, false, "cos(v)", "Cosine of an angle in radians."},
    {"tan", Operator::tangent, 1, false, "tan(v)", "Tangent of an angle in radians."},
    {"asin", Operator::arcSine, 1, false, "asin(v)", "Arc sine in radians."},
    {"acos", Operator::arcCosine, 1, false, "acos(v)", "Arc cosine in radians."},
    {"atan", Operator::arcTangent, 1, false, "atan(v)", "Arc tangent in radians."},
    {"atan2", Operator::arcTangent2, 2, false, "atan2(y, x)",
     "Angle of the point (x, y) in radians, from -pi to pi."},
    {"sinh", Operator::hyperbolicSine, 1, false, "sinh(v)", "Hyperbolic sine."},
    {"cosh", Operator::hyperbolicCosine, 1, false, "cosh(v)", "Hyperbolic cosine."},
    {"tanh", Operator::hyperbolicTangent, 1, false, "tanh(v)", "Hyperbolic tangent."},
    {"exp", Operator::exponential, 1, false, "exp(v)", "e to the power v."},
    {"log", Operator::logarithm, 1, false, "log(v)", "Natural logarithm."},
    {"log2", Operator::logarithm2, 1, false, "log2(v)", "Logarithm to the base 2."},
    {"log10", Operator::logarithm10, 1, false, "log10(v)", "Logarithm to the base 10."},
    {"sqrt", Operator::squareRoot, 1, false, "sqrt(v)", "Square root."},
    {"cbrt", Operator::cubeRoot, 1, false, "cbrt(v)", "Cube root."},
    {"abs", Operator::absolute, 1, false, "abs(v)", "v without its sign."},
    {"floor", Operator::floor, 1, false, "floor(v)", "The greatest whole number that is not above v."},
    {"ceil", Operator::ceiling, 1, false, "ceil(v)", "The least whole number that is not below v."},
    {"round", Operator::round, 1, false, "round(v)", "The nearest whole number; halves away from 0."},
    {"trunc", Operator::truncate, 1, false, "trunc(v)", "v without its fractional part."},
    {"sign", Operator::sign, 1, false, "sign(v)", "-1, 0 or 1."},
    {"min", Operator::minimum, 2, true, "min(a, b, ...)", "The smallest of the values."},
    {"max", Operator::maximum, 2, true, "max(a, b, ...)", "The largest of the values."},
    {"clamp", Operator::clamp, 3, false, "clamp(v, lo, hi)", "v, limited to lo..hi: min(max(v, lo), hi)."},
    {"mod", Operator::modulo, 2, false, "mod(a, b)",
     "a - b * floor(a / b): the remainder of a after division by b; never negative for a positive b."},
    {"hypot", Operator::hypotenuse, 2, false, "hypot(a, b)", "Length of the vector (a, b)."},
    {"pow", Operator::power, 2, false, "pow(a, b)", "a to the power b."},
    {"mix", Operator::mix, 3, false, "mix(a, b, t)",
     "a * (1 - t) + b * t: a for t = 0, b for t = 1, and the straight line through both."},
    {"step", Operator::step, 2, false, "step(edge, v)", "0 below the edge, 1 at the edge and above."},
    {"smoothstep", Operator::smoothStep, 3, false, "smoothstep(lo, hi, v)",
     "A smooth step: 0 up to lo, 1 from hi on; s * s * (3 - 2 * s) with s = clamp((v - lo) / (hi - lo), 0, "
     "1)."},
    {"hash", Operator::hash, 3, false, "hash(i, j, seed)",
     "A random number in 0..1 for each pair of whole numbers."},
    {"noise", Operator::noise, 3, false, "noise(x, y, seed)",
     "Smooth random values in 0..1, about one hill for each unit of x and y."},
    {"cell", Operator::cell, 3, false, "cell(x, y, seed)",
     "Distance to the nearest of random points, one in each unit square."},
    {"gradient", Operator::gradient, 3, false, "gradient(x, y, seed)",
     "Gradient noise, smoother than `noise`, in -1..1.", 2},
};

constexpr ConstantName constants[] = {
    {"pi", 0x1.921fb54442d18p+1},
    {"tau", 0x1.921fb54442d18p+2},
    {"e", 0x1.5bf0a8b145769p+1},
};

constexpr InfixOperator infixes[] = {
    {"||", Operator::logicalOr, 1}, {"&&", Operator::logicalAnd, 2},  {"==", Operator::equal, 3},
    {"!=", Operator::notEqual, 3},  {"<=", Operator::lessOrEqual, 4}, {">=", Operator::greaterOrEqual, 4},
    {"<", Operator::less, 4},       {">", Operator::greater, 4},      {"+", Operator::add, 5},
    {"-", Operator::subtract, 5},   {"*", Operator::multiply, 6},     {"/", Operator::divide, 6},
};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The fewest insertions, deletions, substitutions and swaps of neighbours that turn a into b, ignoring case:
/// F. J. Damerau, A technique for computer detection and correction of spelling errors, 1964.
std::size_t spellingDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> beforeLast(b.size() + 1);
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        beforeLast = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
    }
    return row[b.size()];
}

template <class Entry>
const Entry* find(std::span<const Entry> entries, std::string_view name) {
    const auto found =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

}  // namespace

std::span<const FunctionName> functionNames() {
    return functions;
}
std::span<const ConstantName> constantNames() {
    return constants;
}
std::span<const InfixOperator> infixOperators() {
    return infixes;
}

const FunctionName* findFunction(std::string_view name) {
    return find(functionNames(), name);
}
const ConstantName* findConstant(std::string_view name) {
    return find(constantNames(), name);
}

std::string_view similarName(std::string_view name, std::span<const std::string> variables) {
    constexpr std::size_t longestName = 32;  // the search is quadratic, and longer names are rarely mistyped
    if (name.size() > longestName) return {};
    std::string_view best;
    std::size_t bestDistance = std::min<std::size_t>(3, name.size());
    const auto consider = [&](std::string_view candidate) {
        if (candidate.size() > name.size() + 2) return;
        const std::size_t distance = spellingDistance(name, candidate);
        if (distance < bestDistance) {
            best = candidate;
            bestDistance = distance;
        }
    };
    for (const std::string& variable : variables)
        consider(variable);
    for (const ConstantName& constant : constants)
        consider(constant.name);
    for (const FunctionName& function : functions)
        consider(function.name);
    return best;
}

}  // namespace burin
