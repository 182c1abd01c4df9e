// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/large_pages.hpp"
#include "core/geometry/rect.hpp"
#include "core/kernels/samples.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace burin {

/// Numbers in rows of equal length.
struct NumberTable {
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::vector<double, LargePageAllocator<double>> values;

    NumberTable() = default;
    NumberTable(std::int64_t w, std::int64_t h)
        : width(w), height(h), values(static_cast<std::size_t>(w * h)) {}
    [[nodiscard]] double& at(std::int64_t x, std::int64_t y) {
        return values[static_cast<std::size_t>(y * width + x)];
    }
    [[nodiscard]] double at(std::int64_t x, std::int64_t y) const {
        return values[static_cast<std::size_t>(y * width + x)];
    }
    void add(const NumberTable& other);
};

/// Discrete Fourier transforms of real rectangles, padded with zeros to powers of two.
///
/// Stores only half of the frequencies along x, and no rows of zeros: a square of side n takes about 16 n^2
/// bytes. The correlation takes half of them, and the other half is released before the result is stored.
/// Each thread transforms eight columns at a time. The result does not depend on the number of threads.
class PlaneFourier {
  public:
    /// The sum of z(p) z(p + lag) over the p of the rectangle: column x is the lag x - mostX, row y the lag
    /// y. Lags along y are 0 to mostY; the correlation of the opposite lag is the same.
    /// \pre mostX and mostY are less than the width and the height
    [[nodiscard]] static NumberTable correlation(const NumberTable& heights, std::int64_t mostX,
                                                 std::int64_t mostY, int threads = 1);
    /// abs(F)^2: column x is the frequency x / N along x, from 0 to N / 2. Row y is the frequency y / M along
    /// y, from 0 to M - 1, where frequencies above M / 2 are negative.
    [[nodiscard]] static NumberTable power(const NumberTable& heights, int threads = 1);
    /// The bytes that correlation() takes, its result included.
    [[nodiscard]] static std::size_t correlationBytes(std::int64_t width, std::int64_t height,
                                                      std::int64_t mostX, std::int64_t mostY,
                                                      int threads = 1);
    /// The size of the result of power() for a rectangle.
    [[nodiscard]] static Size powerSize(std::int64_t width, std::int64_t height);
    /// The bytes that power() takes, its result included.
    [[nodiscard]] static std::size_t powerBytes(std::int64_t width, std::int64_t height, int threads = 1);
};

}  // namespace burin
