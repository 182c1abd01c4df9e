// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/textures/rough_reference.hpp"

#include "support/textures/lattice_reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace burin::test {

namespace {

/// The x from low to high with rising(x) = wanted.
double solved(double low, double high, double wanted, const std::function<double(double)>& rising) {
    for (int round = 0; round < 48; ++round) {
        const double middle = (low + high) / 2;
        (rising(middle) < wanted ? low : high) = middle;
    }
    return (low + high) / 2;
}

/// The mean of g over a standard normal number, by the trapezoidal rule.
double meanOf(const std::function<double(double)>& g, double step = 0.125) {
    double sum = 0;
    for (double z = -14; z <= 14; z += step)
        sum += step * g(z) * std::exp(-z * z / 2) / std::sqrt(2 * 3.141592653589793);
    return sum;
}

double bent(double z, double s, double t) {
    return std::sinh((std::asinh(z) + s) * t);
}

double momentOf(double s, double t, int power) {
    const double mu = meanOf([&](double z) { return bent(z, s, t); });
    const double variance = meanOf([&](double z) { return std::pow(bent(z, s, t) - mu, 2); });
    return meanOf([&](double z) { return std::pow(bent(z, s, t) - mu, power); }) /
           std::pow(variance, power / 2.0);
}

PageHeights solvedHeights(double skew, double kurtosis) {
    PageHeights heights;
    if (skew != 0 || kurtosis != 3) {
        const auto tailFor = [&](double s) {
            return solved(0.3, 2.5, kurtosis, [&](double t) { return momentOf(s, t, 4); });
        };
        if (skew != 0)
            heights.s = solved(-20, 20, skew, [&](double s) { return momentOf(s, tailFor(s), 3); });
        heights.t = tailFor(heights.s);
        heights.mu = meanOf([&](double z) { return bent(z, heights.s, heights.t); });
        heights.sigma = std::sqrt(
            meanOf([&](double z) { return std::pow(bent(z, heights.s, heights.t) - heights.mu, 2); }));
    } else {
        heights.meanMagnitude = std::sqrt(2 / 3.141592653589793);
        return heights;
    }
    heights.meanMagnitude = meanOf([&](double z) { return std::abs(heights.f(z)); }, 0x1p-14);
    heights.rho = solved(0, 1, 0.2, [&](double rho) {
        return meanOf(
            [&](double x) {
                return heights.f(x) *
                       meanOf([&](double y) { return heights.f(rho * x + std::sqrt(1 - rho * rho) * y); },
                              0.25);
            },
            0.25);
    });
    return heights;
}

double lobe(double t) {
    return std::max(0.0, std::exp(-t * t / 2) - std::exp(-8.0));
}

/// (o, V_o)
std::vector<std::pair<int, double>> partsOf(const RoughNode& rough) {
    const int m = std::min(10, 1 + static_cast<int>(std::floor(std::log2(rough.sal / 2))));
    std::vector<std::pair<int, double>> parts;
    if (rough.spectrum == "gaussian") parts = {{0, 1}};
    if (rough.spectrum == "self-affine") {
        for (int o = 0; o <= m - 1; ++o)
            parts.emplace_back(o, std::pow(4, -rough.hurst * o));
    }
    if (rough.spectrum == "exponential") {
        for (int o = -2; o <= m + 1; ++o)
            parts.emplace_back(o, std::pow(2, -o) * std::exp(-std::pow(4, -o) / 4));
    }
    double sum = 0;
    for (const auto& part : parts)
        sum += part.second;
    for (auto& part : parts)
        part.second /= sum;
    return parts;
}

double weight(Point named, std::int64_t seed) {
    const auto bits = static_cast<std::uint32_t>(hashOfPage(named.x, named.y, seed) * 4294967296.0);
    double sum = 0;
    for (int byte = 0; byte < 4; ++byte)
        sum += (bits >> (8 * byte)) & 255U;
    return (sum - 510) / std::sqrt(21845.0);
}

/// G of octave number k, whose cells are B px across.
double octaveAt(const RoughNode& rough, int k, double B, Point p) {
    const PageLattice lattice{B, 1 / rough.str, rough.rotate, rough.closes};
    const Pair plain = lattice.cellsAt(p);
    const double u = plain.x + hashOfPage(k, 0, streamOfPage(rough.seed, 63));
    const double v = plain.y + hashOfPage(k, 1, streamOfPage(rough.seed, 63));
    const auto I = static_cast<std::int64_t>(std::floor(u));
    const auto J = static_cast<std::int64_t>(std::floor(v));
    std::array<double, 8> across{};  // the lobes of the columns I - 3 to I + 4
    for (std::size_t n = 0; n < across.size(); ++n)
        across[n] = lobe(u - static_cast<double>(I - 3 + static_cast<std::int64_t>(n)));
    double sum = 0;
    for (std::int64_t j = J - 3; j <= J + 4; ++j) {
        const double down = lobe(v - static_cast<double>(j));
        for (std::int64_t i = I - 3; i <= I + 4; ++i) {
            sum += weight(lattice.name({i, j}), streamOfPage(rough.seed, k)) *
                   across[static_cast<std::size_t>(i - I + 3)] * down;
        }
    }
    return sum / 1.7707730701710394;
}

}  // namespace

double PageHeights::f(double z) const {
    if (s == 0 && t == 1) return z;
    return (bent(z, s, t) - mu) / sigma;
}

const PageHeights& heightsOfPage(double skew, double kurtosis) {
    static std::mutex mutex;
    static std::map<std::pair<double, double>, PageHeights> known;
    const std::lock_guard lock(mutex);
    const auto [found, fresh] = known.try_emplace({skew, kurtosis});
    if (fresh) found->second = solvedHeights(skew, kurtosis);
    return found->second;
}

double roughLengthOfPage(const RoughNode& rough) {
    const auto parts = partsOf(rough);
    const double exact =
        solved(0, 100 * rough.sal, heightsOfPage(rough.skew, rough.kurtosis).rho, [&](double L) {
            double sum = 0;
            for (const auto& [o, variance] : parts)
                sum += variance * std::exp(-std::pow(rough.sal * std::pow(2, o) / L, 2));
            return sum;
        });
    return std::round(exact * 1024) / 1024;
}

double roughOfPage(const RoughNode& rough, Point p, double pixelUm) {
    const PageHeights& heights = heightsOfPage(rough.skew, rough.kurtosis);
    static std::mutex mutex;
    static std::map<std::array<double, 5>, double> lengths;
    const std::array<double, 5> key{rough.sal, rough.hurst, static_cast<double>(rough.spectrum[0]),
                                    rough.skew, rough.kurtosis};
    double L = 0;
    {
        const std::lock_guard lock(mutex);
        const auto [found, fresh] = lengths.try_emplace(key, 0.0);
        if (fresh) found->second = roughLengthOfPage(rough);
        L = found->second;
    }
    double z = 0;
    int k = 0;
    for (const auto& [o, variance] : partsOf(rough))
        z += std::sqrt(variance) * octaveAt(rough, k++, L / std::pow(2, o) / 2, p);
    double sq = rough.value;
    if (rough.measure == "vdi") sq = 0.1 * std::pow(10, rough.value / 20);
    if (rough.fullDepth != 0) sq /= rough.fullDepth * pixelUm;
    if (rough.measure != "sq") sq /= heights.meanMagnitude;
    return std::clamp(rough.mean + sq * heights.f(z), 0.0, 1.0);
}

}  // namespace burin::test
