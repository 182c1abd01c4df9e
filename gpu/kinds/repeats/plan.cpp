// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/repeats/plan.hpp"

#include "gpu/kinds/repeats/margin.hpp"
#include "gpu/kinds/repeats/nearby.hpp"

#include <algorithm>

namespace burin::gpu {

namespace {

constexpr double mostArenaSamples = 0x1p23;  // a fetch may need as much memory again
constexpr double mostTableCells = 0x1p19;
constexpr std::int64_t leastPart = strip::rows;

/// Samples from one row of a pattern to the next. A half of a warp interpolates a square of 4 x 4 samples, so
/// that the pairs of its rows lie in banks side by side.
std::int64_t strideOf(Size withMargins, bool pairs) {
    constexpr std::int64_t besideARow = 8;
    return alignedStride<float>(withMargins.width) + (pairs ? besideARow : 0);
}

std::int64_t arenaSamplesOf(Size withMargins, bool pairs) {
    return strideOf(withMargins, pairs) * withMargins.height;
}

double samplesOf(Size size) {
    return static_cast<double>(size.width) * static_cast<double>(size.height);
}

std::int64_t roundedUp(std::int64_t length, std::int64_t unit) {
    return (length + unit - 1) / unit * unit;
}

decltype(&paintExactCopies) painterOf(const Variation& variation) {
    using enum Variation::Turns;
    if (!variation.resamples()) return &paintExactCopies;
    return variation.turn == none || variation.turn == half ? &paintScaledCopies : &paintTurnedCopies;
}

template <class T>
T* allocated(DeviceScratch& scratch, std::size_t count) {
    return reinterpret_cast<T*>(scratch.allocate(count * sizeof(T)));
}

}  // namespace

RepeatPlan::RepeatPlan(const Variation& variation, std::span<const LinkShape> links, const Repeats& around)
    : around_(around),
      resamples_(variation.resamples()),
      leastScale_(std::min(variation.scale.low, variation.scale.high)),
      paint_(painterOf(variation)) {
    const bool transposes = !resamples_ && variation.turn == Variation::Turns::quarter;
    for (const LinkShape& pattern : variation.shown(links)) {
        if (fits_) arenaSamples_ = hold(pattern, transposes, arenaSamples_);
    }
    if (fits_) divide();
}

std::int64_t RepeatPlan::hold(const LinkShape& pattern, bool transposes, std::int64_t first) {
    Held held;
    held.shape.at = pattern.at;
    held.shape.origin = pattern.extent.rect().origin();
    held.shape.size = {pattern.extent.rect().width, pattern.extent.rect().height};
    held.first = first;
    if (!pattern.support.empty()) {
        // Interpolated samples may lie anywhere in the extent.
        held.shape.samples = resamples_ ? Rect{0, 0, held.shape.size.width, held.shape.size.height}
                                        : pattern.support.rect().translated(-held.shape.origin);
        const Size samples{held.shape.samples.width, held.shape.samples.height};
        held.upright = resamples_ ? pairsOf(samples) : withMargins(samples);
        if (transposes) held.transposed = withMargins({samples.height, samples.width});
        const double all = samplesOf(held.upright) + samplesOf(held.transposed);
        fits_ = static_cast<double>(first) + all <= mostArenaSamples &&
                (!resamples_ || TurnedCopy::suits(held.shape.size));
        if (!fits_) return first;
        held.shape.stride = static_cast<int>(strideOf(held.upright, resamples_));
        held.shape.transposedStride = static_cast<int>(alignedStride<float>(held.transposed.width));
        const auto inside = [](std::int64_t start, int stride) {
            return static_cast<int>(start + std::int64_t{strip::marginRows} * stride + strip::marginColumns);
        };
        held.shape.upright = resamples_ ? static_cast<int>(first) : inside(first, held.shape.stride);
        first += arenaSamplesOf(held.upright, resamples_);
        held.shape.transposed = inside(first, held.shape.transposedStride);
        first += arenaSamplesOf(held.transposed, false);
    }
    held_.push_back(held);
    return first;
}

void RepeatPlan::divide() {
    const Rect& area = around_.area;
    Size side{area.width, area.height};
    const auto cells = [&] { return cellsOf({area.x, area.y, side.width, side.height}); };
    while (cells() > mostTableCells / 2 && std::max(side.width, side.height) > leastPart) {
        std::int64_t& longer = side.width >= side.height ? side.width : side.height;
        longer = roundedUp(longer / 2, leastPart);
    }
    for (std::int64_t y = area.y; y < area.bottom(); y += side.height) {
        for (std::int64_t x = area.x; x < area.right(); x += side.width) {
            parts_.push_back(intersection(area, {x, y, side.width, side.height}));
            const TableShape shape(searchOf(aroundOf(parts_.back())));
            fits_ = fits_ && shape.cells() <= mostTableCells;
            if (!fits_) return;
            mostCells_ = std::max(mostCells_, static_cast<std::size_t>(shape.cells()));
            mostRows_ = std::max(mostRows_, static_cast<std::size_t>(shape.rows));
        }
    }
}

Repeats RepeatPlan::aroundOf(const Rect& part) const {
    Repeats around = around_;
    around.area = part;
    return around;
}

Search RepeatPlan::searchOf(const Repeats& around) {
    return {around,
            {roundedUp(around.area.width, strip::columns), roundedUp(around.area.height, strip::rows)}};
}

std::size_t RepeatPlan::scratchBytes() const {
    return DeviceScratch::padded(static_cast<std::size_t>(arenaSamples_) * sizeof(float)) +
           DeviceScratch::padded(mostRows_ * sizeof(double)) +
           DeviceScratch::padded(mostCells_ * sizeof(PaintedCopy)) +
           (resamples_ ? DeviceScratch::padded(mostCells_ * sizeof(PaintedTurn)) : 0);
}

RepeatTable RepeatPlan::allocate(DeviceScratch& scratch) const {
    RepeatTable table;
    table.firstOfRow = allocated<double>(scratch, mostRows_);
    table.copies = allocated<PaintedCopy>(scratch, mostCells_);
    if (resamples_) table.turns = allocated<PaintedTurn>(scratch, mostCells_);
    return table;
}

int RepeatPlan::nearbySamples(const Rect& part) const {
    if (!resamples_ || !nearby::pays(arenaSamples_, {part.width, part.height})) return 0;
    const auto differs = [this](const Held& held) {
        return nearby::differ(std::max(held.shape.size.width, held.shape.size.height), leastScale_);
    };
    return std::all_of(held_.begin(), held_.end(), differs) ? static_cast<int>(arenaSamples_) : 0;
}

void RepeatPlan::fetches(std::span<const LinkShape> links, std::vector<Fetch>& out) const {
    for (std::size_t k = 0; k < held_.size(); ++k) {
        if (!held_[k].shape.samples.empty()) out.push_back({links[k].support.rect(), Edge::empty, k});
    }
}

Patterns RepeatPlan::arena(const DeviceCall& call) const {
    Patterns patterns;
    auto* const arena = allocated<float>(call.scratch, static_cast<std::size_t>(arenaSamples_));
    patterns.arena = arena;
    for (std::size_t k = 0; k < held_.size(); ++k) {
        const Held& held = held_[k];
        patterns.shapes[k] = held.shape;
        if (held.shape.samples.empty()) continue;
        const Rect& support = call.links[k].support.rect();
        const ConstDeviceSamples samples = call.child.fetch({support, Edge::empty, k});
        const Point at = support.origin() - held.shape.origin - held.shape.samples.origin();
        const DeviceSamples upright{arena + held.first, held.shape.stride, held.upright.width,
                                    held.upright.height};
        const auto copy = resamples_ ? &surroundPairs : &surround;
        copy(call.cudaStream, samples, at, upright);
        if (held.transposed.width == 0) continue;
        surroundTransposed(call.cudaStream, samples, at,
                           {arena + held.first + arenaSamplesOf(held.upright, resamples_),
                            held.shape.transposedStride, held.transposed.width, held.transposed.height});
    }
    return patterns;
}

}  // namespace burin::gpu
