// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/height_sums.hpp"

#include "core/kernels/measuring/height_kernels.hpp"

#include <utility>
#include <vector>

namespace burin {

namespace {

HeightSums sumsOfRow(const float* row, std::int64_t width) {
    HeightSums sums;
    double sum = 0;
    heightKernels().sums(row, width, &sum, &sums.least, &sums.greatest);
    sums.depths.count = static_cast<double>(width);
    sums.depths.mean = sum / sums.depths.count;
    double powers[3];
    heightKernels().powers(row, width, sums.depths.mean, powers);
    sums.depths.second = powers[0];
    sums.depths.third = powers[1];
    sums.depths.fourth = powers[2];
    return sums;
}

}  // namespace

HeightSums heightSums(const ConstSamplesView& samples, const Size& size, const Size& more,
                      const SlopeFactors& factors) {
    const HeightKernels& kernels = heightKernels();
    const std::int64_t cells = size.width - 1 + more.width;
    const auto room = static_cast<std::size_t>(size.width + more.width);
    std::vector<double> upper(room);
    std::vector<double> lower(room);
    std::vector<double> sides(room);
    HeightSums all;
    kernels.squares(samples.row(0), samples.row(0) + 1, cells, factors.x, lower.data());
    for (std::int64_t y = 0; y < size.height; ++y) {
        const float* const row = samples.row(y);
        HeightSums sums = sumsOfRow(row, size.width);
        std::swap(upper, lower);
        sums.alongX = kernels.total(upper.data(), cells);
        sums.pairsX = cells;
        if (y + 1 < size.height + more.height) {
            const float* const below = samples.row(y + 1);
            kernels.squares(below, below + 1, cells, factors.x, lower.data());
            kernels.squares(row, below, cells + 1, factors.y, sides.data());
            sums.alongY = kernels.total(sides.data(), size.width);
            sums.pairsY = size.width;
            sums.excess = kernels.excess(upper.data(), lower.data(), sides.data(), cells);
            sums.cells = cells;
        }
        all.merge(sums);
    }
    return all;
}

void PlaneSums::merge(const PlaneSums& other) {
    depth += other.depth;
    byColumn += other.byColumn;
    byRow += other.byRow;
    count += other.count;
    columns += other.columns;
    rows += other.rows;
    squaredColumns += other.squaredColumns;
    products += other.products;
    squaredRows += other.squaredRows;
}

namespace {

/// The sum of (i - middle)^2 over the places i of an axis.
double inertia(std::int64_t count) {
    const auto n = static_cast<double>(count);
    return n * (n * n - 1) / 12;
}

double middleOf(std::int64_t from, std::int64_t count) {
    return static_cast<double>(from) + static_cast<double>(count - 1) / 2;
}

}  // namespace

HeightPlane PlaneSums::plane(const Rect& region) const {
    const double column = columns / count;
    const double row = rows / count;
    const double xx = squaredColumns - column * columns;
    const double xy = products - column * rows;
    const double yy = squaredRows - row * rows;
    const double xz = byColumn - column * depth;
    const double yz = byRow - row * depth;
    HeightPlane plane;
    if (region.width > 1 && region.height > 1) {
        const double determinant = xx * yy - xy * xy;
        plane.perColumn = (xz * yy - yz * xy) / determinant;
        plane.perRow = (yz * xx - xz * xy) / determinant;
    } else if (region.width > 1) {
        plane.perColumn = xz / xx;
    } else if (region.height > 1) {
        plane.perRow = yz / yy;
    }
    plane.at = depth / count - plane.perColumn * (column + middleOf(region.x, region.width)) -
               plane.perRow * (row + middleOf(region.y, region.height));
    return plane;
}

PlaneSums planeSums(const ConstSamplesView& samples, const Rect& block, const Rect& region) {
    PlaneSums sums;
    const double left = static_cast<double>(block.x) - middleOf(region.x, region.width);
    const double top = static_cast<double>(block.y) - middleOf(region.y, region.height);
    for (std::int64_t y = 0; y < block.height; ++y) {
        double sum = 0;
        float ignored[2];
        heightKernels().sums(samples.row(y), block.width, &sum, &ignored[0], &ignored[1]);
        sums.depth += sum;
        sums.byColumn += heightKernels().weightedSum(samples.row(y), block.width) + left * sum;
        sums.byRow += (top + static_cast<double>(y)) * sum;
    }
    const auto width = static_cast<double>(block.width);
    const auto height = static_cast<double>(block.height);
    const double column = left + (width - 1) / 2;
    const double row = top + (height - 1) / 2;
    sums.count = width * height;
    sums.columns = sums.count * column;
    sums.rows = sums.count * row;
    sums.squaredColumns = height * (inertia(block.width) + width * column * column);
    sums.products = sums.count * column * row;
    sums.squaredRows = width * (inertia(block.height) + height * row * row);
    return sums;
}

}  // namespace burin
