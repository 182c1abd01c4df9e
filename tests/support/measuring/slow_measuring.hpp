// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Surface parameters as the pages define them, from all heights at once: sorted, summed and compared one by
// one. Slow; small surfaces only.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace burin::test {

/// Heights in um, row by row, the highest numbers on top.
struct SlowSurface {
    int width = 0;
    int height = 0;
    std::vector<double> z;
    double dx = 1;
    double dy = 1;

    [[nodiscard]] double at(int x, int y) const { return z[static_cast<std::size_t>(y * width + x)]; }
};

using SlowValues = std::map<std::string, std::optional<double>>;

inline void slowAmplitudes(const SlowSurface& s, SlowValues& out) {
    const auto n = static_cast<double>(s.z.size());
    double mean = 0;
    for (const double z : s.z)
        mean += z / n;
    const auto meanOf = [&](const std::function<double(double)>& f) {
        double sum = 0;
        for (const double z : s.z)
            sum += f(z - mean) / n;
        return sum;
    };
    const double sq = std::sqrt(meanOf([](double d) { return d * d; }));
    out["Sa"] = meanOf([](double d) { return std::abs(d); });
    out["Sq"] = sq;
    if (sq >= 1e-6) {
        out["Ssk"] = meanOf([](double d) { return d * d * d; }) / std::pow(sq, 3);
        out["Sku"] = meanOf([](double d) { return d * d * d * d; }) / std::pow(sq, 4);
    }
    out["Sp"] = *std::max_element(s.z.begin(), s.z.end()) - mean;
    out["Sv"] = mean - *std::min_element(s.z.begin(), s.z.end());
    out["Sz"] = *out["Sp"] + *out["Sv"];
}

inline void slowSlopes(const SlowSurface& s, SlowValues& out) {
    double along = 0;
    double down = 0;
    double area = 0;
    const auto f = [&](double p, double q) {
        return std::sqrt(1 + p * p / s.dx / s.dx + q * q / s.dy / s.dy);
    };
    for (int y = 0; y < s.height; ++y) {
        for (int x = 0; x < s.width; ++x) {
            if (x + 1 < s.width) along += std::pow((s.at(x + 1, y) - s.at(x, y)) / s.dx, 2);
            if (y + 1 < s.height) down += std::pow((s.at(x, y + 1) - s.at(x, y)) / s.dy, 2);
            if (x + 1 == s.width || y + 1 == s.height) continue;
            const double a = s.at(x, y);
            const double b = s.at(x + 1, y);
            const double c = s.at(x, y + 1);
            const double e = s.at(x + 1, y + 1);
            area += (f(b - a, c - a) + f(e - c, e - b) + f(b - a, e - b) + f(e - c, c - a)) / 4;
        }
    }
    out["Sdq"] = std::sqrt(along / ((s.width - 1) * s.height) + down / (s.width * (s.height - 1)));
    out["Sdr"] = 100 * (area / ((s.width - 1) * (s.height - 1)) - 1);
}

/// The material ratio curve from sorted heights, and areas by small steps.
inline void slowBearing(const SlowSurface& s, SlowValues& out) {
    std::vector<double> sorted = s.z;
    std::sort(sorted.rbegin(), sorted.rend());
    std::vector<double> c;
    for (int i = 0; i <= 10000; ++i) {
        const double rank = i / 10000.0 * static_cast<double>(sorted.size()) - 0.5;
        const double low = std::clamp(std::floor(rank), 0.0, static_cast<double>(sorted.size() - 1));
        const double high = std::min(low + 1, static_cast<double>(sorted.size() - 1));
        const double u = std::clamp(rank - low, 0.0, 1.0);
        c.push_back(sorted[static_cast<std::size_t>(low)] * (1 - u) +
                    sorted[static_cast<std::size_t>(high)] * u);
    }
    int best = 0;
    for (int i = 0; i <= 6000; ++i) {
        if (c[i] - c[i + 4000] < c[best] - c[best + 4000]) best = i;
    }
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = best; i <= best + 4000; ++i) {
        sx += i;
        sy += c[i];
        sxx += 1.0 * i * i;
        sxy += i * c[i];
    }
    const double slope = (4001 * sxy - sx * sy) / (4001 * sxx - sx * sx);
    const double at0 = (sy - slope * sx) / 4001;
    const double at100 = at0 + slope * 10000;
    out["Sk"] = at0 - at100;
    double smr1 = 0, smr2 = 100, a1 = 0, a2 = 0;
    constexpr int fine = 100;  // parts of a step
    const auto between = [&](double p) {
        const int i = std::min(static_cast<int>(p), 9999);
        return c[i] + (p - i) * (c[i + 1] - c[i]);
    };
    for (int k = 0; k < 10000 * fine && between((k + 0.5) / fine) > at0; ++k) {
        a1 += (between((k + 0.5) / fine) - at0) * 0.01 / fine;
        smr1 = (k + 1) * 0.01 / fine;
    }
    for (int k = 10000 * fine; k > 0 && between((k - 0.5) / fine) < at100; --k) {
        a2 += (at100 - between((k - 0.5) / fine)) * 0.01 / fine;
        smr2 = (k - 1) * 0.01 / fine;
    }
    out["Smr1"] = smr1;
    out["Smr2"] = smr2;
    out["Spk"] = smr1 > 0 ? 2 * a1 / smr1 : 0;
    out["Svk"] = smr2 < 100 ? 2 * a2 / (100 - smr2) : 0;
}

inline void slowDecay(const SlowSurface& s, SlowValues& out) {
    double mean = 0;
    for (const double z : s.z)
        mean += z / static_cast<double>(s.z.size());
    std::map<std::pair<int, int>, double> known;
    const auto correlation = [&](int lx, int ly) {
        const auto found = known.find({lx, ly});
        if (found != known.end()) return found->second;
        double sum = 0;
        int count = 0;
        for (int y = 0; y < s.height; ++y) {
            for (int x = 0; x < s.width; ++x) {
                if (x + lx < 0 || x + lx >= s.width || y + ly < 0 || y + ly >= s.height) continue;
                sum += (s.at(x, y) - mean) * (s.at(x + lx, y + ly) - mean);
                ++count;
            }
        }
        return known[{lx, ly}] = sum / count;
    };
    const double none = correlation(0, 0);
    double shortest = std::numeric_limits<double>::infinity();
    double longest = 0;
    bool all = true;
    for (int line = 0; line < 720; ++line) {
        const double angle = line * 3.14159265358979323846 / 720;
        bool reached = false;
        for (double r = 0; !reached; r += std::min(s.dx, s.dy) / 64) {
            const double x = r * std::cos(angle) / s.dx;
            const double y = -r * std::sin(angle) / s.dy;
            if (std::hypot(x / (s.width / 2), y / (s.height / 2)) > 1) break;
            const int i = static_cast<int>(std::floor(x));
            const int j = static_cast<int>(std::floor(y));
            const double u = x - i;
            const double v = y - j;
            const double value = (1 - v) * ((1 - u) * correlation(i, j) + u * correlation(i + 1, j)) +
                                 v * ((1 - u) * correlation(i, j + 1) + u * correlation(i + 1, j + 1));
            if (value > 0.2 * none) continue;
            reached = true;
            shortest = std::min(shortest, r);
            longest = std::max(longest, r);
        }
        all = all && reached;
    }
    out["Sal"] = std::isfinite(shortest) ? std::optional(shortest) : std::nullopt;
    out["Str"] = all ? std::optional(shortest / longest) : std::nullopt;
}

}  // namespace burin::test
