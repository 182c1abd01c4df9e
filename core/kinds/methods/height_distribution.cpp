// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/height_distribution.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr double inverseRootOfTau = 0.3989422804014327;

/// The number of places at which means over a standard normal number are taken. The trapezoidal rule
/// converges exponentially, because f is analytic within 1 of the real axis, and the weight vanishes before
/// 14.
constexpr int places = 2 * 14 * 8 + 1;

double place(int i) {
    return (i - places / 2) * 0.125;
}

double weightAt(int i) {
    return 0.125 * inverseRootOfTau * std::exp(-0.5 * place(i) * place(i));
}

struct Moments {
    double mean = 0;
    double deviation = 1;
    double skewness = 0;
    double kurtosis = 3;
};

Moments momentsOf(double shift, double tail) {
    double heights[places];
    Moments m;
    for (int i = 0; i < places; ++i) {
        heights[i] = std::sinh((std::asinh(place(i)) + shift) * tail);
        m.mean += weightAt(i) * heights[i];
    }
    double second = 0;
    double third = 0;
    double fourth = 0;
    for (int i = 0; i < places; ++i) {
        const double away = heights[i] - m.mean;
        second += weightAt(i) * away * away;
        third += weightAt(i) * away * away * away;
        fourth += weightAt(i) * away * away * away * away;
    }
    m.deviation = std::sqrt(second);
    m.skewness = third / (second * m.deviation);
    m.kurtosis = fourth / (second * second);
    return m;
}

/// The normalised Hermite polynomial of degree n.
double hermite(int n, double z) {
    double before = 0;
    double value = 1;
    for (int k = 0; k < n; ++k) {
        const double next = (z * value - std::sqrt(k) * before) / std::sqrt(k + 1.0);
        before = value;
        value = next;
    }
    return value;
}

/// How far the moments are from those that are wanted.
double distance(const Moments& m, double skewness, double kurtosis) {
    return std::max(std::abs(m.skewness - skewness), std::abs(m.kurtosis - kurtosis));
}

}  // namespace

std::optional<HeightDistribution> HeightDistribution::withMoments(double skewness, double kurtosis) {
    HeightDistribution found;
    if (skewness == 0 && kurtosis == 3) return found;
    found.plain_ = false;
    double shift = 0;
    double tail = 1;
    Moments now = momentsOf(shift, tail);
    // Newton's method with differences for slopes. A step that makes things worse is halved.
    for (int round = 0; round < 200 && distance(now, skewness, kurtosis) > 1e-12; ++round) {
        constexpr double h = 1e-6;
        const Moments byShift = momentsOf(shift + h, tail);
        const Moments byTail = momentsOf(shift, tail + h);
        const double a = (byShift.skewness - now.skewness) / h;
        const double b = (byTail.skewness - now.skewness) / h;
        const double c = (byShift.kurtosis - now.kurtosis) / h;
        const double d = (byTail.kurtosis - now.kurtosis) / h;
        const double determinant = a * d - b * c;
        const double ds = (d * (skewness - now.skewness) - b * (kurtosis - now.kurtosis)) / determinant;
        const double dt = (a * (kurtosis - now.kurtosis) - c * (skewness - now.skewness)) / determinant;
        double share = 1;
        for (; share > 1e-6; share /= 2) {
            if (!(tail + share * dt > 0.02) || !(std::abs(shift + share * ds) < 20)) continue;
            const Moments next = momentsOf(shift + share * ds, tail + share * dt);
            if (!(distance(next, skewness, kurtosis) < distance(now, skewness, kurtosis))) continue;
            shift += share * ds;
            tail += share * dt;
            now = next;
            break;
        }
        if (share <= 1e-6) break;
    }
    if (!(distance(now, skewness, kurtosis) <= 1e-9)) return {};
    found.shift_ = shift;
    found.tail_ = tail;
    found.mean_ = now.mean;
    found.deviation_ = now.deviation;
    return found;
}

double HeightDistribution::operator()(double z) const {
    if (plain_) return z;
    return (std::sinh((std::asinh(z) + shift_) * tail_) - mean_) / deviation_;
}

double HeightDistribution::inverse(double height) const {
    if (plain_) return height;
    return std::sinh(std::asinh(height * deviation_ + mean_) / tail_ - shift_);
}

double HeightDistribution::meanMagnitude() const {
    if (plain_) return 0.7978845608028654;  // sqrt(2 / pi)
    // |f| has a kink at the zero of f and is smooth on both sides.
    const double zero = inverse(0);
    constexpr int steps = 4000;
    const double ends[] = {-16, zero, 16};
    double sum = 0;
    for (int half = 0; half < 2; ++half) {
        const double step = (ends[half + 1] - ends[half]) / steps;
        for (int i = 0; i <= steps; ++i) {  // Simpson's rule
            const double z = ends[half] + i * step;
            const double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * step / 3 * std::abs((*this)(z)) * std::exp(-0.5 * z * z);
        }
    }
    return sum * inverseRootOfTau;
}

// The correlation of f of two normal numbers is the sum of c_n^2 rho^n over f's coefficients in normalised
// Hermite polynomials.
double HeightDistribution::normalCorrelation(double wanted) const {
    if (plain_) return wanted;
    constexpr int terms = 40;
    std::vector<double> squares;
    for (int n = 0; n < terms; ++n) {
        double c = 0;
        for (int i = 0; i < places; ++i)
            c += weightAt(i) * (*this)(place(i)) * hermite(n, place(i));
        squares.push_back(c * c);
    }
    double low = 0;
    double high = 1;
    for (int round = 0; round < 60; ++round) {
        const double middle = (low + high) / 2;
        double sum = 0;
        for (int n = terms - 1; n >= 0; --n)
            sum = sum * middle + squares[static_cast<std::size_t>(n)];
        (sum < wanted ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace burin
