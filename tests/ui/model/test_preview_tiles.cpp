// SPDX-License-Identifier: GPL-3.0-or-later

// The stored tiles of previews: which ones are kept, and how their memory is counted.

#include "support/testing.hpp"
#include "ui/model/previews/preview_tiles.hpp"

#include "core/preview/preview.hpp"

using namespace burin;
using namespace burin::ui;

namespace {

PreviewTilePtr tileAt(std::int64_t x, double samplesEach, std::int64_t rows = 256) {
    auto tile = std::make_shared<PreviewTile>();
    tile->index = {x, 0};
    tile->blocks = tile->area = {256 * x, 0, 256, rows};
    tile->samplesEach = samplesEach;
    return tile;
}

}  // namespace

class TestPreviewTiles : public QObject {
    Q_OBJECT

  private slots:
    void blocksEndWithTheSamples_data();
    void blocksEndWithTheSamples();
    void aBetterTileTakesThePlaceAndItsMemory();
    void theLeastRecentlyUsedGoesFirst();
    void aLowerLimitDropsTiles();
};

void TestPreviewTiles::blocksEndWithTheSamples_data() {
    QTest::addColumn<Rect>("samples");
    QTest::addColumn<Rect>("blocks");
    QTest::newRow("whole blocks") << Rect{0, 0, 8, 16} << Rect{0, 0, 1, 2};
    QTest::newRow("one sample more") << Rect{0, 0, 9, 17} << Rect{0, 0, 2, 3};
    QTest::newRow("one sample less") << Rect{1, 1, 7, 15} << Rect{0, 0, 1, 2};
    QTest::newRow("before the origin") << Rect{-8, -1, 8, 2} << Rect{-1, -1, 1, 2};
}

void TestPreviewTiles::blocksEndWithTheSamples() {
    QFETCH(Rect, samples);
    QFETCH(Rect, blocks);
    QCOMPARE(blocksCovering(samples, 3), blocks);
}

void TestPreviewTiles::aBetterTileTakesThePlaceAndItsMemory() {
    PreviewTiles tiles(std::size_t{1} << 30U);
    const PreviewTilePtr rough = tileAt(0, 1, 128);
    const PreviewTilePtr fine = tileAt(0, 4);
    QVERIFY(tiles.insert(rough));
    QCOMPARE(tiles.bytes(), rough->bytes());
    QVERIFY(tiles.insert(fine));
    QCOMPARE(tiles.bytes(), fine->bytes());
    QVERIFY(!tiles.insert(rough));
    QCOMPARE(tiles.find(fine->node, 0, {0, 0}), fine);
    QCOMPARE(tiles.size(), std::size_t{1});
    QCOMPARE(tiles.bytes(), fine->bytes());
}

void TestPreviewTiles::theLeastRecentlyUsedGoesFirst() {
    const std::size_t one = tileAt(0, 1)->bytes();
    PreviewTiles tiles(2 * one);
    QVERIFY(tiles.insert(tileAt(0, 1)));
    QVERIFY(tiles.insert(tileAt(1, 1)));
    QVERIFY(tiles.find({}, 0, {0, 0}) != nullptr);
    QVERIFY(tiles.insert(tileAt(2, 1)));
    QVERIFY(tiles.find({}, 0, {1, 0}) == nullptr);
    QVERIFY(tiles.find({}, 0, {0, 0}) != nullptr);
    QCOMPARE(tiles.bytes(), 2 * one);
}

void TestPreviewTiles::aLowerLimitDropsTiles() {
    const std::size_t one = tileAt(0, 1)->bytes();
    PreviewTiles tiles(2 * one);
    QVERIFY(tiles.insert(tileAt(0, 1)) && tiles.insert(tileAt(1, 1)));
    tiles.setMost(one);
    QCOMPARE(tiles.bytes(), one);
    QVERIFY(tiles.find({}, 0, {0, 0}) == nullptr && tiles.find({}, 0, {1, 0}) != nullptr);
    QVERIFY(tiles.insert(tileAt(2, 1)));
    QCOMPARE(tiles.bytes(), one);
    tiles.setMost(2 * one);
    QVERIFY(tiles.insert(tileAt(3, 1)));
    QCOMPARE(tiles.bytes(), 2 * one);
}

BURIN_TEST(TestPreviewTiles)
#include "test_preview_tiles.moc"
