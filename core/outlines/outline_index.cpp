// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/outline_index.hpp"

#include "core/base/cancelled.hpp"

#include <cmath>
#include <utility>

namespace burin {

namespace {

/// Whether an edge lies to the left of another that meets some of the same rows.
bool liesLeftOf(const ResolvedEdge& p, const ResolvedEdge& q) {
    const StepEdge e{p.a, p.b};
    const StepEdge f{q.a, q.b};
    if (isUpper(e.a, f.a)) {
        const std::int64_t side = sideOf(e, f.a);
        return side != 0 ? side < 0 : sideOf(e, f.b) < 0;
    }
    const std::int64_t side = sideOf(f, e.a);
    return side != 0 ? side > 0 : sideOf(f, e.b) > 0;
}

}  // namespace

OutlineIndex::OutlineIndex(std::vector<ResolvedEdge> edges, RowSum sum, const std::stop_token& stop)
    : edges_(std::move(edges)), sum_(sum) {
    if (edges_.empty()) return;
    std::int64_t top = edges_.front().a.y;
    std::int64_t bottom = top;
    for (const ResolvedEdge& edge : edges_)
        bottom = std::max<std::int64_t>(bottom, edge.b.y);
    firstBand_ = bandOf(top);
    bands_ = bandOf(bottom) - firstBand_ + 1;
    while ((std::int64_t{1} << levels_) < bands_)
        ++levels_;
    levels_ += 1;
    levelStart_.resize(static_cast<std::size_t>(levels_) + 1);
    for (int level = 0; level < levels_; ++level) {
        levelStart_[static_cast<std::size_t>(level) + 1] =
            levelStart_[static_cast<std::size_t>(level)] + static_cast<std::size_t>((bands_ >> level) + 1);
    }
    countBands();
    if (stop.stop_requested()) throw Cancelled();
    fillBands(stop);
    sumBands();
}

OutlineIndex::Crossing OutlineIndex::range(const ResolvedEdge& edge, std::int64_t top, std::int64_t bottom) {
    const double height = static_cast<double>(edge.b.y) - edge.a.y;
    if (height == 0) {
        return {static_cast<double>(std::min(edge.a.x, edge.b.x)) - 2,
                static_cast<double>(std::max(edge.a.x, edge.b.x)) + 2};
    }
    const double slope = (static_cast<double>(edge.b.x) - edge.a.x) / height;
    const double first =
        edge.a.x + slope * static_cast<double>(std::max<std::int64_t>(top, edge.a.y) - edge.a.y);
    const double last =
        edge.a.x + slope * static_cast<double>(std::min<std::int64_t>(bottom, edge.b.y) - edge.a.y);
    return {std::min(first, last) - 2, std::max(first, last) + 2};
}

/// Calls `act` for the powers of two of bands that the edge crosses from top to bottom.
template <class Act>
void OutlineIndex::forEachSpan(const ResolvedEdge& edge, Act&& act) const {
    std::int64_t band = bandOf(edge.a.y) - firstBand_ + 1;
    const std::int64_t end = bandOf(static_cast<std::int64_t>(edge.b.y) - 1) - firstBand_;
    while (band < end) {
        int level = 0;
        while ((band >> level & 1) == 0 && band + (std::int64_t{2} << level) <= end && level + 1 < levels_)
            ++level;
        act(spanList(level, band >> level));
        band += std::int64_t{1} << level;
    }
}

OutlineIndex::Entry OutlineIndex::entryOf(std::uint32_t edge, std::int64_t band) const {
    const std::int64_t top = (band + firstBand_) * bandSteps;
    const Crossing x = range(edges_[edge], top, top + bandSteps);
    return {edge, static_cast<std::int32_t>(std::floor(x.low)), static_cast<std::int32_t>(std::ceil(x.high))};
}

void OutlineIndex::countBands() {
    entryStart_.assign(static_cast<std::size_t>(bands_) + 1, 0);
    spanStart_.assign(levelStart_.back() + 1, 0);
    for (const ResolvedEdge& edge : edges_) {
        const std::int64_t first = bandOf(edge.a.y) - firstBand_;
        const std::int64_t last = bandOf(std::max<std::int64_t>(edge.a.y, edge.b.y - 1)) - firstBand_;
        ++entryStart_[static_cast<std::size_t>(first) + 1];
        if (last != first) ++entryStart_[static_cast<std::size_t>(last) + 1];
        forEachSpan(edge, [&](std::size_t list) { ++spanStart_[list + 1]; });
    }
    for (std::vector<std::size_t>* starts : {&entryStart_, &spanStart_}) {
        for (std::size_t i = 1; i < starts->size(); ++i)
            (*starts)[i] += (*starts)[i - 1];
    }
    entries_.resize(entryStart_.back());
    spans_.resize(spanStart_.back());
}

void OutlineIndex::fillBands(const std::stop_token& stop) {
    std::vector<std::size_t> nextEntry(entryStart_.begin(), entryStart_.end() - 1);
    std::vector<std::size_t> nextSpan(spanStart_.begin(), spanStart_.end() - 1);
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
        const ResolvedEdge& edge = edges_[i];
        const std::int64_t first = bandOf(edge.a.y) - firstBand_;
        const std::int64_t last = bandOf(std::max<std::int64_t>(edge.a.y, edge.b.y - 1)) - firstBand_;
        entries_[nextEntry[static_cast<std::size_t>(first)]++] = entryOf(i, first);
        if (last != first) entries_[nextEntry[static_cast<std::size_t>(last)]++] = entryOf(i, last);
        forEachSpan(edge, [&](std::size_t list) { spans_[nextSpan[list]++] = i; });
    }
    for (std::size_t band = 0; band + 1 < entryStart_.size(); ++band) {
        if ((band & 1023) == 0 && stop.stop_requested()) throw Cancelled();
        std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(entryStart_[band]),
                  entries_.begin() + static_cast<std::ptrdiff_t>(entryStart_[band + 1]),
                  [](const Entry& p, const Entry& q) {
                      return p.right != q.right ? p.right < q.right : p.edge < q.edge;
                  });
    }
    for (std::size_t list = 0; list + 1 < spanStart_.size(); ++list) {
        if ((list & 1023) == 0 && stop.stop_requested()) throw Cancelled();
        std::sort(spans_.begin() + static_cast<std::ptrdiff_t>(spanStart_[list]),
                  spans_.begin() + static_cast<std::ptrdiff_t>(spanStart_[list + 1]),
                  [this](std::uint32_t p, std::uint32_t q) { return liesLeftOf(edges_[p], edges_[q]); });
    }
}

void OutlineIndex::sumBands() {
    spanSums_.resize(spans_.size());
    for (std::size_t list = 0; list + 1 < spanStart_.size(); ++list) {
        std::int64_t sum = 0;
        for (std::size_t i = spanStart_[list]; i < spanStart_[list + 1]; ++i) {
            sum += edges_[spans_[i]].right - edges_[spans_[i]].left;
            spanSums_[i] = sum;
        }
    }
    blockStart_.assign(static_cast<std::size_t>(bands_) + 1, 0);
    for (std::size_t band = 0; band < static_cast<std::size_t>(bands_); ++band) {
        const std::size_t count = entryStart_[band + 1] - entryStart_[band];
        blockStart_[band + 1] = blockStart_[band] + (count + block - 1) / block;
    }
    blockLeft_.resize(blockStart_.back());
    blockSums_.resize(blockStart_.back() * bandRows);
    for (std::size_t band = 0; band < static_cast<std::size_t>(bands_); ++band) {
        std::int64_t sums[bandRows] = {};
        const std::int64_t firstRow = (static_cast<std::int64_t>(band) + firstBand_) * bandRows;
        for (std::size_t b = blockStart_[band]; b < blockStart_[band + 1]; ++b) {
            const std::size_t first = entryStart_[band] + (b - blockStart_[band]) * block;
            const std::size_t last = std::min(entryStart_[band + 1], first + block);
            blockLeft_[b] = entries_[first].left;
            for (std::size_t i = first; i < last; ++i) {
                blockLeft_[b] = std::min(blockLeft_[b], entries_[i].left);
                addSums(edges_[entries_[i].edge], firstRow, bandRows, sums);
            }
            std::copy_n(sums, bandRows, blockSums_.data() + static_cast<std::int64_t>(b) * bandRows);
        }
    }
}

void OutlineIndex::addSums(const ResolvedEdge& edge, std::int64_t firstRow, std::int64_t rows,
                           std::int64_t* sums) const {
    const std::int64_t step = edge.right - edge.left;
    const std::int64_t middle = sum_ == RowSum::middles ? outlineSteps / 2 : 0;
    // The rows whose middles the edge meets or, for heights, all rows that it touches.
    const std::int64_t first =
        std::max(firstRow, sum_ == RowSum::middles ? -floorDiv(middle - edge.a.y, outlineSteps)
                                                   : floorDiv(edge.a.y, outlineSteps));
    const std::int64_t end = std::min(firstRow + rows, -floorDiv(middle - edge.b.y, outlineSteps));
    for (std::int64_t y = first; y < end; ++y) {
        if (sum_ == RowSum::middles) {
            sums[y - firstRow] += step;
        } else {
            const std::int64_t top = std::max<std::int64_t>(edge.a.y, y * outlineSteps);
            const std::int64_t bottom = std::min<std::int64_t>(edge.b.y, (y + 1) * outlineSteps);
            sums[y - firstRow] += step * (bottom - top) * outlineSteps;
        }
    }
}

void OutlineIndex::within(std::int64_t left, std::int64_t top, std::int64_t right, std::int64_t bottom,
                          std::vector<std::uint32_t>& found) const {
    if (edges_.empty()) return;
    const std::size_t before = found.size();
    const std::int64_t firstBand = std::max<std::int64_t>(bandOf(top) - firstBand_, 0);
    const std::int64_t lastBand = std::min(bandOf(bottom) - firstBand_, bands_ - 1);
    for (std::int64_t band = firstBand; band <= lastBand; ++band) {
        // Rows of this band that the rectangle meets.
        const std::int64_t bandTop = (band + firstBand_) * bandRows;
        const std::int64_t firstRow = std::max(bandTop, floorDiv(top, outlineSteps));
        const std::int64_t lastRow = std::min(bandTop + bandRows - 1, floorDiv(bottom, outlineSteps));
        for (int level = 0; level < levels_; ++level) {
            const std::size_t list = spanList(level, band >> level);
            const auto begin = spans_.begin() + static_cast<std::ptrdiff_t>(spanStart_[list]);
            const auto end = spans_.begin() + static_cast<std::ptrdiff_t>(spanStart_[list + 1]);
            const std::int64_t y0 = firstRow * outlineSteps;
            const std::int64_t y1 = (lastRow + 1) * outlineSteps;
            auto at = std::partition_point(begin, end, [&](std::uint32_t edge) {
                return range(edges_[edge], y0, y1).high < static_cast<double>(left);
            });
            for (; at != end && range(edges_[*at], y0, y1).low <= static_cast<double>(right); ++at)
                found.push_back(*at);
        }
        const auto begin =
            entries_.begin() + static_cast<std::ptrdiff_t>(entryStart_[static_cast<std::size_t>(band)]);
        const auto end =
            entries_.begin() + static_cast<std::ptrdiff_t>(entryStart_[static_cast<std::size_t>(band) + 1]);
        auto at = std::partition_point(begin, end, [&](const Entry& entry) { return entry.right < left; });
        const std::size_t blocks = blockStart_[static_cast<std::size_t>(band)];
        while (at != end) {
            const std::ptrdiff_t inBand = at - begin;
            const auto blockEnd = begin + std::min<std::ptrdiff_t>(end - begin, (inBand / block + 1) * block);
            if (blockLeft_[blocks + static_cast<std::size_t>(inBand / block)] <= right) {
                for (; at != blockEnd; ++at) {
                    const ResolvedEdge& edge = edges_[at->edge];
                    if (at->left <= right && edge.a.y <= bottom && edge.b.y >= top) found.push_back(at->edge);
                }
            }
            at = blockEnd;
        }
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    found.erase(std::unique(found.begin() + static_cast<std::ptrdiff_t>(before), found.end()), found.end());
}

std::size_t OutlineIndex::bytes() const {
    return edges_.capacity() * sizeof(ResolvedEdge) + entries_.capacity() * sizeof(Entry) +
           (entryStart_.capacity() + blockStart_.capacity() + levelStart_.capacity() +
            spanStart_.capacity()) *
               sizeof(std::size_t) +
           (blockSums_.capacity() + spanSums_.capacity()) * sizeof(std::int64_t) +
           blockLeft_.capacity() * sizeof(std::int32_t) + spans_.capacity() * sizeof(std::uint32_t);
}

}  // namespace burin
