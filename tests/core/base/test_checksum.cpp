// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checksum.hpp"
#include "support/testing.hpp"

#include <set>
#include <string>
#include <vector>

using namespace burin;

class TestChecksum : public QObject {
    Q_OBJECT

  private slots:
    void publishedValues_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<quint64>("expected");
        QTest::newRow("nothing") << QByteArray() << quint64{0xEF46DB3751D8E999U};
        QTest::newRow("one byte") << QByteArray("a") << quint64{0xD24EC4F1A98C6E5BU};
        QTest::newRow("less than a word") << QByteArray("abc") << quint64{0x44BC2CF5AD770999U};
        QTest::newRow("more than a stripe")
            << QByteArray("Nobody inspects the spammish repetition") << quint64{0xFBCEA83C8A378BF1U};
    }
    void publishedValues() {
        QFETCH(QByteArray, text);
        QFETCH(quint64, expected);
        QCOMPARE(checksum(std::as_bytes(std::span(text.constData(), static_cast<std::size_t>(text.size())))),
                 expected);
    }

    void everyBitCounts() {
        std::vector<std::byte> data(77);
        std::set<std::uint64_t> sums = {checksum(data)};
        for (std::size_t bit = 0; bit < data.size() * 8; ++bit) {
            data[bit / 8] ^= std::byte{1} << bit % 8;
            QVERIFY(sums.insert(checksum(data)).second);
            data[bit / 8] ^= std::byte{1} << bit % 8;
        }
    }
};

BURIN_TEST(TestChecksum)
#include "test_checksum.moc"
