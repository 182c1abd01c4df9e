// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/samples_done.hpp"
#include "support/testing.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using namespace burin;

/// Counting must not take the time of a loop over all chunks: a large surface has billions of them.
class TestSamplesDone : public QObject {
    Q_OBJECT

    static constexpr std::int64_t largestSide = 2147483647;

    static std::int64_t between(std::mt19937& random, std::int64_t least, std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(least, most)(random);
    }

    static ChunkGrid randomGrid(std::mt19937& random) {
        const Size region{between(random, 1, 120), between(random, 1, 40)};
        const Size chunk{between(random, 1, 6), between(random, 1, 6)};
        return ChunkGrid({.region = region,
                          .swathWidth = between(random, 0, region.width + 2),
                          .chunk = chunk,
                          .walk = between(random, 0, 1) == 0 ? Walk::lanes : Walk::rowMajor,
                          .padded = between(random, 0, 3) == 0});
    }

  private slots:
    void theCountIsTheSumOfAllChunks() {
        std::mt19937 random(66);
        for (int i = 0; i < 300; ++i) {
            const ChunkGrid grid = randomGrid(random);
            std::vector<std::int64_t> before = {0};
            for (std::int64_t chunk = 0; chunk < grid.count(); ++chunk)
                before.push_back(before.back() + grid.chunk(chunk).area());
            for (std::int64_t last = 0; last <= grid.count(); ++last) {
                const std::int64_t first = between(random, 0, last);
                QCOMPARE(samplesOf(grid, {first, last}),
                         before[static_cast<std::size_t>(last)] - before[static_cast<std::size_t>(first)]);
            }
        }
    }

    /// The areas before a chunk hold exactly the chunks before it.
    void theAreasBeforeAChunkHoldTheChunksBeforeIt() {
        std::mt19937 random(67);
        for (int i = 0; i < 100; ++i) {
            const ChunkGrid grid = randomGrid(random);
            const std::int64_t index = between(random, 0, grid.count());
            for (std::int64_t chunk = 0; chunk < grid.count(); ++chunk) {
                int holding = 0;
                for (const Rect& area : grid.areasBefore(index))
                    holding += area.contains(grid.chunk(chunk)) ? 1 : 0;
                QCOMPARE(holding, chunk < index ? 1 : 0);
            }
        }
    }

    void theLargestSurfaceIsCountedAtOnce_data() {
        QTest::addColumn<std::int64_t>("swathWidth");
        QTest::addColumn<Walk>("walk");
        QTest::newRow("lanes") << std::int64_t{0} << Walk::lanes;
        QTest::newRow("rows") << std::int64_t{0} << Walk::rowMajor;
        QTest::newRow("swaths of one pixel") << std::int64_t{1} << Walk::lanes;
        QTest::newRow("swaths of several lanes") << std::int64_t{1000} << Walk::lanes;
    }
    void theLargestSurfaceIsCountedAtOnce() {
        QFETCH(std::int64_t, swathWidth);
        QFETCH(Walk, walk);
        const Size region{largestSide, largestSide};
        const ChunkGrid grid({.region = region, .swathWidth = swathWidth, .chunk = {1, 1}, .walk = walk});
        std::int64_t sum = 0;
        for (std::int64_t i = 0; i < 3; ++i) {
            const ChunkRange part = grid.part({i, 3});
            QCOMPARE(samplesOf(grid, part), part.count());  // a chunk is one sample
            sum += samplesOf(grid, part);
        }
        QCOMPARE(sum, largestSide * largestSide);
        QCOMPARE(samplesOf(grid, {5, grid.count() - 7}), grid.count() - 12);
    }

    void runsEndWithTheRange() {
        IntervalSet done;
        done.insert({2, 5});
        done.insert({7, 8});
        done.insert({10, largestSide * largestSide});
        const auto end = largestSide * largestSide - 1;
        QCOMPARE(runsWithin(done, {3, end}), (std::vector<ChunkRange>{{3, 5}, {7, 8}, {10, end}}));
        QCOMPARE(runsWithin(done, {0, 2}), std::vector<ChunkRange>{});
        QCOMPARE(runsWithin(done, {5, 8}), (std::vector<ChunkRange>{{7, 8}}));
        QCOMPARE(runsWithin({}, {0, end}), std::vector<ChunkRange>{});
    }
};

BURIN_TEST(TestSamplesDone)
#include "test_samples_done.moc"
