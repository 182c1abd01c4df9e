// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/lattice.hpp"

#include <cstdlib>
#include <numeric>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t largest = std::int64_t{1} << 31;
constexpr std::int64_t largestCommonSide = std::int64_t{1} << 20;

}  // namespace

std::optional<Lattice> Lattice::spanned(Point u, Point v) {
    while (v.y != 0) {
        const std::int64_t q = u.y / v.y;
        u = {u.x - q * v.x, u.y - q * v.y};
        std::swap(u, v);
        if (std::abs(u.x) > largest * largest / 4 || std::abs(v.x) > largest * largest / 4) return {};
    }
    // Now v lies on the x axis and u has the whole height.
    if (v.x == 0 || u.y == 0) return {};
    Lattice result;
    result.width = std::abs(v.x);
    if (u.y < 0) u = -u;
    result.height = u.y;
    result.shift = floorMod(u.x, result.width);
    return result;
}

std::optional<Lattice> Lattice::common(const Lattice& a, const Lattice& b) {
    if (a == b) return a;
    const auto leastMultiple = [](std::int64_t m, std::int64_t n) -> std::int64_t {
        const std::int64_t step = m / std::gcd(m, n);
        return n > largestCommonSide / step ? 0 : step * n;
    };
    const std::int64_t width = leastMultiple(a.width, b.width);
    const std::int64_t height = leastMultiple(a.height, b.height);
    if (width == 0 || height == 0) return {};
    // Each row of cells of the result begins at a row of cells of both lattices, so it is k times `height`
    // high. The shifts of both lattices at that height must agree modulo the greatest common divisor of their
    // widths. The smallest such k divides this divisor.
    const std::int64_t divisor = std::gcd(a.width, b.width);
    const std::int64_t shiftA = floorMod(height / a.height * a.shift, a.width);
    const std::int64_t shiftB = floorMod(height / b.height * b.shift, b.width);
    const std::int64_t difference = floorMod(shiftA - shiftB, divisor);
    const std::int64_t rows = difference == 0 ? 1 : divisor / std::gcd(divisor, difference);
    if (rows > largestCommonSide / height) return {};
    // Solve x = rows * shiftA (mod a.width) and x = rows * shiftB (mod b.width): try the candidates of a
    // until one satisfies b (at most b.width / divisor steps).
    const std::int64_t targetA = floorMod(rows * shiftA, a.width);
    const std::int64_t targetB = floorMod(rows * shiftB, b.width);
    for (std::int64_t x = targetA; x < width; x += a.width) {
        if (floorMod(x, b.width) == targetB) return Lattice{width, rows * height, x};
    }
    return {};
}

}  // namespace burin
