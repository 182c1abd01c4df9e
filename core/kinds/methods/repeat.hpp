// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One repeat of a pattern: its place, and the computation of its samples from the pattern's. Copies that are
// only mirrored and turned by multiples of 90 degrees are read in another order. All others are interpolated
// linearly, as `transform` does it, but in binary32.

#include "core/kernels/repeat_kernels.hpp"
#include "core/kinds/form/operation.hpp"
#include "core/kinds/methods/placement.hpp"
#include "core/kinds/methods/turned_copy.hpp"
#include "core/kinds/methods/variation.hpp"

#include <cstdint>
#include <optional>

namespace burin {

/// Mirrors and quarter turns: whether the axes of a pattern are exchanged in its copy, and whether each of
/// them is reversed.
struct Orientation {
    bool swapped = false;     ///< the pattern's rows are the copy's columns
    bool backwardsX = false;  ///< whether the pattern's x is reversed, along either axis of the copy
    bool backwardsY = false;

    /// \param quarters  clockwise, after the mirrors
    [[nodiscard]] static constexpr Orientation of(bool mirrorX, bool mirrorY, int quarters) {
        // A quarter turn clockwise makes x point down and y point left.
        return {quarters % 2 != 0, mirrorX != (quarters >= 2), mirrorY != (quarters == 1 || quarters == 2)};
    }
    /// The place in its copy of a part of a pattern of that size. Both have their corners at (0, 0).
    [[nodiscard]] Rect inCopy(const Rect& part, Size pattern) const {
        const Rect over = turnedOver(part, pattern);
        return swapped ? Rect{over.y, over.x, over.height, over.width} : over;
    }
    /// The inverse of inCopy().
    [[nodiscard]] Rect inPattern(const Rect& part, Size pattern) const {
        return turnedOver(swapped ? Rect{part.y, part.x, part.height, part.width} : part, pattern);
    }

  private:
    [[nodiscard]] Rect turnedOver(Rect part, Size pattern) const {
        if (backwardsX) part.x = pattern.width - part.right();
        if (backwardsY) part.y = pattern.height - part.bottom();
        return part;
    }
};

class Repeat {
  public:
    /// \pre !pattern.extent.empty()
    Repeat(const LinkShape& pattern, const Variant& variant);

    /// The size of the whole copy.
    [[nodiscard]] Size size() const { return size_; }
    /// Moves the corner of the copy to `corner` of the node's frame.
    void moveTo(Point corner) { corner_ = corner; }
    [[nodiscard]] const Variant& variant() const { return variant_; }
    /// Its corner in the node's frame.
    [[nodiscard]] Point corner() const { return corner_; }
    [[nodiscard]] Size patternSize() const { return pattern_; }
    [[nodiscard]] Point patternOrigin() const { return origin_; }
    /// The orientation of an exact copy; only if placement() is empty.
    [[nodiscard]] const Orientation& orientation() const { return orientation_; }
    /// The placement of the pattern in the copy if samples are interpolated.
    [[nodiscard]] const std::optional<Placement>& placement() const { return placement_; }
    /// The rectangle of the node's frame that contains all samples of the copy; others are 0.
    [[nodiscard]] Rect covered() const { return covered_.translated(corner_); }

    /// Calls visit(part, source) for parts of `area` that cover it. The samples of `part` are computed from
    /// those of the pattern over `source`, in the pattern's frame. `source` is as large as `part`, or its
    /// size is bounded.
    /// \pre covered().contains(area)
    template <class Visit>
    void forEachPart(const Rect& area, const Visit& visit) const {
        if (!placement_) return visit(area, exactSource(area));
        const std::int64_t side = largestPart(variant_.scale);
        for (std::int64_t y = area.y; y < area.bottom(); y += side) {
            for (std::int64_t x = area.x; x < area.right(); x += side) {
                const Rect part = intersection(area, {x, y, side, side});
                const Rect source = interpolatedSource(part);
                if (!source.empty()) visit(part, source);
            }
        }
    }

    /// The samples of `part`, ready to be combined with a value. They are valid as long as `samples` and
    /// `buffer` are.
    /// \param samples  of the pattern over `source`
    /// \param scratch  provides scratchBytes()
    /// \param buffer   holds bufferSamples()
    [[nodiscard]] RepeatRows rows(const Rect& part, const Rect& source, const ConstSamplesView& samples,
                                  Scratch& scratch, float* buffer) const;

    /// The number of samples that the buffer of rows() must hold.
    [[nodiscard]] static std::int64_t bufferSamples(const Variation& variation);
    /// The bytes that rows() takes from the scratch.
    [[nodiscard]] static std::size_t scratchBytes(const Variation& variation);
    /// A rectangle of a pattern that contains everything that parts of its repeats read.
    [[nodiscard]] static Rect wholeSource(const Variation& variation, const LinkShape& pattern);

  private:
    /// The sides of a part that is interpolated. Its source is then at most about 512 samples wide.
    [[nodiscard]] static std::int64_t largestPart(double scale);
    [[nodiscard]] Rect exactSource(const Rect& area) const {
        return orientation_.inPattern(area.translated(-corner_), pattern_).translated(origin_);
    }
    [[nodiscard]] Rect interpolatedSource(const Rect& part) const;
    void interpolate(const Rect& part, const Rect& source, const ConstSamplesView& samples, SamplesView made,
                     Scratch& scratch) const;

    Variant variant_;
    Point origin_;  ///< origin of the pattern's rectangle
    Size pattern_;
    Size size_;
    Rect covered_;  ///< relative to the copy's corner
    Point corner_;
    Orientation orientation_;
    std::optional<Placement> placement_;  ///< set if samples are interpolated
    std::optional<TurnedCopy> turned_;    ///< set if samples are interpolated, except for the largest
                                          ///< patterns
};

}  // namespace burin
