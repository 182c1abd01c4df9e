// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/preview_jobs.hpp"

#include <QCoreApplication>

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

QString Histogram::state() const {
    if (whole()) return {};
    return improves() ? QCoreApplication::translate("Histogram", "estimated")
                      : QCoreApplication::translate("Histogram", "incomplete");
}

namespace {

/// Squares of samples that are spread over an area. Each represents an equal part of it.
class Squares {
  public:
    explicit Squares(const Rect& area) : area_(area) {}

    /// The k-th square; squares that are near in this order are far apart on the area.
    [[nodiscard]] Rect square(int k) const {
        const int scattered = k * 37 % Histogram::allSquares;
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

void count(Histogram& histogram, std::span<const float> values) {
    for (const float value : values) {
        const int bin = std::clamp(static_cast<int>(value * Histogram::bins), 0, Histogram::bins - 1);
        ++histogram.counts[static_cast<std::size_t>(bin)];
        histogram.least = histogram.values == 0 ? value : std::min(histogram.least, value);
        histogram.most = std::max(histogram.most, value);
        histogram.empty += value == 0 ? 1 : 0;
        histogram.sum += value;
        ++histogram.values;
    }
}

}  // namespace

Histogram histogramOf(const BoundNode& node, Histogram counted, const std::stop_token& stop,
                      std::chrono::steady_clock::duration patience) {
    constexpr int fewest = 16;
    const auto begun = std::chrono::steady_clock::now();
    counted.counts.resize(Histogram::bins);
    const Squares squares(node.somewhere());
    while (counted.squares < Histogram::allSquares) {
        if (counted.squares >= fewest && std::chrono::steady_clock::now() - begun > patience) break;
        const Rect square = squares.square(counted.squares);
        if (!square.empty()) {
            PreviewPart part;
            part.area = square;
            part.priority = 1;
            part.stop = stop;
            count(counted, node.source->render(part).values);
        }
        ++counted.squares;
    }
    return counted;
}

bool hasShades(const Engine& engine, const std::shared_ptr<const Design>& design, const QString& node,
               const std::stop_token& stop) {
    try {
        const BoundNodePtr bound = bindNode(engine, design, node, nullptr);
        if (!bound->ready()) return false;
        const std::vector<std::uint32_t> counts = histogramOf(*bound, {}, stop).counts;
        return std::count(counts.begin(), counts.end(), 0U) < Histogram::bins - 2;
    } catch (const std::exception&) {  // the viewport says why
        return false;
    }
}

}  // namespace burin::ui
