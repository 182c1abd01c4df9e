// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/formula.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <numbers>
#include <stdexcept>

namespace burin::test {

namespace {

using Arguments = std::vector<Interval>;
using Function = std::function<Interval(const Arguments&)>;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// For functions that are not correctly rounded.
Interval widened(const Interval& v) {
    if (v.empty()) return v;
    const auto slack = [](double bound) {
        return std::isinf(bound) ? 0.0 : 1e-12 * std::max(1.0, std::abs(bound));
    };
    return {v.low - slack(v.low), v.high + slack(v.high), v.nan};
}

/// A monotonically rising function on [from, to]; NaN elsewhere.
Function rising(double (*f)(double), double from = -infinity, double to = infinity) {
    return [=](const Arguments& a) -> Interval {
        const bool outside = a[0].low < from || a[0].high > to;
        const Interval inside{std::max(a[0].low, from), std::min(a[0].high, to)};
        if (inside.empty()) return Interval::none(true);
        return {f(inside.low), f(inside.high), a[0].nan || outside};
    };
}

Function nearly(const Function& f) {
    return [=](const Arguments& a) { return widened(f(a)); };
}

Interval absolute(const Interval& v) {
    const double a = std::abs(v.low);
    const double b = std::abs(v.high);
    return {v.contains(0) ? 0 : std::min(a, b), std::max(a, b), v.nan};
}

/// For sin and cos, whose slope is at most 1.
Interval wave(double (*f)(double), const Interval& v) {
    if (std::isinf(v.low) || std::isinf(v.high)) return {-1, 1, true};
    if (v.point()) return widened({f(v.low), f(v.low), v.nan});
    const double middle = v.low + (v.high - v.low) / 2;
    const double reach = (v.high - v.low) / 2 + 1e-12;
    return {std::max(-1.0, f(middle) - reach), std::min(1.0, f(middle) + reach), v.nan};
}

Interval tangent(const Interval& v) {
    if (std::isinf(v.low) || std::isinf(v.high)) return Interval::anything();
    const auto branch = [](double a) { return std::floor(a / std::numbers::pi + 0.5); };
    if (branch(v.low) != branch(v.high)) return Interval::anything();
    const Interval result = widened({std::tan(v.low), std::tan(v.high), v.nan});
    return result.empty() ? Interval::anything() : result;
}

/// The least and greatest value at the corners, for functions that are monotone in each argument.
Interval corners(double (*f)(double, double), const Interval& a, const Interval& b) {
    Interval result = Interval::none(a.nan || b.nan);
    for (const double p : {a.low, a.high}) {
        for (const double q : {b.low, b.high}) {
            const double value = f(p, q);
            if (std::isnan(value) && !(a.point() && b.point())) return Interval::anything();
            result = either(result, value);
        }
    }
    return widened(result);
}

Interval power(const Arguments& a) {
    if ((a[0].point() && a[1].point()) || a[0].low > 0) return corners(std::pow, a[0], a[1]);
    const double n = a[1].low;
    if (!a[1].point() || n < 1 || n != std::floor(n)) {
        if (!(a[0].low >= 0 && a[1].low > 0)) return Interval::anything();
        return corners(std::pow, a[0], a[1]);
    }
    const Interval ends = corners(std::pow, a[0], a[1]);
    return a[0].contains(0) ? either(ends, 0.0) : ends;
}

Interval angle(const Arguments& a) {
    if ((a[0].point() && a[1].point()) || a[1].low > 0) return corners(std::atan2, a[0], a[1]);
    return widened({-std::numbers::pi, std::numbers::pi, a[0].nan || a[1].nan});
}

Interval least(const Interval& a, const Interval& b) {
    return {std::min(a.low, b.low), std::min(a.high, b.high), a.nan || b.nan};
}

Interval greatest(const Interval& a, const Interval& b) {
    return {std::max(a.low, b.low), std::max(a.high, b.high), a.nan || b.nan};
}

Interval clampTo(const Interval& v, const Interval& low, const Interval& high) {
    return least(greatest(v, low), high);
}

Interval floored(const Interval& v) {
    return {std::floor(v.low), std::floor(v.high), v.nan};
}

Interval modulo(const Arguments& a) {
    const Interval quotient = floored(arithmetic('/', a[0], a[1]));
    const Interval result = arithmetic('-', a[0], arithmetic('*', a[1], quotient));
    if (quotient.point() || !(a[1].low > 0) || std::isinf(a[0].low) || std::isinf(a[0].high)) return result;
    const double slack = 1e-12 * std::max({1.0, std::abs(a[0].low), std::abs(a[0].high)});
    return {std::max(result.low, -slack), std::min(result.high, a[1].high + slack), result.nan};
}

Interval mixed(const Arguments& a) {
    const Interval sum = arithmetic('+', a[0], arithmetic('*', arithmetic('-', a[1], a[0]), a[2]));
    return widened(sum);
}

Interval stepped(const Arguments& a) {
    const bool below = a[1].low < a[0].high;
    const bool above = a[1].high >= a[0].low;
    return {below ? 0.0 : 1.0, above ? 1.0 : 0.0, a[0].nan || a[1].nan};
}

Interval smoothlyStepped(const Arguments& a) {
    const Interval ratio = arithmetic('/', arithmetic('-', a[2], a[0]), arithmetic('-', a[1], a[0]));
    if (ratio.empty()) return ratio;
    const Interval t = clampTo(ratio, 0.0, 1.0);
    const auto smooth = [](double z) { return z * z * (3 - 2 * z); };
    return widened({smooth(t.low), smooth(t.high), t.nan});
}

/// An operand of hash: the low 32 bits of its floor.
std::uint32_t word(double value) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(value)));
}

double hashed(double i, double j, double seed) {
    std::uint32_t h = word(i) * 0x9E3779B1U ^ word(j) * 0x85EBCA77U ^ word(seed) * 0xC2B2AE3DU;
    h ^= h >> 16U;
    h *= 0x7FEB352DU;
    h ^= h >> 15U;
    h *= 0x846CA68BU;
    h ^= h >> 16U;
    return static_cast<double>(h) / 0x1p32;
}

bool hashable(const Interval& v) {
    return std::abs(v.low) < 0x1p53 && std::abs(v.high) < 0x1p53;
}

Interval hash(const Arguments& a) {
    bool known = true;
    bool nan = false;
    for (const Interval& v : a) {
        if (!hashable(v)) return v.point() ? Interval::none(true) : Interval(0, 1, true);
        known = known && std::floor(v.low) == std::floor(v.high);
        nan = nan || v.nan;
    }
    if (!known) return {0, 1, nan};
    const double h = hashed(a[0].low, a[1].low, a[2].low);
    return {h, h, nan};
}

double noiseAt(double x, double y, double seed) {
    const auto fade = [](double z) { return z * z * z * (z * (6 * z - 15) + 10); };
    const auto mix = [](double p, double q, double t) { return p + (q - p) * t; };
    const double left = std::floor(x);
    const double top = std::floor(y);
    const double s = fade(x - left);
    return mix(mix(hashed(left, top, seed), hashed(left + 1, top, seed), s),
               mix(hashed(left, top + 1, seed), hashed(left + 1, top + 1, seed), s), fade(y - top));
}

double cellAt(double x, double y, double seed) {
    double nearest = infinity;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            const double left = std::floor(x) + dx;
            const double top = std::floor(y) + dy;
            nearest = std::min(nearest, std::hypot(left + hashed(left, top, seed) - x,
                                                   top + hashed(left, top, seed + 1) - y));
        }
    }
    return nearest;
}

double gradientAt(double x, double y, double seed) {
    const auto fade = [](double z) { return z * z * z * (z * (6 * z - 15) + 10); };
    const auto mix = [](double p, double q, double t) { return p + (q - p) * t; };
    const double left = std::floor(x);
    const double top = std::floor(y);
    const auto corner = [&](double i, double j) {
        const double turn = 2 * std::numbers::pi * hashed(left + i, top + j, seed);
        return std::numbers::sqrt2 * (std::cos(turn) * (x - left - i) + std::sin(turn) * (y - top - j));
    };
    const double s = fade(x - left);
    return mix(mix(corner(0, 0), corner(1, 0), s), mix(corner(0, 1), corner(1, 1), s), fade(y - top));
}

/// noise, cell and gradient: their slope is at most `steepest` on each axis wherever they are continuous.
Interval scattered(double (*f)(double, double, double), const Arguments& a, double steepest,
                   const Interval& range, bool continuous) {
    bool nan = false;
    for (const Interval& v : a) {
        if (!(std::abs(v.low) < 0x1p51 && std::abs(v.high) < 0x1p51)) return Interval::anything();
        nan = nan || v.nan;
    }
    const auto sameFloor = [](const Interval& v) { return std::floor(v.low) == std::floor(v.high); };
    if (!sameFloor(a[2]) || (!continuous && !(sameFloor(a[0]) && sameFloor(a[1]))))
        return {range.low, range.high, nan};
    const double x = a[0].low + (a[0].high - a[0].low) / 2;
    const double y = a[1].low + (a[1].high - a[1].low) / 2;
    const double reach = steepest * ((a[0].high - a[0].low) / 2 + (a[1].high - a[1].low) / 2) + 1e-9;
    const double middle = f(x, y, a[2].low);
    return {middle - reach, middle + reach, nan};
}

double signOf(double v) {
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

std::map<std::string, Function> functions() {
    std::map<std::string, Function> all;
    all["sin"] = [](const Arguments& a) { return wave(std::sin, a[0]); };
    all["cos"] = [](const Arguments& a) { return wave(std::cos, a[0]); };
    all["tan"] = [](const Arguments& a) { return tangent(a[0]); };
    all["asin"] = nearly(rising(std::asin, -1, 1));
    all["acos"] = [falling = nearly(rising(std::asin, -1, 1))](const Arguments& a) {
        const Interval v = falling(a);
        return v.empty() ? v : widened(arithmetic('-', std::numbers::pi / 2, v));
    };
    all["atan"] = nearly(rising(std::atan));
    all["sinh"] = nearly(rising(std::sinh));
    all["tanh"] = nearly(rising(std::tanh));
    all["cosh"] = [](const Arguments& a) { return nearly(rising(std::cosh))({absolute(a[0])}); };
    all["exp"] = nearly(rising(std::exp));
    all["log"] = nearly(rising(std::log, 0));
    all["log2"] = nearly(rising(std::log2, 0));
    all["log10"] = nearly(rising(std::log10, 0));
    all["sqrt"] = rising(std::sqrt, 0);
    all["cbrt"] = nearly(rising(std::cbrt));
    all["abs"] = [](const Arguments& a) { return absolute(a[0]); };
    all["floor"] = rising(std::floor);
    all["ceil"] = rising(std::ceil);
    all["round"] = rising(std::round);
    all["trunc"] = rising(std::trunc);
    all["sign"] = rising(signOf);
    all["hypot"] = [](const Arguments& a) { return corners(std::hypot, absolute(a[0]), absolute(a[1])); };
    all["pow"] = power;
    all["atan2"] = angle;
    all["clamp"] = [](const Arguments& a) { return clampTo(a[0], a[1], a[2]); };
    all["mod"] = modulo;
    all["mix"] = mixed;
    all["step"] = stepped;
    all["smoothstep"] = smoothlyStepped;
    all["hash"] = hash;
    all["noise"] = [](const Arguments& a) { return scattered(noiseAt, a, 1.875, {0, 1}, true); };
    all["cell"] = [](const Arguments& a) { return scattered(cellAt, a, 1, {0, 1.5}, false); };
    all["gradient"] = [](const Arguments& a) { return scattered(gradientAt, a, 8, {-1, 1}, true); };
    const auto folded = [](Interval (*f)(const Interval&, const Interval&)) {
        return [f](const Arguments& a) {
            Interval result = a[0];
            for (std::size_t i = 1; i < a.size(); ++i)
                result = f(result, a[i]);
            return result;
        };
    };
    all["min"] = folded(least);
    all["max"] = folded(greatest);
    return all;
}

}  // namespace

Interval callFunction(const std::string& name, const std::vector<Interval>& arguments) {
    static const std::map<std::string, Function> all = functions();
    const auto found = all.find(name);
    if (found == all.end()) throw std::runtime_error("no function '" + name + "'");
    for (const Interval& a : arguments) {
        if (a.empty()) return Interval::none(true);
    }
    return found->second(arguments);
}

}  // namespace burin::test
