// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace burin {

/// The median of the values that were added last. A single outlier, such as a duration that includes work
/// done only once, does not change it much. Allocates nothing. Not thread-safe.
class RecentMedian {
  public:
    static constexpr std::size_t most = 64;   ///< number of values that are kept; earlier ones are forgotten
    static constexpr std::size_t fewest = 4;  ///< fewer values have no median

    void add(double value) {
        values_[next_] = value;
        next_ = (next_ + 1) % most;
        count_ = std::min(count_ + 1, most);
    }

    /// The number of values that are known, at most `most`.
    [[nodiscard]] std::size_t count() const { return count_; }

    /// The mean of the middle two if the number of values is even; nothing if there are too few.
    [[nodiscard]] std::optional<double> value() const {
        if (count_ < fewest) return {};
        std::array<double, most> sorted = values_;
        std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count_));
        return (sorted[(count_ - 1) / 2] + sorted[count_ / 2]) / 2;
    }

  private:
    std::array<double, most> values_{};
    std::size_t next_ = 0;
    std::size_t count_ = 0;
};

}  // namespace burin
