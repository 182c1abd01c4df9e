// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Works out the place of a repeat and how it is painted, with the arithmetic of the processor.

#include "core/kinds/methods/repeat.hpp"
#include "gpu/kinds/repeats/table.hpp"

#include <bit>

namespace burin::gpu {

/// The place that a rule gives a repeat.
struct Spot {
    bool shown;
    Point cell;  ///< determines all random numbers
    Point at;
};

BURIN_BOTH inline Spot spotOf(const LatticeRule& rule, const Patterns& patterns, Point index,
                              Variant& variant) {
    const Closing::Folded folded = rule.closing.fold(index);
    variant = rule.variation.of(folded.cell);
    const Repeats lattice{rule.u, rule.v, rule.origin, patterns.shapes[variant.pattern].at, {}, {}};
    const Point place = lattice.place(folded.cell.x, folded.cell.y);
    return {true,
            folded.cell,
            {place.x + folded.moved.x + variant.offset.x, place.y + folded.moved.y + variant.offset.y}};
}

BURIN_BOTH inline Spot spotOf(const ScatterRule& rule, const Patterns& patterns, Point index,
                              Variant& variant) {
    const ScatterPoints::Candidate candidate = rule.points.at(index);
    if (rule.points.givesWay(index, candidate)) return {false, {}, {}};
    variant = rule.variation.of(candidate.cell);
    const Point at = patterns.shapes[variant.pattern].at;
    return {true, candidate.cell, {candidate.at.x + at.x, candidate.at.y + at.y}};
}

/// The corner of a copy of that size. \see Stitching::forEachRepeat
BURIN_BOTH inline Point cornerOf(const LatticeRule&, const PatternShape& pattern, Point at, Size size) {
    return {at.x + pattern.origin.x + flooredQuotient(pattern.size.width - size.width, 2),
            at.y + pattern.origin.y + flooredQuotient(pattern.size.height - size.height, 2)};
}
BURIN_BOTH inline Point cornerOf(const ScatterRule&, const PatternShape&, Point at, Size size) {
    return {at.x - size.width / 2, at.y - size.height / 2};
}

/// Whether [from, from + length) meets [0, end).
BURIN_BOTH inline bool meets(std::int64_t from, std::int64_t length, std::int64_t end) {
    return from < end && from + length > 0;
}

/// The least magnitude of samples that are not dust, before and after a gain.
BURIN_BOTH inline float leastAmplified(float gain) {
    const float by = gain < 0 ? -gain : gain;
    if (by >= 1) return dustLimit;
    float least = dustLimit / by;
    if (!(least <= 3.40282346638528859812e+38F)) return least;  // the quotient is infinite
    const auto step = [](float v, int units) {
        return std::bit_cast<float>(std::bit_cast<std::int32_t>(v) + units);
    };
    while (step(least, -1) * by >= dustLimit)
        least = step(least, -1);
    while (least * by < dustLimit)
        least = step(least, 1);
    return least;
}

/// Computes one repeat of an area.
template <class Rule>
class CopyMaker {
  public:
    BURIN_BOTH CopyMaker(const Rule& rule, const Patterns& patterns, const Rect& area)
        : rule_(rule), patterns_(patterns), area_(area) {}

    /// \param turns   nullptr if every copy is exact
    /// \param nearby  \see RepeatTable
    BURIN_BOTH PaintedCopy make(Point index, int place, PaintedTurn* turns, bool nearby = false) const {
        Variant variant;
        const Spot spot = spotOf(rule_, patterns_, index, variant);
        PaintedCopy copy{};
        if (!spot.shown) return copy;
        const PatternShape& pattern = patterns_.shapes[variant.pattern];
        if (pattern.samples.width <= 0) return copy;
        copy.gain = variant.gain;
        copy.id = variant.id;
        if (turns == nullptr) {
            placeExact(copy, pattern, variant, spot.at);
        } else {
            placeTurned(copy, turns[place], pattern, variant, spot.at, nearby);
            copy.from = place;
        }
        return copy;
    }

  private:
    /// Sets the place of the part [x, x + width) x [y, y + height) of a copy. \return whether it meets the
    /// area
    BURIN_BOTH bool cover(PaintedCopy& copy, Point corner, const Rect& part) const {
        const Point from{corner.x + part.x - area_.x, corner.y + part.y - area_.y};
        if (!meets(from.x, part.width, area_.width) || !meets(from.y, part.height, area_.height))
            return false;
        copy.left = static_cast<int>(from.x);
        copy.top = static_cast<int>(from.y);
        copy.right = static_cast<int>(from.x + part.width);
        copy.bottom = static_cast<int>(from.y + part.height);
        return true;
    }

    /// \see Orientation::inCopy
    BURIN_BOTH void placeExact(PaintedCopy& copy, const PatternShape& pattern, const Variant& variant,
                               Point at) const {
        const Orientation o =
            Orientation::of(variant.mirrorX, variant.mirrorY, static_cast<int>(variant.degrees / 90));
        const Rect& held = pattern.samples;
        const Size size = pattern.size;
        const std::int64_t x = o.backwardsX ? size.width - held.x - held.width : held.x;
        const std::int64_t y = o.backwardsY ? size.height - held.y - held.height : held.y;
        const Rect upright{x, y, held.width, held.height};
        const Rect part = o.swapped ? Rect{y, x, held.height, held.width} : upright;
        const Size turned = o.swapped ? Size{size.height, size.width} : size;
        if (!cover(copy, cornerOf(rule_, pattern, at, turned), part)) return;
        // The first held sample of the copy, and the steps from there.
        const int lastColumn = o.backwardsX ? static_cast<int>(held.width) - 1 : 0;
        const int lastRow = o.backwardsY ? static_cast<int>(held.height) - 1 : 0;
        if (o.swapped) {
            copy.columnStep = o.backwardsY ? -1 : 1;
            copy.rowStep = o.backwardsX ? -pattern.transposedStride : pattern.transposedStride;
            copy.from = pattern.transposed + lastColumn * pattern.transposedStride + lastRow;
        } else {
            copy.columnStep = o.backwardsX ? -1 : 1;
            copy.rowStep = o.backwardsY ? -pattern.stride : pattern.stride;
            copy.from = pattern.upright + lastRow * pattern.stride + lastColumn;
        }
        copy.from = static_cast<int>(static_cast<unsigned>(copy.from) -
                                     static_cast<unsigned>(copy.top) * static_cast<unsigned>(copy.rowStep) -
                                     static_cast<unsigned>(copy.left * copy.columnStep));
    }

    BURIN_BOTH void placeTurned(PaintedCopy& copy, PaintedTurn& turn, const PatternShape& pattern,
                                const Variant& variant, Point at, bool nearby) const {
        const Vector scale{variant.mirrorX ? -variant.scale : variant.scale,
                           variant.mirrorY ? -variant.scale : variant.scale};
        const Turn by = Turn::byDegrees(variant.degrees);
        const Vector sides = Placement::span(pattern.size, scale, by);
        const Size size{static_cast<std::int64_t>(roundedOutwards(sides.x)),
                        static_cast<std::int64_t>(roundedOutwards(sides.y))};
        if (!cover(copy, cornerOf(rule_, pattern, at, size), {0, 0, size.width, size.height})) return;
        turn.gain = variant.gain;
        turn.least = leastAmplified(variant.gain);
        turn.id = variant.id;
        turn.left = copy.left;
        turn.top = copy.top;
        turn.width = static_cast<int>(size.width);
        turn.height = static_cast<int>(size.height);
        turn.from = pattern.upright;  // all samples are held
        turn.stride = pattern.stride;
        turn.lastColumn = static_cast<int>(pattern.size.width) + 1;
        turn.lastLine = static_cast<int>(pattern.size.height) + 1;
        const auto slope = [](const TurnedCopy::Axis& axis, int side) {
            return PaintedTurn::Slope{static_cast<float>(axis.right) * 0x1p-43F,
                                      static_cast<float>(axis.below) * 0x1p-43F,
                                      static_cast<float>(side) * 0.5F + 2};
        };
        const auto places = [nearby](const TurnedCopy::Axis& axis) {
            constexpr std::uint64_t pixel = std::uint64_t{1} << TurnedCopy::Axis::fractionBits;
            const int shift = nearby ? PaintedTurn::nearbyShift : 0;
            return PaintedTurn::Axis{(static_cast<std::uint64_t>(axis.first) + pixel) << shift,
                                     static_cast<std::uint64_t>(axis.right) << shift,
                                     static_cast<std::uint64_t>(axis.below) << shift};
        };
        const TurnedCopy map = TurnedCopy::of(pattern.size, scale, by);
        turn.roughX = slope(map.x, map.width);
        turn.roughY = slope(map.y, map.height);
        turn.x = places(map.x);
        turn.y = places(map.y);
    }

    const Rule& rule_;
    const Patterns& patterns_;
    const Rect& area_;
};

}  // namespace burin::gpu
