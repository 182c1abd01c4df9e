// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel_rows.hpp"
#include "core/geometry/lattice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace burin {

/// The sums of one cell of a repeating surface. They give the mean of any rectangle.
///
/// Summed-area table: F. Crow, Summed-Area Tables for Texture Mapping, 1984.
class CellSums {
  public:
    /// The most samples of a cell.
    static constexpr std::int64_t mostSamples = std::int64_t{1} << 24;

    /// The cell whose samples are summed: rows of cells, so many that a block covers few of them. The cell of
    /// a turned lattice is often a single row of samples.
    [[nodiscard]] static Lattice summedCell(Lattice period) {
        constexpr std::int64_t fewestRows = 512;
        while (period.height < fewestRows && period.width * period.height * 2 <= mostSamples)
            period = {period.width, period.height * 2, floorMod(2 * period.shift, period.width)};
        return period;
    }

    /// About how many rectangles of the table mean() adds up for an area of `height` rows.
    [[nodiscard]] static std::int64_t piecesOf(const Lattice& period, std::int64_t height) {
        const Lattice cell = summedCell(period);
        const std::int64_t pieces = height / cell.height + 1;
        return cell.shift == 0 ? std::min<std::int64_t>(2, pieces) : pieces;
    }

    /// \param look  samples of the cell of `period` as written, row by row
    CellSums(const Lattice& period, const float* look)
        : cell_(summedCell(period)),
          sums_(std::make_unique_for_overwrite<double[]>(
              static_cast<std::size_t>((cell_.width + 1) * (cell_.height + 1)))) {
        const Lattice& cell = cell_;
        std::fill_n(&at(0, 0), cell.width + 1, 0.0);
        parallelRows(cell.height, [&](std::int64_t y) {
            const float* const same = look + y % period.height * cell.width;
            const std::int64_t first = floorMod(-(y / period.height * period.shift), cell.width);
            double row = 0;
            at(0, y + 1) = 0;
            for (std::int64_t x = 0; x < cell.width; ++x) {
                row += same[x + first < cell.width ? x + first : x + first - cell.width];
                at(x + 1, y + 1) = row;
            }
        });
        constexpr std::int64_t together = 512;  // columns of a thread
        parallelRows((cell.width + together) / together, [&](std::int64_t strip) {
            const std::int64_t left = strip * together;
            const std::int64_t count = std::min(together, cell.width + 1 - left);
            for (std::int64_t y = 0; y < cell.height; ++y) {
                const double* const above = &at(left, y);
                double* const here = &at(left, y + 1);
                for (std::int64_t k = 0; k < count; ++k)
                    here[k] += above[k];
            }
        });
    }

    [[nodiscard]] double mean(const Rect& area) const {
        double sum = 0;
        for (std::int64_t y = area.y; y < area.bottom();) {
            const std::int64_t row = floorDiv(y, cell_.height);
            const std::int64_t top = y - row * cell_.height;
            const std::int64_t bottom = std::min(cell_.height, top + area.bottom() - y);
            const std::int64_t left = floorMod(area.x - row * cell_.shift, cell_.width);
            // Without a shift, all whole cells below each other have the same sum.
            const bool whole = cell_.shift == 0 && top == 0 && bottom == cell_.height;
            const std::int64_t times = whole ? (area.bottom() - y) / cell_.height : 1;
            sum +=
                static_cast<double>(times) * (upTo(left + area.width, top, bottom) - upTo(left, top, bottom));
            y += times * (bottom - top);
        }
        return sum / (static_cast<double>(area.width) * static_cast<double>(area.height));
    }

  private:
    double& at(std::int64_t x, std::int64_t y) {
        return sums_[static_cast<std::size_t>(y * (cell_.width + 1) + x)];
    }
    [[nodiscard]] double at(std::int64_t x, std::int64_t y) const {
        return sums_[static_cast<std::size_t>(y * (cell_.width + 1) + x)];
    }
    /// The sum over columns [0, x) of the plane and rows [top, bottom) of the cell.
    [[nodiscard]] double upTo(std::int64_t x, std::int64_t top, std::int64_t bottom) const {
        const std::int64_t whole = x / cell_.width;
        const std::int64_t rest = x % cell_.width;
        const double all = at(cell_.width, bottom) - at(cell_.width, top);
        return static_cast<double>(whole) * all + at(rest, bottom) - at(rest, top);
    }

    const Lattice cell_;
    std::unique_ptr<double[]> sums_;
};

}  // namespace burin
