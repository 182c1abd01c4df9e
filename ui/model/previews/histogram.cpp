// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/preview_jobs.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

namespace burin::ui {

double Histogram::outside(double low, double high) const {
    if (values == 0) return 0;
    std::uint64_t count = 0;
    for (int k = 0; k < static_cast<int>(counts.size()); ++k) {
        const double middle = (k + 0.5) / bins;
        if (middle < low - 0.5 / bins || middle > high + 0.5 / bins)
            count += counts[static_cast<std::size_t>(k)];
    }
    return static_cast<double>(count) / static_cast<double>(values);
}

namespace {

/// Squares of samples spread over an area, each equally representative.
class Squares {
  public:
    explicit Squares(const Rect& area) : area_(area) {}

    static constexpr int count = 64;
    /// The k-th square; squares that are near in this order are far apart on the area.
    [[nodiscard]] Rect square(int k) const {
        const int scattered = k * 37 % count;
        const auto part = [&](std::int64_t from, std::int64_t length, int place, std::uint64_t chance) {
            const std::int64_t first = from + length * place / across;
            const std::int64_t room = from + length * (place + 1) / across - first;
            const std::int64_t size = std::min(side, room);
            return std::pair(
                first + static_cast<std::int64_t>(chance % static_cast<std::uint64_t>(room - size + 1)),
                size);
        };
        const std::uint64_t chance = mixedHash(static_cast<std::uint64_t>(k), 0x5EED);
        const auto [x, width] = part(area_.x, area_.width, scattered % across, chance & 0xFFFFFFFFU);
        const auto [y, height] = part(area_.y, area_.height, scattered / across, chance >> 32U);
        return {x, y, width, height};
    }

  private:
    static constexpr int across = 8;
    static constexpr std::int64_t side = 32;
    Rect area_;
};

void count(Histogram& histogram, std::span<const float> values, double& sum) {
    for (const float value : values) {
        const int bin = std::clamp(static_cast<int>(value * Histogram::bins), 0, Histogram::bins - 1);
        ++histogram.counts[static_cast<std::size_t>(bin)];
        histogram.least = std::min(histogram.least, value);
        histogram.most = std::max(histogram.most, value);
        histogram.empty += value == 0 ? 1 : 0;
        sum += value;
    }
    histogram.values += values.size();
}

}  // namespace

Histogram histogramOf(const BoundNode& node, const std::stop_token& stop,
                      std::chrono::steady_clock::duration patience) {
    constexpr int fewest = 16;
    const auto begun = std::chrono::steady_clock::now();
    Histogram histogram;
    histogram.counts.resize(Histogram::bins);
    histogram.least = 1;
    double sum = 0;
    const Squares squares(node.somewhere());
    for (int k = 0; k < Squares::count; ++k) {
        if (k >= fewest && std::chrono::steady_clock::now() - begun > patience) break;
        const Rect square = squares.square(k);
        if (square.empty()) continue;
        PreviewPart part;
        part.area = square;
        part.priority = 1;
        part.stop = stop;
        count(histogram, node.source->render(part).values, sum);
    }
    if (histogram.values > 0) histogram.mean = sum / static_cast<double>(histogram.values);
    return histogram;
}

}  // namespace burin::ui
