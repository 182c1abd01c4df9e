// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/repeats.hpp"
#include "core/kinds/methods/variation.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/repeats/paint.hpp"

#include <span>
#include <vector>

namespace burin::gpu {

/// Whether and how repeats are painted from a table: which patterns are copied, their places in the arena,
/// and a division of the area into parts whose tables fit. It decides about memory before any is taken.
///
/// Patterns of more than 2^23 samples together (2^22 if they are interpolated), and lattices with too many
/// rows even in a small part, do not fit; they are painted piece by piece. \see paintPieces
class RepeatPlan {
  public:
    /// \param around  the area, and a lattice with a rectangle that contains all repeats
    RepeatPlan(const Variation& variation, std::span<const LinkShape> links, const Repeats& around);

    [[nodiscard]] bool fits() const { return fits_; }
    /// Bytes that arena() and paint() take from the scratch. \pre fits()
    [[nodiscard]] std::size_t scratchBytes() const;
    /// The patterns to fetch as a whole.
    void fetches(std::span<const LinkShape> links, std::vector<Fetch>& out) const;
    /// Fetches and copies the patterns.
    [[nodiscard]] Patterns arena(const DeviceCall& call) const;
    /// The parts of the area.
    [[nodiscard]] const std::vector<Rect>& parts() const { return parts_; }

    /// Paints the call's value part by part.
    /// \param thin  thin(part, table) may remove repeats from the table
    template <class Rule, class Thin>
    void paint(const DeviceCall& call, const RepeatMixing& mixing, const Rule& rule, const Thin& thin) const {
        const Patterns patterns = arena(call);
        RepeatTable table = allocate(call.scratch);
        for (const Rect& part : parts_) {
            const Repeats around = aroundOf(part);
            const Search whole = searchOf(around);
            table.shape = TableShape(whole);
            table.nearbySamples = nearbySamples(part);
            fillTable(call.cudaStream, rule, patterns, whole, part, table);
            thin(part, table);
            paint_(call.cudaStream, mixing, around, table, patterns.arena, call.valueOver(part));
        }
    }

  private:
    /// The place in the arena of a pattern's samples and of their transposed copy, with margins.
    struct Held {
        PatternShape shape;
        Size upright;
        Size transposed;
        std::int64_t first = 0;  ///< place in the arena
    };
    /// \return the place after it
    std::int64_t hold(const LinkShape& pattern, bool transposes, std::int64_t first);
    void divide();
    [[nodiscard]] Repeats aroundOf(const Rect& part) const;
    /// The search of a whole part, rounded up to whole strips.
    [[nodiscard]] static Search searchOf(const Repeats& around);
    [[nodiscard]] double cellsOf(const Rect& part) const {
        return TableShape(searchOf(aroundOf(part))).cells();
    }
    [[nodiscard]] RepeatTable allocate(DeviceScratch& scratch) const;
    /// \see RepeatTable
    [[nodiscard]] int nearbySamples(const Rect& part) const;

    Repeats around_;
    bool resamples_;
    double leastScale_;
    decltype(&paintExactCopies) paint_;
    bool fits_ = true;
    std::vector<Held> held_;
    std::int64_t arenaSamples_ = 0;
    std::vector<Rect> parts_;
    std::size_t mostCells_ = 0;
    std::size_t mostRows_ = 0;
};

}  // namespace burin::gpu
