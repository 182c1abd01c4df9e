// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/chunk_grid.hpp"
#include "support/testing.hpp"

#include <cstdlib>
#include <vector>

using namespace burin;

class TestChunkGrid : public QObject {
    Q_OBJECT

    static void addLayouts() {
        QTest::addColumn<ChunkGrid::Layout>("layout");
        const auto row = [](const char* name, Size region, std::int64_t swath, Size chunk, Walk walk) {
            QTest::newRow(name) << ChunkGrid::Layout{region, swath, chunk, walk, 8, false};
        };
        row("one sample", {1, 1}, 0, {4, 4}, Walk::lanes);
        row("one chunk, exactly", {4, 4}, 0, {4, 4}, Walk::lanes);
        row("last column and row cut short", {9, 11}, 0, {4, 4}, Walk::rowMajor);
        row("several lanes, the last one narrower", {83, 37}, 0, {4, 4}, Walk::lanes);
        row("swaths narrower than a chunk", {23, 9}, 3, {4, 4}, Walk::lanes);
        row("swaths wider than a lane, the last one narrower", {190, 21}, 80, {4, 4}, Walk::lanes);
        row("swaths of one pixel", {7, 9}, 1, {4, 4}, Walk::rowMajor);
        row("a swath wider than the region", {7, 9}, 100, {4, 4}, Walk::rowMajor);
    }

  private slots:
    void chunksCoverTheRegionOnce_data() { addLayouts(); }
    void chunksCoverTheRegionOnce() {
        QFETCH(ChunkGrid::Layout, layout);
        const ChunkGrid grid(layout);
        const Rect region{0, 0, layout.region.width, layout.region.height};
        std::vector<int> seen(static_cast<std::size_t>(region.area()));
        for (std::int64_t i = 0; i < grid.count(); ++i) {
            const Rect chunk = grid.chunk(i);
            QVERIFY(!chunk.empty() && region.contains(chunk));
            QVERIFY(grid.swath(grid.swathOf(i)).contains(chunk));
            QVERIFY(grid.chunksOfSwath(grid.swathOf(i)).contains(i));
            for (std::int64_t y = chunk.y; y < chunk.bottom(); ++y) {
                for (std::int64_t x = chunk.x; x < chunk.right(); ++x) {
                    ++seen[static_cast<std::size_t>(y * region.width + x)];
                }
            }
        }
        for (const int times : seen)
            QCOMPARE(times, 1);
    }

    /// Each lane goes back and forth, and starts at the end of the lane before it.
    void theFirstLaneGoesDownAndTheNextUp() {
        const ChunkGrid grid({{10, 3}, 0, {1, 1}, Walk::lanes, 8, false});
        const auto placeOf = [&](std::int64_t index) { return grid.chunk(index).origin(); };
        QCOMPARE(placeOf(0), (Point{0, 0}));
        QCOMPARE(placeOf(7), (Point{7, 0}));
        QCOMPARE(placeOf(8), (Point{7, 1}));
        QCOMPARE(placeOf(15), (Point{0, 1}));
        QCOMPARE(placeOf(16), (Point{0, 2}));
        QCOMPARE(placeOf(23), (Point{7, 2}));
        QCOMPARE(placeOf(24), (Point{8, 2}));
        QCOMPARE(placeOf(25), (Point{9, 2}));
        QCOMPARE(placeOf(26), (Point{9, 1}));
        QCOMPARE(placeOf(29), (Point{9, 0}));
    }

    void neighboursFollowEachOther() {
        const ChunkGrid grid({{83, 37}, 0, {4, 4}, Walk::lanes, 8, false});
        for (std::int64_t i = 1; i < grid.count(); ++i) {
            const Rect a = grid.chunk(i - 1);
            const Rect b = grid.chunk(i);
            const bool nextLane = b.y == a.y && b.x - a.x <= 32;
            QVERIFY(std::abs(a.x - b.x) + std::abs(a.y - b.y) <= 4 || nextLane);
        }
    }

    void rowsFollowEachOther() {
        const ChunkGrid grid({{10, 6}, 5, {4, 4}, Walk::rowMajor, 8, false});
        const std::vector<Rect> expected = {{0, 0, 4, 4}, {4, 0, 1, 4}, {0, 4, 4, 2}, {4, 4, 1, 2},
                                            {5, 0, 4, 4}, {9, 0, 1, 4}, {5, 4, 4, 2}, {9, 4, 1, 2}};
        QCOMPARE(grid.count(), 8);
        for (std::int64_t i = 0; i < 8; ++i)
            QCOMPARE(grid.chunk(i), expected[static_cast<std::size_t>(i)]);
    }

    void partsAreEqualAndComplete() {
        const ChunkGrid grid({{83, 37}, 0, {4, 4}, Walk::lanes, 8, false});
        for (const std::int64_t count : {1, 2, 4, 7, 209, 210, 211, 5000}) {
            std::int64_t next = 0;
            for (std::int64_t i = 0; i < count; ++i) {
                const ChunkRange part = grid.part({i, count});
                QCOMPARE(part.first, next);
                QVERIFY(part.count() >= grid.count() / count && part.count() <= grid.count() / count + 1);
                next = part.last;
            }
            QCOMPARE(next, grid.count());
        }
    }

    void theLargestSurfaceFits() {
        const std::int64_t side = 2147483647;
        const ChunkGrid grid({{side, side}, 0, {1, 1}, Walk::lanes, 1, false});
        QCOMPARE(grid.count(), side * side);
        QVERIFY((Rect{0, 0, side, side}.contains(grid.chunk(grid.count() - 1))));
        QCOMPARE(grid.part({999, 1000}).last, grid.count());
    }

    void paddedChunksAreAllOfOneSize() {
        const ChunkGrid grid({{1025, 2000}, 0, {1024, 1024}, Walk::lanes, 1, true});
        QCOMPARE(grid.count(), 4);
        for (std::int64_t i = 0; i < grid.count(); ++i) {
            QCOMPARE(grid.stride(grid.chunk(i)), std::size_t{128});
            QCOMPARE(grid.bytes(grid.chunk(i)), std::size_t{128 * 1024});
        }
    }

    void paddedChunksOfASmallRegionAreMultiplesOf16() {
        const ChunkGrid grid({{5, 33}, 0, {1024, 1024}, Walk::lanes, 1, true});
        QCOMPARE(grid.chunk(0), (Rect{0, 0, 5, 33}));
        QCOMPARE(grid.storedSize(grid.chunk(0)), (Size{16, 48}));
        QCOMPARE(grid.bytes(grid.chunk(0)), std::size_t{2 * 48});
        QCOMPARE(grid.largestBytes(), std::size_t{2 * 48});
    }

    void paddedChunksOfTheLastSwathAreAsNarrowAsIt() {
        const ChunkGrid grid({{130, 2000}, 100, {1024, 1024}, Walk::lanes, 8, true});
        QCOMPARE(grid.count(), 4);
        QCOMPARE(grid.storedSize(grid.chunk(1)), (Size{112, 1024}));
        QCOMPARE(grid.storedSize(grid.chunk(2)), (Size{32, 1024}));
        QCOMPARE(grid.largestBytes(), std::size_t{112 * 1024});
    }
};

BURIN_TEST(TestChunkGrid)
#include "test_chunk_grid.moc"
