// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sums that a device makes of depths, from the processor's own functions.

#include "core/engraving/measuring/height_sums.hpp"
#include "core/kernels/measuring/height_kernels.hpp"
#include "core/kernels/measuring/heights_target.hpp"
#include "core/kernels/samples.hpp"

#include <QString>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace burin::test {

/// \param depths  clamped depths of the blocks, with the column and the row behind them if there are any
/// \return the sums, with bins in order
[[nodiscard]] inline BlockHeights summedBlocks(const ConstSamplesView& depths, const HeightsTarget& target) {
    constexpr std::int64_t side = HeightsTarget::blockSide;
    BlockHeights found;
    found.bins.resize(static_cast<std::size_t>(HeightKernels::bins));
    for (std::size_t i = 0; i < found.bins.size(); ++i)
        found.bins[i].bin = i;
    for (std::int64_t y = 0; y < target.size.height; y += side) {
        for (std::int64_t x = 0; x < target.size.width; x += side) {
            const Size own{std::min(side, target.size.width - x), std::min(side, target.size.height - y)};
            const Size more{x + own.width < depths.width ? 1 : 0, y + own.height < depths.height ? 1 : 0};
            const ConstSamplesView block =
                depths.part(x, y, own.width + more.width, own.height + more.height);
            found.sums.push_back(heightSums(block, own, more, target.factors));
            std::vector<std::uint64_t> table(found.bins.size());
            for (std::int64_t row = 0; row < own.height; ++row)
                heightKernels().histogram(block.row(row), own.width,
                                          {target.lowest, target.scale, table.data()});
            for (std::size_t i = 0; i < table.size(); ++i) {
                found.bins[i].count += table[i] >> HeightKernels::countShift;
                found.bins[i].places += table[i] & ((std::uint64_t{1} << HeightKernels::countShift) - 1);
            }
        }
    }
    std::erase_if(found.bins, [](const FilledBin& bin) { return bin.count == 0; });
    return found;
}

/// The first number that differs in a bit, in words; empty if there is none.
[[nodiscard]] inline QString differenceOfSums(const HeightSums& found, const HeightSums& expected) {
    const auto differs = [](double a, double b) { return std::memcmp(&a, &b, sizeof(a)) != 0; };
    const struct {
        const char* name;
        double found;
        double expected;
    } numbers[] = {{"count", found.depths.count, expected.depths.count},
                   {"mean", found.depths.mean, expected.depths.mean},
                   {"second", found.depths.second, expected.depths.second},
                   {"third", found.depths.third, expected.depths.third},
                   {"fourth", found.depths.fourth, expected.depths.fourth},
                   {"least", static_cast<double>(found.least), static_cast<double>(expected.least)},
                   {"greatest", static_cast<double>(found.greatest), static_cast<double>(expected.greatest)},
                   {"along x", found.alongX, expected.alongX},
                   {"along y", found.alongY, expected.alongY},
                   {"pairs x", static_cast<double>(found.pairsX), static_cast<double>(expected.pairsX)},
                   {"pairs y", static_cast<double>(found.pairsY), static_cast<double>(expected.pairsY)},
                   {"excess", found.excess, expected.excess},
                   {"cells", static_cast<double>(found.cells), static_cast<double>(expected.cells)}};
    for (const auto& number : numbers) {
        if (differs(number.found, number.expected))
            return QString("%1: %2 instead of %3")
                .arg(number.name)
                .arg(number.found, 0, 'g', 17)
                .arg(number.expected, 0, 'g', 17);
    }
    return {};
}

/// The first difference of blocks and bins, in words; empty if there is none. Sorts the bins of `found`.
[[nodiscard]] inline QString differenceOfBlocks(BlockHeights& found, const BlockHeights& expected) {
    if (found.sums.size() != expected.sums.size()) return QString("another number of blocks");
    for (std::size_t i = 0; i < found.sums.size(); ++i) {
        const QString wrong = differenceOfSums(found.sums[i], expected.sums[i]);
        if (!wrong.isEmpty()) return QString("block %1, %2").arg(i).arg(wrong);
    }
    if (found.bins.size() != expected.bins.size())
        return QString("%1 filled bins instead of %2").arg(found.bins.size()).arg(expected.bins.size());
    std::sort(found.bins.begin(), found.bins.end(),
              [](const FilledBin& a, const FilledBin& b) { return a.bin < b.bin; });
    for (std::size_t i = 0; i < found.bins.size(); ++i) {
        const FilledBin& a = found.bins[i];
        const FilledBin& b = expected.bins[i];
        if (a.bin != b.bin || a.count != b.count || a.places != b.places)
            return QString("bin %1: %2 samples instead of %3 in bin %4")
                .arg(a.bin)
                .arg(a.count)
                .arg(b.count)
                .arg(b.bin);
    }
    return {};
}

}  // namespace burin::test
