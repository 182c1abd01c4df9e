// SPDX-License-Identifier: GPL-3.0-or-later
// Heads of JPEG files, made byte by byte, without pixels.
#include "core/images/byte_reader.hpp"
#include "core/images/formats/jpeg_header.hpp"
#include "support/testing.hpp"

#include <cstdint>
#include <span>
#include <string>

using namespace burin;

namespace {

std::string segment(std::uint8_t marker, const std::string& data) {
    const std::size_t length = data.size() + 2;
    return std::string{'\xFF', static_cast<char>(marker), static_cast<char>(length >> 8),
                       static_cast<char>(length & 0xFF)} +
           data;
}

/// The frame of a picture of 16 x 8 pixels. Neither tables nor sampling factors matter to its header.
std::string frame(std::uint8_t marker, char components) {
    return segment(marker, std::string("\x08\0\x08\0\x10", 5) + components +
                               std::string(3 * static_cast<std::size_t>(components), '\x01'));
}

std::string scan(char components) {
    return segment(0xDA, components + std::string(2 * static_cast<std::size_t>(components) + 3, '\0')) +
           "data";
}

}  // namespace

class TestJpegHeader : public QObject {
    Q_OBJECT

  private slots:
    /// Until the last of several scans, libjpeg holds two bytes for each component of a pixel.
    void theCoefficientsOfSeveralScansCountAsMemory_data() {
        QTest::addColumn<QByteArray>("segments");
        QTest::addColumn<int>("bytesAPixel");
        const auto row = [](const char* name, const std::string& segments, int bytesAPixel) {
            QTest::newRow(name) << QByteArray::fromStdString(segments) << bytesAPixel;
        };
        row("sequential, one scan", frame(0xC0, 3) + scan(3), 0);
        row("sequential, a scan for each component", frame(0xC0, 3) + scan(1) + scan(1) + scan(1), 6);
        row("sequential, a scan of two components", frame(0xC1, 3) + scan(1) + scan(2), 6);
        row("sequential, gray", frame(0xC0, 1) + scan(1), 0);
        row("progressive", frame(0xC2, 3) + scan(3) + scan(1), 6);
        row("progressive, gray", frame(0xC2, 1) + scan(1), 2);
    }
    void theCoefficientsOfSeveralScansCountAsMemory() {
        QFETCH(QByteArray, segments);
        QFETCH(int, bytesAPixel);
        const std::string file = "\xFF\xD8" + segments.toStdString() + "\xFF\xD9";
        const ByteReader reader(std::as_bytes(std::span(file)));
        const ImageHeader header = readJpegHeader(reader, "several.jpg");
        QCOMPARE(header.stored, (Size{16, 8}));
        QCOMPARE(header.codecBytesAPixel, std::int64_t{bytesAPixel});
    }
};

BURIN_TEST(TestJpegHeader)
#include "test_jpeg_header.moc"
