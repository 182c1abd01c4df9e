// SPDX-License-Identifier: GPL-3.0-or-later

// Slices: their checksum, how a job is cut into them, and what a receiver accepts.

#include "core/base/crc32c.hpp"
#include "core/protocol/slice.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <lz4.h>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;
using Kind = SliceReceiver::Verdict::Kind;

Q_DECLARE_METATYPE(SliceHead)

namespace {

constexpr std::uint64_t ample = std::uint64_t{1} << 40;

std::uint32_t crcBitByBit(std::span<const std::byte> data) {
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const std::byte byte : data) {
        crc ^= static_cast<std::uint32_t>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? crc >> 1U ^ 0x82F63B78U : crc >> 1U;
    }
    return ~crc;
}

std::vector<std::byte> randomBytes(Random& random, std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random.between(0, 255));
    return bytes;
}

/// Sets the bits behind the end of each line to 0.
void clearUnusedBits(const LineLayout& layout, std::vector<std::byte>& bytes) {
    for (std::int64_t line = 0; line < layout.lines(); ++line) {
        const auto unused = static_cast<int>(-layout.width(line) * layout.depth() & 7);
        std::byte& last = bytes[layout.offsetOf(line + 1) - 1];
        last = last >> unused << unused;
    }
}

TransferJob jobOf(int width, int height, int swath, int depth) {
    TransferJob job;
    job.surface.surface = {width, height};
    job.surface.region = {0, 0, width, height};
    job.surface.depth = depth;
    job.surface.designHash = "abc";
    job.scan.swathWidth = swath;
    return job;
}

}  // namespace

class TestSlice : public QObject {
    Q_OBJECT

  private slots:
    void theChecksumIsThatOfTheStandard();
    void theChecksumIsTheSameBitByBit();
    void aJobIsCutWithoutAGap_data();
    void aJobIsCutWithoutAGap();
    void compressedSlicesAreTheSameSamples();
    void aBlockIsShorterThanItsSamples();
    void aDamagedSliceIsAskedForTwiceMore();
    void whatWasUnderWayBehindADamagedOneIsIgnored();
    void whatContradictsItselfIsRefused_data();
    void whatContradictsItselfIsRefused();
    void nothingIsTakenBeyondTheCredit();
    void aBitBehindTheEndOfALineIsRefused_data();
    void aBitBehindTheEndOfALineIsRefused();
};

void TestSlice::theChecksumIsThatOfTheStandard() {
    // Test vectors of RFC 3720, B.4, and the usual check of nine digits.
    const std::vector<std::byte> zeros(32);
    QCOMPARE(crc32c(zeros), 0x8A9136AAU);
    QCOMPARE(crc32c(std::vector<std::byte>(32, std::byte{0xFF})), 0x62A8AB43U);
    const std::string digits = "123456789";
    QCOMPARE(crc32c(std::as_bytes(std::span(digits))), 0xE3069283U);
}

void TestSlice::theChecksumIsTheSameBitByBit() {
    Random random(1);
    for (std::size_t length = 0; length < 70; ++length) {
        const auto bytes = randomBytes(random, length);
        QCOMPARE(crc32c(bytes), crcBitByBit(bytes));
        QCOMPARE(crc32cByTable(bytes), crcBitByBit(bytes));
    }
}

void TestSlice::aJobIsCutWithoutAGap_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("swath");
    QTest::addColumn<int>("depth");
    QTest::addColumn<int>("most");
    QTest::newRow("several lines a slice") << 13 << 0 << 8 << 100;
    QTest::newRow("several slices a line") << 130 << 0 << 8 << 50;
    QTest::newRow("samples of two bytes stay whole") << 131 << 0 << 16 << 51;
    QTest::newRow("bits stay in their bytes") << 1003 << 0 << 1 << 17;
    QTest::newRow("a slice ends with its swath") << 50 << 20 << 8 << 1000;
    QTest::newRow("parts of lines of swaths of bits") << 300 << 130 << 1 << 7;
    QTest::newRow("two bytes") << 9 << 4 << 16 << 2;
}

void TestSlice::aJobIsCutWithoutAGap() {
    QFETCH(int, width);
    QFETCH(int, swath);
    QFETCH(int, depth);
    QFETCH(int, most);
    const TransferJob job = jobOf(width, 11, swath, depth);
    const LineLayout layout = job.layout();
    Random random(static_cast<std::uint64_t>(width));
    auto bytes = randomBytes(random, layout.bytes());
    clearUnusedBits(layout, bytes);
    std::vector<std::byte> got;
    std::int64_t samples = 0;
    SliceReceiver receiver(layout, SliceCompression::none, 0);
    while (got.size() < bytes.size()) {
        // A band ends with a line.
        const std::int64_t line = layout.lineAt(got.size());
        const std::uint64_t end = layout.offsetOf(std::min(layout.lines(), line + random.between(1, 4)));
        SliceHead head = cutSlice(layout, got.size(), end, static_cast<std::size_t>(most));
        head.sequence = receiver.sequence();
        QVERIFY(head.bytes > 0 && static_cast<int>(head.bytes) <= most);
        QVERIFY(placeOf(layout, head) == std::uint64_t{got.size()});
        const Slice slice =
            makeSlice(head, std::span(bytes).subspan(got.size(), head.bytes), SliceCompression::none);
        const auto verdict = receiver.check(slice.head, slice.dataBytes(), ample);
        QVERIFY2(verdict.kind == Kind::accepted, verdict.problem.text().c_str());
        QCOMPARE(verdict.offset, std::uint64_t{got.size()});
        got.insert(got.end(), verdict.samples.begin(), verdict.samples.end());
        samples += head.samples;
    }
    QVERIFY(got == bytes);
    QCOMPARE(samples, layout.samplesBefore(layout.lines()));
}

void TestSlice::compressedSlicesAreTheSameSamples() {
    const LineLayout layout = jobOf(5000, 4, 0, 8).layout();
    Random random(3);
    std::vector<std::byte> bytes = randomBytes(random, 10000);
    bytes.resize(layout.bytes(), std::byte{7});
    SliceReceiver receiver(layout, SliceCompression::lz4, 0);
    bool shrunk = false;
    bool kept = false;
    for (std::uint64_t at = 0; at < bytes.size();) {
        SliceHead head = cutSlice(layout, at, bytes.size(), 2000);
        head.sequence = receiver.sequence();
        const Slice slice = makeSlice(head, std::span(bytes).subspan(at, head.bytes), SliceCompression::lz4);
        (slice.data.size() < head.bytes ? shrunk : kept) = true;
        const auto verdict = receiver.check(slice.head, slice.dataBytes(), ample);
        QVERIFY(verdict.kind == Kind::accepted);
        QVERIFY(std::equal(verdict.samples.begin(), verdict.samples.end(),
                           bytes.begin() + static_cast<std::ptrdiff_t>(at)));
        at += head.bytes;
    }
    QVERIFY(shrunk && kept);
}

/// Another sender may send a sound block that is longer than the samples in it.
void TestSlice::aBlockIsShorterThanItsSamples() {
    const LineLayout layout = jobOf(100, 1, 0, 8).layout();
    Random random(5);
    const auto noise = randomBytes(random, 100);
    const Slice slice = makeSlice(cutSlice(layout, 0, 100), noise, SliceCompression::none);
    std::vector<std::byte> block(static_cast<std::size_t>(LZ4_compressBound(100)));
    const int length =
        LZ4_compress_default(reinterpret_cast<const char*>(noise.data()),
                             reinterpret_cast<char*>(block.data()), 100, static_cast<int>(block.size()));
    QVERIFY(length > 100);
    block.resize(static_cast<std::size_t>(length));
    SliceReceiver receiver(layout, SliceCompression::lz4, 0);
    const auto verdict = receiver.check(slice.head, block, ample);
    QVERIFY(verdict.kind == Kind::refused);
    QCOMPARE(verdict.problem.text(), "slice 0 has " + std::to_string(length) +
                                         " bytes compressed, but only 100 uncompressed; send such a slice "
                                         "uncompressed");
    QVERIFY(receiver.check(slice.head, slice.dataBytes(), ample).kind == Kind::accepted);
}

void TestSlice::aDamagedSliceIsAskedForTwiceMore() {
    const LineLayout layout = jobOf(100, 2, 0, 8).layout();
    const std::vector<std::byte> bytes(200);
    const Slice slice = makeSlice(cutSlice(layout, 0, 200), bytes, SliceCompression::none);
    std::vector<std::byte> damaged = bytes;
    damaged[17] = std::byte{1};
    SliceReceiver receiver(layout, SliceCompression::none, 0);
    QVERIFY(receiver.check(slice.head, damaged, ample).kind == Kind::damaged);
    QVERIFY(receiver.check(slice.head, damaged, ample).kind == Kind::damaged);
    SliceReceiver patient = receiver;
    QVERIFY(patient.check(slice.head, bytes, ample).kind == Kind::accepted);
    const auto third = receiver.check(slice.head, damaged, ample);
    QVERIFY(third.kind == Kind::refused);
    QVERIFY(third.problem.reason.find("third time") != std::string::npos);
    QCOMPARE(receiver.received(), std::uint64_t{0});
}

void TestSlice::whatWasUnderWayBehindADamagedOneIsIgnored() {
    const LineLayout layout = jobOf(100, 3, 0, 8).layout();
    const std::vector<std::byte> bytes(100);
    std::vector<Slice> slices;
    for (std::uint64_t i = 0; i < 3; ++i) {
        slices.push_back(makeSlice(cutSlice(layout, i * 100, (i + 1) * 100), bytes, SliceCompression::none));
        slices.back().head.sequence = i;
    }
    SliceReceiver receiver(layout, SliceCompression::none, 0);
    std::vector<std::byte> damaged(100, std::byte{1});
    QVERIFY(receiver.check(slices[0].head, damaged, ample).kind == Kind::damaged);
    QVERIFY(receiver.check(slices[1].head, bytes, ample).kind == Kind::ignored);
    QVERIFY(receiver.check(slices[2].head, bytes, ample).kind == Kind::ignored);
    for (const Slice& slice : slices)
        QVERIFY(receiver.check(slice.head, bytes, ample).kind == Kind::accepted);
}

void TestSlice::whatContradictsItselfIsRefused_data() {
    QTest::addColumn<SliceHead>("head");
    QTest::addColumn<int>("data");
    const SliceHead good{0, 2, 0, 200, 200, 0};
    const auto with = [&](auto change) {
        SliceHead head = good;
        change(head);
        return head;
    };
    QTest::newRow("another number") << with([](SliceHead& h) { h.sequence = 1; }) << 200;
    QTest::newRow("the number of an earlier one") << with([](SliceHead& h) { h.sequence = ~0ULL; }) << 200;
    QTest::newRow("a line before") << with([](SliceHead& h) { h.line = 1; }) << 200;
    QTest::newRow("a line behind") << with([](SliceHead& h) { h.line = 3; }) << 200;
    QTest::newRow("no such line") << with([](SliceHead& h) { h.line = 10; }) << 200;
    QTest::newRow("a negative line") << with([](SliceHead& h) { h.line = -1; }) << 200;
    QTest::newRow("no such sample") << with([](SliceHead& h) { h.sample = 100; }) << 200;
    QTest::newRow("a negative sample") << with([](SliceHead& h) { h.sample = -8; }) << 200;
    QTest::newRow("no samples") << with([](SliceHead& h) {
        h.samples = 0;
        h.bytes = 0;
    }) << 0;
    QTest::newRow("negative samples") << with([](SliceHead& h) { h.samples = -100; }) << 200;
    QTest::newRow("samples that overflow") << with([](SliceHead& h) { h.samples = INT64_MAX; }) << 200;
    QTest::newRow("half a line too much") << with([](SliceHead& h) { h.samples = h.bytes = 250; }) << 250;
    QTest::newRow("lines behind the end") << with([](SliceHead& h) { h.samples = h.bytes = 900; }) << 900;
    QTest::newRow("fewer bytes than samples") << with([](SliceHead& h) { h.bytes = 199; }) << 199;
    QTest::newRow("a huge number of bytes") << with([](SliceHead& h) { h.bytes = 0xFFFFFFFFU; }) << 200;
    QTest::newRow("too little data") << good << 100;
    QTest::newRow("too much data") << good << 201;
    QTest::newRow("no data") << good << 0;
}

void TestSlice::whatContradictsItselfIsRefused() {
    QFETCH(SliceHead, head);
    QFETCH(int, data);
    const LineLayout layout = jobOf(100, 10, 0, 8).layout();
    const std::vector<std::byte> bytes(static_cast<std::size_t>(data));
    SliceReceiver receiver(layout, SliceCompression::none, 200);
    head.crc = crc32c(bytes);
    const auto verdict = receiver.check(head, bytes, ample);
    QVERIFY(verdict.kind == Kind::refused);
    QVERIFY(!verdict.problem.reason.empty());
    QCOMPARE(receiver.received(), std::uint64_t{200});
}

void TestSlice::nothingIsTakenBeyondTheCredit() {
    const LineLayout layout = jobOf(100, 10, 0, 8).layout();
    const std::vector<std::byte> bytes(200);
    const Slice slice = makeSlice(cutSlice(layout, 0, 200), bytes, SliceCompression::none);
    SliceReceiver receiver(layout, SliceCompression::none, 0);
    SliceReceiver exact = receiver;
    QVERIFY(receiver.check(slice.head, bytes, 199).kind == Kind::refused);
    QVERIFY(exact.check(slice.head, bytes, 200).kind == Kind::accepted);
}

void TestSlice::aBitBehindTheEndOfALineIsRefused_data() {
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("swath");
    QTest::addColumn<int>("most");
    QTest::newRow("several lines a slice") << 20 << 0 << 100;
    QTest::newRow("one bit of a line is unused") << 23 << 0 << 9;
    QTest::newRow("one bit of a line is used") << 17 << 0 << 9;
    QTest::newRow("several slices a line") << 150 << 0 << 7;
    QTest::newRow("swaths of different widths") << 50 << 20 << 100;
    QTest::newRow("only the last swath ends within a byte") << 50 << 24 << 5;
    QTest::newRow("every bit is used") << 64 << 0 << 5;
}

/// Each bit of a job is set once, alone: a bit of a sample is accepted, and any other one is refused.
void TestSlice::aBitBehindTheEndOfALineIsRefused() {
    QFETCH(int, width);
    QFETCH(int, swath);
    QFETCH(int, most);
    const LineLayout layout = jobOf(width, 5, swath, 1).layout();
    std::vector<std::byte> samples(layout.bytes(), std::byte{0xFF});
    clearUnusedBits(layout, samples);
    for (std::size_t bit = 0; bit < 8 * samples.size(); ++bit) {
        const std::byte mask{static_cast<unsigned char>(0x80U >> bit % 8)};
        std::vector<std::byte> bytes(samples.size());
        bytes[bit / 8] = mask;
        SliceReceiver receiver(layout, SliceCompression::none, 0);
        Kind kind = Kind::accepted;
        std::string reason;
        while (kind == Kind::accepted && receiver.received() < bytes.size()) {
            const std::uint64_t at = receiver.received();
            SliceHead head = cutSlice(layout, at, bytes.size(), static_cast<std::size_t>(most));
            head.sequence = receiver.sequence();
            const Slice slice =
                makeSlice(head, std::span(bytes).subspan(at, head.bytes), SliceCompression::none);
            const auto verdict = receiver.check(slice.head, slice.dataBytes(), ample);
            kind = verdict.kind;
            reason = verdict.problem.text();
        }
        const bool used = (samples[bit / 8] & mask) != std::byte{0};
        QVERIFY2((kind == Kind::accepted) == used, std::to_string(bit).c_str());
        if (used) continue;
        QVERIFY(kind == Kind::refused);
        QVERIFY2(reason.find("sets bits after the end of a line") != std::string::npos, reason.c_str());
    }
}

BURIN_TEST(TestSlice)
#include "test_slice.moc"
