// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/height_sums.hpp"

#include "core/kernels/measuring/height_kernels.hpp"

#include <utility>
#include <vector>

namespace burin {

namespace {

HeightSums sumsOfBlock(const ConstSamplesView& samples, const Size& size, const Size& more,
                       const SlopeFactors& factors, const HeightTable& table) {
    const HeightKernels& kernels = heightKernels();
    const std::int64_t cells = size.width - 1 + more.width;
    const auto room = static_cast<std::size_t>(size.width + more.width);
    std::vector<double> upper(room);
    std::vector<double> lower(room);
    double alongX = kernels.slopesAlong(samples.row(0), cells, factors.x, lower.data());
    HeightSums all;
    for (std::int64_t y = 0; y < size.height; ++y) {
        HeightSums sums;
        double sum = 0;
        kernels.sums(samples.row(y), size.width, &sum, &sums.least, &sums.greatest);
        std::swap(upper, lower);
        HeightRow row;
        row.value = samples.row(y);
        row.count = size.width;
        row.cells = cells;
        row.mean = sum / static_cast<double>(size.width);
        row.factorX = factors.x;
        row.factorY = factors.y;
        row.upper = upper.data();
        row.lower = lower.data();
        row.table = table;
        if (y + 1 < size.height + more.height) row.below = samples.row(y + 1);
        const HeightRowSums found = kernels.row(row);
        sums.depths = {static_cast<double>(size.width), row.mean, found.second, found.third, found.fourth};
        sums.alongX = std::exchange(alongX, found.alongXBelow);
        sums.pairsX = cells;
        if (row.below != nullptr) {
            sums.alongY = found.alongY;
            sums.pairsY = size.width;
            sums.excess = found.excess;
            sums.cells = cells;
        }
        all.merge(sums);
    }
    return all;
}

}  // namespace

HeightSums heightSums(const ConstSamplesView& samples, const Size& size, const Size& more,
                      const SlopeFactors& factors) {
    return sumsOfBlock(samples, size, more, factors, {});
}

HeightSums heightSums(const ConstSamplesView& samples, const Size& size, const Size& more,
                      const SlopeFactors& factors, HeightHistogram& histogram,
                      std::vector<std::uint64_t>& scratch) {
    const HeightSums sums = sumsOfBlock(samples, size, more, factors, histogram.table(scratch));
    histogram.take(scratch, size.width * size.height);
    return sums;
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
