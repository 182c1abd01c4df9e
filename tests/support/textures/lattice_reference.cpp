// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/lattice_reference.hpp"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace burin::test {

namespace {

constexpr double tau = 6.283185307179586;

std::int64_t floorOf(double value) {
    return static_cast<std::int64_t>(std::floor(value));
}

std::int64_t quotient(std::int64_t a, std::int64_t b) {
    return (a - ((a % b) + b) % b) / b;
}

std::int64_t modulo(std::int64_t a, std::int64_t b) {
    return a - b * quotient(a, b);
}

/// Whole numbers s, t with s m + t n = gcd(m, n) >= 0, by Euclid's algorithm.
std::pair<std::int64_t, std::int64_t> combination(std::int64_t m, std::int64_t n) {
    if (n == 0) return {m < 0 ? -1 : 1, 0};
    const auto [s, t] = combination(n, modulo(m, n < 0 ? -n : n));
    return {t, s - t * ((m - modulo(m, n < 0 ? -n : n)) / n)};
}

/// The page's M, row by row.
struct Turned {
    double m11, m12, m21, m22;

    explicit Turned(const PageLattice& lattice) {
        const double quarters = lattice.rotate / 90;
        const bool straight = quarters == std::floor(quarters);
        const auto exact = [&](double v) { return straight ? std::round(v) : v; };
        const double ca = exact(std::cos(lattice.rotate / 360 * tau));
        const double sa = exact(std::sin(lattice.rotate / 360 * tau));
        const double A = lattice.across * lattice.stretch;
        m11 = ca / A;
        m12 = sa / A;
        m21 = -sa / lattice.across;
        m22 = ca / lattice.across;
    }
};

/// The page's matrix N of a lattice that closes.
struct Whole {
    std::int64_t n11 = 0;
    std::int64_t n12 = 0;
    std::int64_t n21 = 0;
    std::int64_t n22 = 0;

    explicit Whole(const PageLattice& lattice) {
        const Turned M(lattice);
        const auto w = static_cast<double>(lattice.closes.width);
        const auto h = static_cast<double>(lattice.closes.height);
        n11 = floorOf(M.m11 * w + 0.5);
        n12 = floorOf(M.m12 * h + 0.5);
        n21 = floorOf(M.m21 * w + 0.5);
        n22 = floorOf(M.m22 * h + 0.5);
    }
    [[nodiscard]] Point name(Point point) const {
        const auto [s, t] = combination(n21, n22);
        const std::int64_t d = s * n21 + t * n22;
        const std::int64_t b = s * n11 + t * n12;
        const std::int64_t a = std::abs(n11 * n22 - n12 * n21) / d;
        const std::int64_t k = quotient(point.y, d);
        return {modulo(point.x - k * b, a), point.y - k * d};
    }
};

}  // namespace

double hashOfPage(std::int64_t i, std::int64_t j, std::int64_t seed) {
    const auto low = [](auto value) { return static_cast<std::uint64_t>(value) & 0xFFFFFFFFU; };
    std::uint64_t h = low(low(i) * 0x9E3779B1U) ^ low(low(j) * 0x85EBCA77U) ^ low(low(seed) * 0xC2B2AE3DU);
    h ^= h >> 16U;
    h = low(h * 0x7FEB352DU);
    h ^= h >> 15U;
    h = low(h * 0x846CA68BU);
    h ^= h >> 16U;
    return static_cast<double>(h) / 4294967296.0;
}

std::int64_t streamOfPage(std::int64_t seed, std::int64_t k) {
    return (seed + 65536 * k) % 4294967296;
}

Pair PageLattice::cellsAt(Point p) const {
    if (closes == Size{}) {
        const Turned M(*this);
        const auto x = static_cast<double>(p.x);
        const auto y = static_cast<double>(p.y);
        return {M.m11 * x + M.m12 * y, M.m21 * x + M.m22 * y};
    }
    const Whole N(*this);
    const double alongX = static_cast<double>(modulo(p.x, closes.width)) / static_cast<double>(closes.width);
    const double alongY =
        static_cast<double>(modulo(p.y, closes.height)) / static_cast<double>(closes.height);
    return {static_cast<double>(N.n11) * alongX + static_cast<double>(N.n12) * alongY,
            static_cast<double>(N.n21) * alongX + static_cast<double>(N.n22) * alongY};
}

Point PageLattice::name(Point latticePoint) const {
    return closes == Size{} ? latticePoint : Whole(*this).name(latticePoint);
}

}  // namespace burin::test
