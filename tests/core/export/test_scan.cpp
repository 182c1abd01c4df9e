// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/scan.hpp"
#include "support/testing.hpp"

#include "support/fake_block_source.hpp"

#include <vector>

using namespace burin;
using burin::test::formulaSample;
using burin::test::putSample;

class TestScan : public QObject {
    Q_OBJECT

  private slots:
    void scans_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("width");  // -1: refused
        QTest::newRow("rows") << "rows" << qint64{0};
        QTest::newRow("swaths of one pixel") << "swaths:1" << qint64{1};
        QTest::newRow("the widest swath") << "swaths:2147483647" << qint64{2147483647};
        for (const char* wrong :
             {"", "row", "Rows", "swaths", "swaths:", "swaths:0", "swaths:-1", "swaths:+1", "swaths:1.5",
              "swaths: 1", "swaths:1 ", "swaths:2147483648", "swaths:99999999999999999999", "swaths:0x10"}) {
            QTest::newRow(wrong) << wrong << qint64{-1};
        }
    }
    void scans() {
        QFETCH(QString, text);
        QFETCH(qint64, width);
        const auto scan = parseScan(text.toStdString());
        QCOMPARE(scan.has_value(), width >= 0);
        if (!scan) return;
        QCOMPARE(scan->swathWidth, width);
        QCOMPARE(scanText(*scan), text.toStdString());
    }

    void shards_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("valid");
        QTest::newRow("the only one") << "0/1" << true;
        QTest::newRow("the last one") << "3/4" << true;
        for (const char* wrong : {"", "/", "4/4", "1", "-1/4", "0/0", "1/", "/4", "1/4/4", "a/b", "0.5/4"}) {
            QTest::newRow(wrong) << wrong << false;
        }
    }
    void shards() {
        QFETCH(QString, text);
        QFETCH(bool, valid);
        QCOMPARE(parseShard(text.toStdString()).has_value(), valid);
    }

    void compressionsHaveNames() {
        for (const auto compression :
             {Compression::none, Compression::deflate, Compression::lzw, Compression::zstd}) {
            QVERIFY(parseCompression(compressionText(compression)) == compression);
        }
        QVERIFY(!parseCompression("zip"));
        QVERIFY(!parseCompression(""));
    }

    void rowsTurnAround_data() {
        QTest::addColumn<int>("depth");
        QTest::newRow("1 bit") << 1;
        QTest::newRow("8 bits") << 8;
        QTest::newRow("16 bits") << 16;
    }
    void rowsTurnAround() {
        QFETCH(int, depth);
        for (std::int64_t width = 1; width <= 70; ++width) {
            std::vector<std::byte> row(packedBytes(width, depth));
            std::vector<std::byte> turned(row.size());
            for (std::int64_t x = 0; x < width; ++x) {
                putSample(row.data(), x, depth, formulaSample(x, 1, depth));
                putSample(turned.data(), width - 1 - x, depth, formulaSample(x, 1, depth));
            }
            reverseRow(row, width, depth);
            QVERIFY(row == turned);
        }
    }
};

BURIN_TEST(TestScan)
#include "test_scan.moc"
