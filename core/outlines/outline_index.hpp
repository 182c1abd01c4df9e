// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/outlines/resolved_outline.hpp"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace burin {

/// The sums that the index keeps for each row of pixels. They cover the edges to the left of a place.
enum class RowSum {
    heights,  ///< (V right - V left) of each edge, times its height in the row in 1/65536 px
    middles   ///< (V right - V left) of each edge that meets the middle of the row
};

/// Finds the edges of a resolved outline near a rectangle, and the sums of the edges to the left of it,
/// without a search through all edges.
///
/// The plane is divided into bands of 64 rows. The ends of an edge lie in at most two bands. Bands that it
/// crosses from top to bottom are joined into groups of a power of two bands. In each group such edges have
/// an order from left to right. Immutable; thread-safe. About 18 bytes for each edge, besides the edges.
class OutlineIndex {
  public:
    /// \throws Cancelled
    OutlineIndex(std::vector<ResolvedEdge> edges, RowSum sum, const std::stop_token& stop = {});

    static constexpr std::int64_t bandRows = 64;

    [[nodiscard]] const std::vector<ResolvedEdge>& edges() const { return edges_; }
    [[nodiscard]] std::size_t bytes() const;

    /// Adds up the edges to the left of [left, right) in `rows` rows from `firstRow` on, and visits the edges
    /// that may meet these steps; sums of visited edges are not included.
    ///
    /// \pre the rows lie in one band
    /// \param sums  `rows` numbers; the results are added to them
    template <class Visit>
    void visit(std::int64_t firstRow, std::int64_t rows, std::int64_t left, std::int64_t right,
               std::int64_t* sums, Visit&& near) const;
    /// Appends the edges that may meet a rectangle of steps, each once, in ascending order.
    void within(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom,
                std::vector<std::uint32_t>& found) const;

    /// Adds the contribution of one edge to rows right of it.
    void addSums(const ResolvedEdge& edge, std::int64_t firstRow, std::int64_t rows,
                 std::int64_t* sums) const;

  private:
    static constexpr std::int64_t bandSteps = bandRows * outlineSteps;
    static constexpr std::int64_t block = 128;  ///< entries between two stored sums

    /// An edge in the band of one of its ends.
    struct Entry {
        std::uint32_t edge = 0;
        std::int32_t left = 0;  ///< bounds that include its leftmost and rightmost steps in the band
        std::int32_t right = 0;
    };
    struct Crossing {
        double low = 0;
        double high = 0;
    };

    [[nodiscard]] static std::int64_t bandOf(std::int64_t step) { return floorDiv(step, bandSteps); }
    /// The range of x of an edge between two heights inside it, or a wider range.
    [[nodiscard]] static Crossing range(const ResolvedEdge& edge, std::int64_t top, std::int64_t bottom);
    template <class Act>
    void forEachSpan(const ResolvedEdge& edge, Act&& act) const;
    [[nodiscard]] Entry entryOf(std::uint32_t edge, std::int64_t band) const;
    void countBands();
    void fillBands(const std::stop_token& stop);
    void sumBands();
    [[nodiscard]] std::size_t spanList(int level, std::int64_t place) const {
        return levelStart_[static_cast<std::size_t>(level)] + static_cast<std::size_t>(place);
    }

    std::vector<ResolvedEdge> edges_;
    RowSum sum_;
    std::int64_t firstBand_ = 0;
    std::int64_t bands_ = 0;
    int levels_ = 0;
    std::vector<std::size_t> entryStart_;  // start of each band in entries_
    std::vector<Entry> entries_;           // sorted by `right` within a band
    std::vector<std::size_t> blockStart_;  // start of each band in the two arrays below
    std::vector<std::int64_t> blockSums_;  // bandRows sums before each block
    std::vector<std::int32_t> blockLeft_;  // the least `left` of each block
    std::vector<std::size_t> levelStart_;  // start of each level in spanStart_
    std::vector<std::size_t> spanStart_;   // start of each power of two of bands in spans_
    std::vector<std::uint32_t> spans_;     // edges from left to right
    std::vector<std::int64_t> spanSums_;   // sums of the value steps up to and including each
};

template <class Visit>
void OutlineIndex::visit(std::int64_t firstRow, std::int64_t rows, std::int64_t left, std::int64_t right,
                         std::int64_t* sums, Visit&& near) const {
    const std::int64_t top = firstRow * outlineSteps;
    const std::int64_t bottom = top + rows * outlineSteps;
    const std::int64_t band = bandOf(top) - firstBand_;
    if (band < 0 || band >= bands_) return;
    std::int64_t whole = 0;
    for (int level = 0; level < levels_; ++level) {
        const std::size_t list = spanList(level, band >> level);
        const auto begin = spans_.begin() + static_cast<std::ptrdiff_t>(spanStart_[list]);
        const auto end = spans_.begin() + static_cast<std::ptrdiff_t>(spanStart_[list + 1]);
        if (begin == end) continue;
        auto at = std::partition_point(begin, end, [&](std::uint32_t edge) {
            return range(edges_[edge], top, bottom).high < static_cast<double>(left);
        });
        if (at != begin) whole += spanSums_[static_cast<std::size_t>(at - spans_.begin()) - 1];
        for (; at != end && range(edges_[*at], top, bottom).low < static_cast<double>(right); ++at)
            near(*at);
    }
    if (whole != 0) {
        const std::int64_t each = sum_ == RowSum::heights ? whole * 65536 : whole;
        for (std::int64_t y = 0; y < rows; ++y)
            sums[y] += each;
    }

    const std::size_t firstEntry = entryStart_[static_cast<std::size_t>(band)];
    const std::size_t lastEntry = entryStart_[static_cast<std::size_t>(band) + 1];
    const auto first = static_cast<std::size_t>(
        std::partition_point(entries_.begin() + static_cast<std::ptrdiff_t>(firstEntry),
                             entries_.begin() + static_cast<std::ptrdiff_t>(lastEntry),
                             [&](const Entry& entry) { return entry.right < left; }) -
        entries_.begin());
    const std::size_t blocks = blockStart_[static_cast<std::size_t>(band)];
    const std::size_t before = (first - firstEntry) / block;
    if (before > 0) {
        const std::int64_t* stored = blockSums_.data() +
                                     static_cast<std::int64_t>(blocks + before - 1) * bandRows +
                                     floorMod(firstRow, bandRows);
        for (std::int64_t y = 0; y < rows; ++y)
            sums[y] += stored[y];
    }
    for (std::size_t i = firstEntry + before * block; i < first; ++i)
        addSums(edges_[entries_[i].edge], firstRow, rows, sums);
    for (std::size_t i = first; i < lastEntry;) {
        const std::size_t inBand = i - firstEntry;
        const std::size_t blockEnd = std::min(lastEntry, firstEntry + (inBand / block + 1) * block);
        if (blockLeft_[blocks + inBand / block] < right) {
            for (; i < blockEnd; ++i) {
                const ResolvedEdge& edge = edges_[entries_[i].edge];
                if (entries_[i].left < right && edge.a.y < bottom && edge.b.y > top) near(entries_[i].edge);
            }
        }
        i = blockEnd;
    }
}

}  // namespace burin
