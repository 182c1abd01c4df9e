// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/line_layout.hpp"
#include "support/testing.hpp"

#include "core/export/surface_info.hpp"

#include <vector>

using namespace burin;

class TestLineLayout : public QObject {
    Q_OBJECT

  private slots:
    void everyLineIsWhereASlowWalkFindsIt_data();
    void everyLineIsWhereASlowWalkFindsIt();
    void theLargestSurfaceHasPlacesToo();
};

void TestLineLayout::everyLineIsWhereASlowWalkFindsIt_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("swath");
    QTest::addColumn<int>("depth");
    QTest::newRow("full rows") << 13 << 5 << 0 << 8;
    QTest::newRow("full rows of two bytes a sample") << 13 << 5 << 0 << 16;
    QTest::newRow("bits, the last byte cut short") << 13 << 5 << 0 << 1;
    QTest::newRow("swaths, the last narrower") << 13 << 5 << 4 << 8;
    QTest::newRow("swaths that fit") << 12 << 5 << 4 << 16;
    QTest::newRow("swaths of bits") << 29 << 3 << 10 << 1;
    QTest::newRow("a swath wider than the region") << 13 << 5 << 40 << 8;
    QTest::newRow("a single sample") << 1 << 1 << 0 << 1;
}

void TestLineLayout::everyLineIsWhereASlowWalkFindsIt() {
    QFETCH(int, width);
    QFETCH(int, height);
    QFETCH(int, swath);
    QFETCH(int, depth);
    const LineLayout layout({width, height}, swath, depth);
    const int step = swath == 0 ? width : swath;
    std::int64_t line = 0;
    std::int64_t samples = 0;
    std::uint64_t offset = 0;
    for (int left = 0; left < width; left += step) {
        const int wide = std::min(step, width - left);
        const std::int64_t end = line + height;
        for (int y = 0; y < height; ++y, ++line) {
            QCOMPARE(layout.width(line), wide);
            QCOMPARE(layout.offsetOf(line), offset);
            QCOMPARE(layout.samplesBefore(line), samples);
            QCOMPARE(layout.endOfSwath(line), end);
            const std::size_t bytes = packedBytes(wide, depth);
            QCOMPARE(layout.bytesOf(line), bytes);
            for (std::size_t i = 0; i < bytes; ++i)
                QCOMPARE(layout.lineAt(offset + i), line);
            offset += bytes;
            samples += wide;
        }
    }
    QCOMPARE(layout.lines(), line);
    QCOMPARE(layout.bytes(), offset);
    QCOMPARE(layout.lineAt(offset), line);
    QCOMPARE(layout.samplesBefore(line), std::int64_t{width} * height);
}

void TestLineLayout::theLargestSurfaceHasPlacesToo() {
    constexpr std::int64_t side = 0x7FFFFFFF;
    const LineLayout layout({side, side}, 1000, 16);
    QCOMPARE(layout.bytes(), std::uint64_t{2} * side * side);
    QCOMPARE(layout.lineAt(layout.bytes() - 1), layout.lines() - 1);
    QCOMPARE(layout.lineAt(layout.offsetOf(layout.lines() / 3)), layout.lines() / 3);
}

BURIN_TEST(TestLineLayout)
#include "test_line_layout.moc"
