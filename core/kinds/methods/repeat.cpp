// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/repeat.hpp"

#include "core/kernels/pointwise_kernels.hpp"
#include "core/kinds/methods/resampling_source.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin {

namespace {

/// The side of a part that is interpolated at its natural size.
constexpr std::int64_t partSide = 360;
/// No part reads more source samples than this along a side.
constexpr std::int64_t mostSourceSide = 512;

/// The range of samples, on one axis of the source, that the places of a part need.
struct Reach {
    std::int64_t first, last;

    Reach(const TurnedCopy::Axis& axis, const Rect& part) {
        const std::int64_t corner = axis.at(part.x, part.y);
        const std::int64_t right = axis.right * (part.width - 1);
        const std::int64_t below = axis.below * (part.height - 1);
        const std::int64_t nothing = 0;
        first = sample(corner + std::min(right, nothing) + std::min(below, nothing));
        last = sample(corner + std::max(right, nothing) + std::max(below, nothing)) + 1;
    }
    [[nodiscard]] static std::int64_t sample(std::int64_t position) {
        return position >> TurnedCopy::Axis::fractionBits;
    }
};

/// The samples that a part of a copy reads, including the zeros around the pattern.
/// \return empty if it reads only such zeros
Rect read(const TurnedCopy& copy, const Rect& part) {
    const Reach x(copy.x, part);
    const Reach y(copy.y, part);
    const Rect all{x.first, y.first, x.last - x.first + 1, y.last - y.first + 1};
    const Rect inside =
        intersection(all, {-1, -1, std::int64_t{copy.width} + 2, std::int64_t{copy.height} + 2});
    return inside.width < 2 || inside.height < 2 ? Rect{} : inside;
}

}  // namespace

Repeat::Repeat(const LinkShape& pattern, const Variant& variant)
    : variant_(variant),
      origin_(pattern.extent.rect().origin()),
      pattern_{pattern.extent.rect().width, pattern.extent.rect().height} {
    const int quarters = static_cast<int>(variant.degrees) / 90;
    if (variant.scale == 1 && variant.degrees == 90 * quarters) {
        orientation_ = Orientation::of(variant.mirrorX, variant.mirrorY, quarters);
        size_ = orientation_.swapped ? Size{pattern_.height, pattern_.width} : pattern_;
        covered_ = orientation_.inCopy(pattern.support.rect().translated(-origin_), pattern_);
        return;
    }
    const Vector scale{variant.mirrorX ? -variant.scale : variant.scale,
                       variant.mirrorY ? -variant.scale : variant.scale};
    placement_.emplace(pattern.extent, scale, Turn::byDegrees(variant.degrees));
    if (TurnedCopy::suits(pattern_)) turned_ = TurnedCopy::of(pattern_, scale, placement_->turn);
    covered_ = pattern.support.empty() ? Rect{} : placement_->result.rect();
    size_ = {placement_->result.rect().width, placement_->result.rect().height};
}

std::int64_t Repeat::largestPart(double scale) {
    return static_cast<std::int64_t>(static_cast<double>(partSide) * std::min(scale, 1.0));
}

std::int64_t Repeat::bufferSamples(const Variation& variation) {
    return variation.resamples() ? partSide * partSide : 0;
}

std::size_t Repeat::scratchBytes(const Variation& variation) {
    if (!variation.resamples()) return 0;
    // The memory of a resampling by quarter turns: for each column the index of its first sample and two
    // weights, two weights for the row, and a row of sums.
    const auto bytes = [](std::int64_t numbers) {
        return Scratch::padded(static_cast<std::size_t>(numbers) * sizeof(double));
    };
    return bytes(partSide) + bytes(2 * partSide) + bytes(2) + bytes(mostSourceSide);
}

Rect Repeat::wholeSource(const Variation& variation, const LinkShape& pattern) {
    constexpr std::int64_t around = 6;  // samples that resamplingSource() may add, and its rounding
    return variation.resamples() ? pattern.extent.rect().grown(around) : pattern.support.rect();
}

Rect Repeat::interpolatedSource(const Rect& part) const {
    if (turned_) return read(*turned_, part.translated(-corner_)).translated(origin_);
    const Rect local = resamplingSource(*placement_, Interpolation::linear, part.translated(-corner_));
    return local.empty() ? local : local.translated(origin_);
}

RepeatRows Repeat::rows(const Rect& part, const Rect& source, const ConstSamplesView& samples,
                        Scratch& scratch, float* buffer) const {
    RepeatRows rows;
    rows.width = part.width;
    rows.height = part.height;
    rows.gain = variant_.gain;
    rows.dust = dustLimit;
    rows.id = variant_.id;
    if (placement_) {
        interpolate(part, source, samples, {buffer, part.width, part.width, part.height}, scratch);
        rows.samples = buffer;
        rows.stride = part.width;
        return rows;
    }
    rows.samples = samples.row(orientation_.backwardsY ? samples.height - 1 : 0) +
                   (orientation_.backwardsX ? samples.width - 1 : 0);
    rows.stride = orientation_.backwardsY ? -samples.stride : samples.stride;
    rows.backwards = orientation_.backwardsX;
    rows.turned = orientation_.swapped;
    return rows;
}

void Repeat::interpolate(const Rect& part, const Rect& source, const ConstSamplesView& samples,
                         SamplesView made, Scratch& scratch) const {
    if (turned_) {
        const Point first = source.origin() - origin_;
        const Point place = part.origin() - corner_;
        const auto from = [](const TurnedCopy::Axis& axis, Point at, std::int64_t before) {
            return axis.at(at.x, at.y) - (before << TurnedCopy::Axis::fractionBits);
        };
        InterpolatedRow row;
        row.samples = samples.data;
        row.stride = samples.stride;
        row.width = static_cast<std::int32_t>(samples.width);
        row.height = static_cast<std::int32_t>(samples.height);
        row.stepX = turned_->x.right;
        row.stepY = turned_->y.right;
        row.count = made.width;
        row.dust = dustLimit;
        for (std::int64_t y = 0; y < made.height; ++y) {
            row.x = from(turned_->x, {place.x, place.y + y}, first.x);
            row.y = from(turned_->y, {place.x, place.y + y}, first.y);
            repeatKernels().interpolate(row, made.row(y));
        }
        return;
    }
    const ResamplingJob job{Interpolation::linear, *placement_, part.translated(-corner_),
                            source.translated(-origin_)};
    resample(job, samples, made, scratch);
    pointwiseKernels().sanitise(made.data, dustLimit, made.width * made.height);
}

}  // namespace burin
