// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>

namespace burin {

/// A half-open range of chunk numbers.
struct ChunkRange {
    std::int64_t first = 0;
    std::int64_t last = 0;  ///< one past the end

    [[nodiscard]] std::int64_t count() const { return last - first; }
    [[nodiscard]] bool contains(std::int64_t index) const { return index >= first && index < last; }
    friend bool operator==(const ChunkRange&, const ChunkRange&) = default;
};

/// A set of integers, stored as ranges. A half-finished export takes only a few ranges, even if it is large.
/// Not thread-safe.
class IntervalSet {
  public:
    void insert(const ChunkRange& range);
    void clear() { lastByFirst_.clear(); }

    [[nodiscard]] bool empty() const { return lastByFirst_.empty(); }
    [[nodiscard]] bool contains(std::int64_t index) const;
    /// \return the least number >= `from` that is not in the set
    [[nodiscard]] std::int64_t firstGap(std::int64_t from) const;
    /// \return the least number >= `from` that is in the set, or `otherwise`
    [[nodiscard]] std::int64_t firstMember(std::int64_t from, std::int64_t otherwise) const;

    friend bool operator==(const IntervalSet&, const IntervalSet&) = default;

  private:
    std::map<std::int64_t, std::int64_t> lastByFirst_;  // disjoint, never touching
};

}  // namespace burin
