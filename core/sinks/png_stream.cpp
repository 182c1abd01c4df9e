// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/png_stream.hpp"

#include "core/base/errors.hpp"

#include <zlib.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace burin {
namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 18;

enum Filter : std::uint8_t { noFilter = 0, subFilter = 1, upFilter = 2 };

void putBig(std::vector<std::byte>& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::byte>(value >> shift & 0xFFU));
}

const Bytef* zlibBytes(std::span<const std::byte> data) {
    return reinterpret_cast<const Bytef*>(data.data());
}

/// The row as the filter leaves it, behind the filter's number.
void applyFilter(Filter filter, std::span<const std::byte> row, std::span<const std::byte> above,
                 std::size_t sampleBytes, std::span<std::byte> out) {
    out[0] = static_cast<std::byte>(filter);
    for (std::size_t i = 0; i < row.size(); ++i) {
        auto value = static_cast<unsigned>(row[i]);
        if (filter == subFilter && i >= sampleBytes) value -= static_cast<unsigned>(row[i - sampleBytes]);
        if (filter == upFilter) value -= static_cast<unsigned>(above[i]);
        out[i + 1] = static_cast<std::byte>(value & 0xFFU);
    }
}

/// The usual guess of how well a row will compress: the sum of its bytes as signed numbers.
std::uint64_t roughness(std::span<const std::byte> filtered) {
    std::uint64_t sum = 0;
    for (const std::byte byte : filtered.subspan(1)) {
        const int value = static_cast<std::int8_t>(static_cast<std::uint8_t>(byte));
        sum += static_cast<std::uint64_t>(std::abs(value));
    }
    return sum;
}

std::uint32_t pixelsPerMetre(double pitchUm) {
    const double value = std::floor(1e6 / pitchUm + 0.5);
    return static_cast<std::uint32_t>(std::clamp(value, 1.0, 2147483647.0));
}

}  // namespace

struct PngStream::Deflater {
    Deflater() {
        if (deflateInit(&stream, Z_DEFAULT_COMPRESSION) != Z_OK)
            throw SinkError("zlib cannot start to compress");
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater() { deflateEnd(&stream); }
    z_stream stream{};
};

PngStream::PngStream(const Image& image, std::function<void(std::span<const std::byte>)> write)
    : image_(image),
      write_(std::move(write)),
      deflater_(std::make_unique<Deflater>()),
      rowsLeft_(image.size.height) {
    const std::size_t rowBytes =
        (static_cast<std::size_t>(image.size.width) * static_cast<std::size_t>(image.depth) + 7) / 8;
    row_.resize(rowBytes);
    above_.resize(rowBytes);
    filtered_.resize(rowBytes + 1);
    candidate_.resize(rowBytes + 1);
    packed_.resize(pieceBytes);
    deflater_->stream.next_out = reinterpret_cast<Bytef*>(packed_.data());
    deflater_->stream.avail_out = pieceBytes;

    static constexpr char signature[] = "\x89PNG\r\n\x1a\n";
    write_(std::as_bytes(std::span(signature).first(8)));
    std::vector<std::byte> header;
    putBig(header, static_cast<std::uint32_t>(image.size.width));
    putBig(header, static_cast<std::uint32_t>(image.size.height));
    header.push_back(static_cast<std::byte>(image.depth));
    header.resize(13);  // gray, deflate, adaptive filters, not interlaced: all 0
    writeChunk("IHDR", header);
    std::vector<std::byte> pitch;
    putBig(pitch, pixelsPerMetre(image.pitchUm));
    putBig(pitch, pixelsPerMetre(image.pitchUm));
    pitch.push_back(std::byte{1});  // metre
    writeChunk("pHYs", pitch);
    const std::string comment = std::string("Comment") + '\0' + image.comment;
    writeChunk("tEXt", std::as_bytes(std::span(comment)));
}

PngStream::~PngStream() = default;

void PngStream::addRow(std::span<const std::byte> row) {
    std::copy(row.begin(), row.end(), row_.begin());
    if (image_.depth == 16) {
        for (std::size_t i = 0; i + 1 < row_.size(); i += 2)
            std::swap(row_[i], row_[i + 1]);
    }
    chooseFilter();
    --rowsLeft_;
    compress(filtered_, rowsLeft_ == 0);
    std::swap(row_, above_);
    if (rowsLeft_ == 0) writeChunk("IEND", {});
}

void PngStream::chooseFilter() {
    const std::size_t sampleBytes = image_.depth == 16 ? 2 : 1;
    applyFilter(noFilter, row_, above_, sampleBytes, filtered_);
    if (image_.depth == 1) return;  // whole bytes of bits do not predict each other
    std::uint64_t best = roughness(filtered_);
    for (const Filter filter : {subFilter, upFilter}) {
        applyFilter(filter, row_, above_, sampleBytes, candidate_);
        const std::uint64_t sum = roughness(candidate_);
        if (sum >= best) continue;
        best = sum;
        std::swap(filtered_, candidate_);
    }
}

void PngStream::compress(std::span<const std::byte> data, bool last) {
    z_stream& stream = deflater_->stream;
    stream.next_in = const_cast<Bytef*>(zlibBytes(data));  // zlib reads it only
    stream.avail_in = static_cast<uInt>(data.size());
    while (true) {
        const int result = deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
        if (result == Z_STREAM_ERROR) throw SinkError("zlib cannot compress a row");
        const bool ended = result == Z_STREAM_END;
        if (stream.avail_out == 0 || ended) {
            writeChunk("IDAT", std::span(packed_).first(pieceBytes - stream.avail_out));
            stream.next_out = reinterpret_cast<Bytef*>(packed_.data());
            stream.avail_out = pieceBytes;
        }
        if (ended || (!last && stream.avail_in == 0 && stream.avail_out > 0)) return;
    }
}

void PngStream::writeChunk(const char* type, std::span<const std::byte> data) {
    std::vector<std::byte> head;
    putBig(head, static_cast<std::uint32_t>(data.size()));
    for (int i = 0; i < 4; ++i)
        head.push_back(static_cast<std::byte>(type[i]));
    uLong crc = crc32(0, zlibBytes(std::span(head).subspan(4)), 4);
    if (!data.empty()) crc = crc32(crc, zlibBytes(data), static_cast<uInt>(data.size()));
    std::vector<std::byte> tail;
    putBig(tail, static_cast<std::uint32_t>(crc));
    write_(head);
    write_(data);
    write_(tail);
}

}  // namespace burin
