// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/tiff_reader.hpp"

#include "core/images/content_hash.hpp"
#include "core/images/image_error.hpp"
#include "core/images/input_file.hpp"
#include "core/images/tiff_handle.hpp"

#include <tiffio.h>

#include <algorithm>
#include <array>

namespace burin {

namespace {

/// Plain rows are read in pieces of about this size.
constexpr std::int64_t kPieceBytes = std::int64_t{1} << 20;
/// readAt() reads a stretch of a row where its places lie this close.
constexpr std::int64_t kStretchGap = 1024;
constexpr std::int64_t kStretchPixels = 16384;

/// Puts bytes that lie as in the file into the order of this machine.
void normalise(const TiffLayout& layout, std::byte* bytes, std::int64_t count) {
    if (layout.reversedBits) TIFFReverseBits(reinterpret_cast<std::uint8_t*>(bytes), count);
    if (!layout.swappedBytes) return;
    const int bits = bitsOf(layout.pixels.type);
    if (bits == 16) TIFFSwabArrayOfShort(reinterpret_cast<std::uint16_t*>(bytes), count / 2);
    if (bits == 32) TIFFSwabArrayOfLong(reinterpret_cast<std::uint32_t*>(bytes), count / 4);
}

/// Where the components start, given each plane's row; one plane holds all of them.
RowStart rowStart(const PixelFormat& pixels, const std::array<const std::byte*, 3>& planes, int planeCount) {
    if (planeCount == 3) return planes;
    if (pixels.model != PixelFormat::Model::colour) return {planes[0], nullptr, nullptr};
    const int bytes = bitsOf(pixels.type) / 8;
    return {planes[0], planes[0] + bytes, planes[0] + 2 * bytes};
}

std::string text(const Rect& area) {
    return "[" + std::to_string(area.x) + ", " + std::to_string(area.right()) + ") x [" +
           std::to_string(area.y) + ", " + std::to_string(area.bottom()) + ")";
}

}  // namespace

TiffReader::TiffReader(const std::filesystem::path& path, std::int64_t page)
    : file_(std::make_shared<InputFile>(path)), page_(page), layout_(), converter_(PixelFormat{}) {
    auto handle = std::make_unique<TiffHandle>(file_, page);
    layout_ = readLayout(*handle, *file_);
    converter_ = PixelConverter(layout_.pixels);
    if (layout_.plain) return;
    decoder_ = makeTiffDecoder(file_, page, layout_, std::move(handle));
    if (decoder_->grid().height < layout_.blocks.height) {
        layout_.remarks.push_back("its compressed strips of " + std::to_string(layout_.blocks.height) +
                                  " rows are slow to read but downwards; tiles are fast (tiffcp -t)");
    }
    cache_ = std::make_unique<BlockCache>(
        static_cast<std::size_t>(capacityBytes()),
        [this](std::int64_t index, BlockCache::Block& unit) { decoder_->decode(index, unit); });
}

std::int64_t TiffReader::capacityBytes() const {
    const BlockGrid& units = decoder_->grid();
    const std::int64_t worth = decoder_->worthKeepingBytes();
    const std::int64_t number = units.across * units.down * units.planes;
    return number <= worth / decoder_->unitBytes() ? number * decoder_->unitBytes() : worth;
}

std::size_t TiffReader::residentBytes() const {
    std::size_t bytes = converter_.bytes() + layout_.offsets.size() * sizeof(std::int64_t);
    if (decoder_) bytes += static_cast<std::size_t>(capacityBytes() + decoder_->bytes());
    return bytes;
}

std::string TiffReader::contentHash() const {
    std::call_once(hashed_, [this] { hash_ = burin::contentHash(*file_); });
    return hash_;
}

void TiffReader::read(const Rect& area, SamplesView samples) const {
    const BlockGrid& units = grid();
    try {
        for (std::int64_t by = area.y / units.height; by * units.height < area.bottom(); ++by) {
            for (std::int64_t bx = area.x / units.width; bx * units.width < area.right(); ++bx) {
                const Rect block{bx * units.width, by * units.height, units.width, units.height};
                const Rect part = intersection(area, block);
                const SamplesView to =
                    samples.part(part.x - area.x, part.y - area.y, part.width, part.height);
                const Rect inBlock = part.translated(-block.origin());
                if (decoder_) {
                    readDecodedBlock(bx, by, inBlock, to);
                } else {
                    readPlainBlock(bx, by, inBlock, to);
                }
            }
        }
    } catch (const ImageError& error) {
        throw ImageError(std::string(error.what()) + " (while reading " + text(area) + ")", error.remedy());
    }
}

void TiffReader::readDecodedBlock(std::int64_t bx, std::int64_t by, const Rect& part,
                                  SamplesView samples) const {
    const BlockGrid& units = grid();
    std::array<std::shared_ptr<const BlockCache::Block>, 3> held;
    for (int plane = 0; plane < units.planes; ++plane)
        held[static_cast<std::size_t>(plane)] = cache_->block(units.index(bx, by, plane));
    for (std::int64_t y = 0; y < part.height; ++y) {
        std::array<const std::byte*, 3> rows{};
        for (std::size_t plane = 0; plane < static_cast<std::size_t>(units.planes); ++plane)
            rows[plane] = held[plane]->data() + (part.y + y) * layout_.rowBytes();
        converter_.convert(rowStart(layout_.pixels, rows, units.planes), part.x, part.width, samples.row(y));
    }
}

void TiffReader::readPlainBlock(std::int64_t bx, std::int64_t by, const Rect& part,
                                SamplesView samples) const {
    const PixelFormat& pixels = layout_.pixels;
    // From a pixel that starts a byte on; packed bits do so at least at every eighth pixel.
    const std::int64_t firstPixel = part.x / 8 * 8;
    const std::int64_t pixelBits = std::int64_t{pixels.stride} * bitsOf(pixels.type);
    const std::int64_t firstByte = firstPixel * pixelBits / 8;
    const std::int64_t endByte = (part.right() * pixelBits + 7) / 8;
    const std::int64_t rowBytes = layout_.rowBytes();
    // Whole rows at once where most of each is wanted.
    const std::int64_t rowsAtOnce = (endByte - firstByte) * 2 >= rowBytes
                                        ? std::clamp<std::int64_t>(kPieceBytes / rowBytes, 1, part.height)
                                        : 1;
    std::array<std::vector<std::byte>, 3> pieces;
    for (std::int64_t y = 0; y < part.height; y += rowsAtOnce) {
        const std::int64_t rows = std::min(rowsAtOnce, part.height - y);
        const std::int64_t bytes = (rows - 1) * rowBytes + endByte - firstByte;
        for (int plane = 0; plane < layout_.blocks.planes; ++plane) {
            std::vector<std::byte>& piece = pieces[static_cast<std::size_t>(plane)];
            piece.resize(static_cast<std::size_t>(bytes));
            const std::int64_t block =
                layout_.offsets[static_cast<std::size_t>(layout_.blocks.index(bx, by, plane))];
            file_->read(block + (part.y + y) * rowBytes + firstByte, piece);
            normalise(layout_, piece.data(), bytes);
        }
        for (std::int64_t i = 0; i < rows; ++i) {
            std::array<const std::byte*, 3> starts{};
            for (std::size_t plane = 0; plane < static_cast<std::size_t>(layout_.blocks.planes); ++plane)
                starts[plane] = pieces[plane].data() + i * rowBytes;
            converter_.convert(rowStart(pixels, starts, layout_.blocks.planes), part.x - firstPixel,
                               part.width, samples.row(y + i));
        }
    }
}

void TiffReader::readAt(const Point* places, std::int64_t count, float* samples) const {
    std::vector<float> stretch;
    for (std::int64_t i = 0; i < count;) {
        const Point first = places[i];
        std::int64_t end = i + 1;
        while (end < count && places[end].y == first.y && places[end].x >= places[end - 1].x &&
               places[end].x - places[end - 1].x <= kStretchGap && places[end].x - first.x < kStretchPixels) {
            ++end;
        }
        const std::int64_t width = places[end - 1].x - first.x + 1;
        stretch.resize(static_cast<std::size_t>(width));
        read({first.x, first.y, width, 1}, {stretch.data(), width, width, 1});
        for (; i < end; ++i)
            samples[i] = stretch[static_cast<std::size_t>(places[i].x - first.x)];
    }
}

}  // namespace burin
