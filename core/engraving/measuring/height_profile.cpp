// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/height_profile.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

std::int64_t MeasuredLine::count() const {
    return static_cast<std::int64_t>(std::floor(std::hypot(to.x - from.x, to.y - from.y) + 1e-9)) + 1;
}

namespace {

/// Samples of a line that are read at once.
constexpr std::int64_t lineStretch = 512;

double linearBetween(const HeightBuffer& heights, double x, double y) {
    const Rect& rect = heights.rect();
    const std::int64_t left = std::clamp(static_cast<std::int64_t>(std::floor(x)), rect.x, rect.right() - 1);
    const std::int64_t top = std::clamp(static_cast<std::int64_t>(std::floor(y)), rect.y, rect.bottom() - 1);
    const std::int64_t right = std::min(left + 1, rect.right() - 1);
    const std::int64_t below = std::min(top + 1, rect.bottom() - 1);
    const auto at = [&](std::int64_t column, std::int64_t row) {
        return static_cast<double>(heights.view().row(row - rect.y)[column - rect.x]);
    };
    const double u = x - static_cast<double>(left);
    const double v = y - static_cast<double>(top);
    const double upper = at(left, top) + u * (at(right, top) - at(left, top));
    const double lower = at(left, below) + u * (at(right, below) - at(left, below));
    return upper + v * (lower - upper);
}

}  // namespace

std::vector<double> depthsAlong(const HeightMap& map, const MeasuredLine& line) {
    const std::int64_t count = line.count();
    const double length = std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
    const double alongX = length > 0 ? (line.to.x - line.from.x) / length : 0;
    const double alongY = length > 0 ? (line.to.y - line.from.y) / length : 0;
    const auto place = [&](std::int64_t i) {
        return Vector{line.from.x + alongX * static_cast<double>(i),
                      line.from.y + alongY * static_cast<double>(i)};
    };
    std::vector<double> out;
    out.reserve(static_cast<std::size_t>(count));
    for (std::int64_t first = 0; first < count; first += lineStretch) {
        const std::int64_t last = std::min(count, first + lineStretch) - 1;
        const Vector a = place(first);
        const Vector b = place(last);
        const auto x = static_cast<std::int64_t>(std::floor(std::min(a.x, b.x)));
        const auto y = static_cast<std::int64_t>(std::floor(std::min(a.y, b.y)));
        const auto right = static_cast<std::int64_t>(std::floor(std::max(a.x, b.x))) + 2;
        const auto bottom = static_cast<std::int64_t>(std::floor(std::max(a.y, b.y))) + 2;
        const HeightBuffer heights(map, map.extent().clip({x, y, right - x, bottom - y}));
        for (std::int64_t i = first; i <= last; ++i)
            out.push_back(linearBetween(heights, place(i).x, place(i).y));
    }
    return out;
}

namespace {

void takeLineAway(std::vector<double>& heights) {
    const auto n = static_cast<double>(heights.size());
    double mean = 0;
    double slope = 0;
    for (std::size_t i = 0; i < heights.size(); ++i) {
        mean += heights[i] / n;
        slope += (static_cast<double>(i) - (n - 1) / 2) * heights[i];
    }
    if (heights.size() > 1) slope /= n * (n * n - 1) / 12;
    for (std::size_t i = 0; i < heights.size(); ++i)
        heights[i] -= mean + slope * (static_cast<double>(i) - (n - 1) / 2);
}

/// The mean distance between rises through 0 from below `low` to above `high`; nothing if there are fewer
/// than two.
std::optional<double> meanRise(const std::vector<double>& z, double low, double high) {
    std::vector<double> rises;
    double crossing = -1;  // the last rise through 0 since the profile was below `low`
    bool below = false;
    for (std::size_t i = 0; i < z.size(); ++i) {
        if (z[i] < low) below = true;
        if (below && i > 0 && z[i - 1] < 0 && z[i] >= 0)
            crossing = static_cast<double>(i - 1) + z[i - 1] / (z[i - 1] - z[i]);
        if (below && z[i] > high && crossing >= 0) {
            rises.push_back(crossing);
            below = false;
            crossing = -1;
        }
    }
    if (rises.size() < 2) return {};
    return (rises.back() - rises.front()) / static_cast<double>(rises.size() - 1);
}

double meanSpan(const std::vector<double>& z) {
    const std::size_t parts = z.size() < 10 ? 1 : 5;
    double sum = 0;
    for (std::size_t i = 0; i < parts; ++i) {
        const auto from = z.begin() + static_cast<std::ptrdiff_t>(i * z.size() / parts);
        const auto to = z.begin() + static_cast<std::ptrdiff_t>((i + 1) * z.size() / parts);
        const auto [least, greatest] = std::minmax_element(from, to);
        sum += *greatest - *least;
    }
    return sum / static_cast<double>(parts);
}

}  // namespace

ProfileParameters profileParameters(std::vector<double> z, double stepUm, double flat) {
    takeLineAway(z);
    const auto n = static_cast<double>(z.size());
    ProfileParameters out;
    double third = 0;
    double fourth = 0;
    for (const double height : z) {
        const double squared = height * height;
        out.Ra += std::abs(height) / n;
        out.Rq += squared / n;
        third += squared * height / n;
        fourth += squared * squared / n;
    }
    out.Rq = std::sqrt(out.Rq);
    if (out.Rq >= flat) {
        out.Rsk = third / (out.Rq * out.Rq * out.Rq);
        out.Rku = fourth / (out.Rq * out.Rq * out.Rq * out.Rq);
    }
    out.Rz = meanSpan(z);
    const auto [least, greatest] = std::minmax_element(z.begin(), z.end());
    const double low = 0.1 * *least;
    const double high = 0.1 * *greatest;
    if (out.Rq >= flat) {
        const std::optional<double> along = meanRise(z, low, high);
        std::reverse(z.begin(), z.end());
        const std::optional<double> back = meanRise(z, low, high);
        if (along && back) out.RSm = (*along + *back) / 2 * stepUm;
    }
    return out;
}

}  // namespace burin
