// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/tiff_reader.hpp"

#include "core/images/byte_reader.hpp"
#include "core/images/empty_picture.hpp"
#include "core/images/formats/tiff_directory.hpp"
#include "core/images/image_error.hpp"
#include "core/images/input_file.hpp"
#include "core/images/tiff_handle.hpp"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace burin {

namespace {

/// Approximate size of one read of plain rows, in bytes.
constexpr std::int64_t kPieceBytes = std::int64_t{1} << 20;
/// Rows of plain blocks up to this length, in bytes, are read whole, even for a single pixel: the system
/// reads a page anyway, and a call for each row costs more than the copy.
constexpr std::int64_t kPageBytes = 4096;
/// A rectangle of plain strips with at least this many rows is read through the bands, one with fewer rows is
/// read directly.
constexpr std::int64_t kFewestRows = 32;
/// Longer rows are cut into parts of this many bytes. A lane of the export's chunks is a whole number of
/// parts.
constexpr std::int64_t kRowPartBytes = 8192;
/// A band is not read for a rectangle that needs less than this fraction of the band's width.
constexpr std::int64_t kSliverShare = 16;
constexpr std::int64_t kBandBytes = std::int64_t{1} << 19;
/// Bands are kept for this many rows, enough for a row of the engine's tiles.
constexpr std::int64_t kRowsWorthKeeping = 1024;
/// readAt() reads one stretch of a row if its places are at most this many bytes apart.
constexpr std::int64_t kStretchGap = 1024;
constexpr std::int64_t kStretchPixels = 16384;
/// Rows that are read at a time to be turned: enough for bands.
constexpr std::int64_t kTurnedRows = 64;

/// Converts bytes from the file's order to this computer's.
void normalise(const TiffLayout& layout, std::byte* bytes, std::int64_t count) {
    if (layout.reversedBits) TIFFReverseBits(reinterpret_cast<std::uint8_t*>(bytes), count);
    if (!layout.swappedBytes) return;
    const int bits = bitsOf(layout.pixels.type);
    if (bits == 16) TIFFSwabArrayOfShort(reinterpret_cast<std::uint16_t*>(bytes), count / 2);
    if (bits == 32) TIFFSwabArrayOfLong(reinterpret_cast<std::uint32_t*>(bytes), count / 4);
    if (bits == 64) TIFFSwabArrayOfLong8(reinterpret_cast<std::uint64_t*>(bytes), count / 8);
}

/// The row of each plane.
using PlaneRows = std::array<const std::byte*, kMostPlanes>;

RowStart rowStart(const TiffLayout& layout, const PlaneRows& planes) {
    RowStart start{};
    for (std::size_t i = 0; i < start.size(); ++i)
        start[i] = planes[static_cast<std::size_t>(layout.planeOf[i])];
    return start;
}

/// The blocks of all planes at one place.
using HeldBlocks = std::array<std::shared_ptr<const BlockCache::Block>, kMostPlanes>;

using Patience = BlockCache::Patience;

/// Calls visit(bx, by, patience) for each block that `area` touches. If it returns false because another
/// thread is decoding the block, the block is visited again at the end, so that two threads that read the
/// same area do not wait for each other at every block.
template <class Visit>
void forEachBlock(const BlockGrid& grid, const Rect& area, const Visit& visit) {
    std::vector<Point> left;
    for (std::int64_t by = area.y / grid.height; by * grid.height < area.bottom(); ++by) {
        for (std::int64_t bx = area.x / grid.width; bx * grid.width < area.right(); ++bx) {
            if (!visit(bx, by, Patience::doesNotWait)) left.push_back({bx, by});
        }
    }
    for (const Point& block : left)
        visit(block.x, block.y, Patience::waits);
}

/// Fetches the block of each plane. \return false if one is missing and the caller does not wait
bool hold(BlockCache& cache, const BlockGrid& grid, std::int64_t bx, std::int64_t by, Patience patience,
          HeldBlocks& held) {
    for (int plane = 0; plane < grid.planes; ++plane) {
        std::shared_ptr<const BlockCache::Block>& block = held[static_cast<std::size_t>(plane)];
        block = cache.block(grid.index(bx, by, plane), patience);
        if (!block) return false;
    }
    return true;
}

/// The page to read if none is chosen.
/// \param remark  receives a remark for a person
std::int64_t firstFullPage(const InputFile& file, std::optional<Problem>& remark) {
    const ByteReader bytes(file);
    const TiffPages pages = pagesOf(bytes);
    const std::string count = std::to_string(pages.count) + (pages.count < mostTiffPages ? "" : " or more");
    if (pages.count == 0) return 0;  // libtiff says what is wrong
    if (!pages.firstFull)
        throw ImageError({.subject = file.path().string(),
                          .reason = "its pages are all reduced pictures or masks, %1 in all",
                          .details = {count},
                          .advice = "choose one with `page`, counted from 0"});
    if (pages.count > 1)
        remark = Problem{.reason =
                             "page %1 of its %2 is read, the first that is not a reduced picture; `page` "
                             "chooses another, counted from 0",
                         .details = {std::to_string(*pages.firstFull), count}};
    return *pages.firstFull;
}

std::string text(const Rect& area) {
    return "[" + std::to_string(area.x) + ", " + std::to_string(area.right()) + ") x [" +
           std::to_string(area.y) + ", " + std::to_string(area.bottom()) + ")";
}

template <class View>
void fillHole(const View& samples, std::int64_t y, float value) {
    using Sample = std::remove_reference_t<decltype(*samples.row(y))>;
    std::fill_n(samples.row(y), samples.width, static_cast<Sample>(value));
}

}  // namespace

TiffReader::TiffReader(const std::filesystem::path& path, std::optional<std::int64_t> page,
                       const PictureUse& use)
    : TiffReader(std::make_shared<const InputFile>(path), page, use) {}

TiffReader::TiffReader(std::shared_ptr<const InputFile> file, std::optional<std::int64_t> page,
                       const PictureUse& use)
    : file_(std::move(file)), page_(0), layout_(), converter_(PixelFormat{}), content_(file_) {
    std::optional<Problem> remark;
    page_ = page ? *page : firstFullPage(*file_, remark);
    auto handle = std::make_unique<TiffHandle>(file_, page_);
    layout_ = readLayout(*handle, *file_, use);
    if (remark) layout_.remarks.push_back(std::move(*remark));
    converter_ = PixelConverter(layout_.pixels);
    if (layout_.plain) {
        if (!layout_.tiled && layout_.missing.empty()) openBands();
        return;
    }
    decoder_ = makeTiffDecoder(file_, page_, layout_, std::move(handle));
    if (decoder_->grid().height < layout_.blocks.height) {
        layout_.remarks.push_back({.reason =
                                       "its compressed strips of %1 rows are fast to read only from top "
                                       "to bottom; tiles are fast in any order (tiffcp -t)",
                                   .details = {std::to_string(layout_.blocks.height)}});
    }
    cache_ = std::make_unique<BlockCache>(
        static_cast<std::size_t>(capacityBytes()),
        [this](std::int64_t index, BlockCache::Block& unit) { decoder_->decode(index, unit); });
}

/// Sets up bands for plain strips: whole rows, or parts of long rows, kept until a row of tiles is done,
/// because tiles side by side share them.
void TiffReader::openBands() {
    const std::int64_t pixelBits = std::int64_t{layout_.pixels.stride} * bitsOf(layout_.pixels.type);
    std::int64_t width = layout_.size.width;
    if (layout_.rowBytes() > kRowPartBytes) width = std::max<std::int64_t>(1, kRowPartBytes / pixelBits) * 8;
    const std::int64_t rowBytes = (width * pixelBits + 7) / 8;
    const std::int64_t height = std::clamp<std::int64_t>(kBandBytes / rowBytes, 1, kFewestRows);
    bandGrid_ = {width, height, (layout_.size.width + width - 1) / width,
                 (layout_.size.height + height - 1) / height, layout_.blocks.planes};
    bandRowBytes_ = rowBytes;
    bands_ = std::make_unique<BlockCache>(
        static_cast<std::size_t>(bandCapacityBytes()),
        [this](std::int64_t index, BlockCache::Block& band) { readBand(index, band); });
}

std::int64_t TiffReader::bandCapacityBytes() const {
    const std::int64_t rows = std::min(layout_.size.height, kRowsWorthKeeping + 2 * bandGrid_.height);
    return std::min(bandGrid_.across, std::int64_t{2}) * rows * bandRowBytes_ * bandGrid_.planes;
}

void TiffReader::readBand(std::int64_t index, BlockCache::Block& band) const {
    const std::int64_t firstByte =
        index % bandGrid_.across * bandGrid_.width * layout_.pixels.stride * bitsOf(layout_.pixels.type) / 8;
    const std::int64_t top = index / bandGrid_.across % bandGrid_.down * bandGrid_.height;
    const auto plane = static_cast<int>(index / bandGrid_.across / bandGrid_.down);
    const std::int64_t rows = std::min(bandGrid_.height, layout_.size.height - top);
    const std::int64_t rowBytes = layout_.rowBytes();
    const std::int64_t bytes = std::min(bandRowBytes_, rowBytes - firstByte);
    const auto placeOf = [&](std::int64_t y) {
        const std::int64_t strip = layout_.blocks.index(0, y / layout_.blocks.height, plane);
        return layout_.offsets[static_cast<std::size_t>(strip)] + y % layout_.blocks.height * rowBytes;
    };
    band.resize(static_cast<std::size_t>(rows * bandRowBytes_));
    for (std::int64_t y = 0; y < rows;) {
        std::int64_t end = y + 1;
        while (bytes == rowBytes && end < rows && placeOf(top + end) == placeOf(top + end - 1) + rowBytes)
            ++end;
        file_->read(placeOf(top + y) + firstByte,
                    std::span(band).subspan(static_cast<std::size_t>(y * bandRowBytes_),
                                            static_cast<std::size_t>((end - y - 1) * rowBytes + bytes)));
        y = end;
    }
    normalise(layout_, band.data(), static_cast<std::int64_t>(band.size()));
}

template <class View>
void TiffReader::readBands(const Rect& area, const View& samples) const {
    const BlockGrid& grid = bandGrid_;
    forEachBlock(grid, area, [&](std::int64_t bx, std::int64_t by, Patience patience) {
        const Rect band{bx * grid.width, by * grid.height, grid.width, grid.height};
        const Rect part = intersection(area, band);
        const View to = samples.part(part.x - area.x, part.y - area.y, part.width, part.height);
        // Only the halo of a rectangle reaches into this band, so read these pixels directly.
        if (part.width * kSliverShare < grid.width && part.width < area.width) {
            readEachBlock(part, to);
            return true;
        }
        HeldBlocks held;
        if (!hold(*bands_, grid, bx, by, patience, held)) return false;
        for (std::int64_t y = 0; y < part.height; ++y) {
            PlaneRows rows{};
            for (std::size_t plane = 0; plane < static_cast<std::size_t>(grid.planes); ++plane)
                rows[plane] = held[plane]->data() + (part.y - band.y + y) * bandRowBytes_;
            converter_.convert(rowStart(layout_, rows), part.x - band.x, part.width, to.row(y));
        }
        return true;
    });
}

std::int64_t TiffReader::capacityBytes() const {
    const BlockGrid& units = decoder_->grid();
    const std::int64_t worth = decoder_->worthKeepingBytes();
    const std::int64_t number = units.across * units.down * units.planes;
    return number <= worth / decoder_->unitBytes() ? number * decoder_->unitBytes() : worth;
}

std::size_t TiffReader::residentBytes() const {
    std::size_t bytes = converter_.bytes() + layout_.offsets.size() * sizeof(std::int64_t);
    if (bands_) bytes += static_cast<std::size_t>(bandCapacityBytes());
    if (decoder_) bytes += static_cast<std::size_t>(capacityBytes() + decoder_->bytes());
    return bytes;
}

std::vector<Problem> TiffReader::remarks() const {
    std::vector<Problem> remarks = layout_.remarks;
    std::call_once(examined_, [this] { isEmpty_ = isEmptyByAlpha(*this, layout_.pixels); });
    if (isEmpty_) remarks.push_back({.reason = emptyByAlpha});
    return aboutFile(*file_, std::move(remarks));
}

void TiffReader::read(const Rect& area, SamplesView samples) const {
    readShown(area, samples);
}

void TiffReader::read(const Rect& area, BytesView levels) const {
    readShown(area, levels);
}

template <class View>
void TiffReader::readShown(const Rect& area, const View& samples) const {
    if (layout_.orientation == 1) {
        readBlocks(area, samples);
    } else if (area.width > 0 && area.height > 0) {
        readTurned(area, samples);
    }
}

/// Reads some stored rows at a time, and moves each to its place in the turned picture.
template <class View>
void TiffReader::readTurned(const Rect& area, const View& samples) const {
    using Sample = std::remove_reference_t<decltype(*samples.data)>;
    const Rect stored = storedArea(layout_.orientation, layout_.size, area);
    const std::int64_t most = std::min(stored.height, kTurnedRows);
    std::vector<Sample> rows(static_cast<std::size_t>(stored.width * most));
    for (std::int64_t top = 0; top < stored.height; top += most) {
        const std::int64_t count = std::min(most, stored.height - top);
        readBlocks({stored.x, stored.y + top, stored.width, count},
                   View{rows.data(), static_cast<std::ptrdiff_t>(stored.width), stored.width, count});
        for (std::int64_t y = 0; y < count; ++y) {
            const auto [first, step] = shownRow(layout_.orientation, layout_.size, stored.y + top + y);
            const Sample* const from = rows.data() + y * stored.width;
            Sample* to =
                samples.row(first.y + stored.x * step.y - area.y) + first.x + stored.x * step.x - area.x;
            const std::ptrdiff_t onwards = step.y * samples.stride + step.x;
            for (std::int64_t x = 0; x < stored.width; ++x)
                to[x * onwards] = from[x];
        }
    }
}

template <class View>
void TiffReader::readBlocks(const Rect& area, const View& samples) const {
    try {
        if (bands_ && area.height >= kFewestRows) {
            readBands(area, samples);
        } else {
            readEachBlock(area, samples);
        }
    } catch (const ImageError& error) {
        content_.requireUnchanged();  // a file that is being written looks damaged
        throw ImageError({.reason = "%1 (while reading %2)",
                          .details = {error.what(), text(area)},
                          .advice = error.problem().adviceText()});
    }
    // Samples of two versions must not be mixed.
    content_.requireUnchanged();
}

template <class View>
void TiffReader::readEachBlock(const Rect& area, const View& samples) const {
    const BlockGrid& units = grid();
    forEachBlock(units, area, [&](std::int64_t bx, std::int64_t by, Patience patience) {
        const Rect block{bx * units.width, by * units.height, units.width, units.height};
        const Rect part = intersection(area, block);
        const View to = samples.part(part.x - area.x, part.y - area.y, part.width, part.height);
        const Rect inBlock = part.translated(-block.origin());
        if (units.height == layout_.blocks.height && layout_.isHole(bx, by)) {
            for (std::int64_t y = 0; y < to.height; ++y)
                fillHole(to, y, layout_.pixels.holeSample);
            return true;
        }
        if (decoder_) return readDecodedBlock(bx, by, inBlock, to, patience);
        readPlainBlock(bx, by, inBlock, to);
        return true;
    });
}

template <class View>
bool TiffReader::readDecodedBlock(std::int64_t bx, std::int64_t by, const Rect& part, const View& samples,
                                  Patience patience) const {
    const BlockGrid& units = grid();
    HeldBlocks held;
    // Strip by strip, and within a strip its bands from top to bottom.
    if (!decoder_->inAnyOrder()) patience = Patience::waits;
    if (!hold(*cache_, units, bx, by, patience, held)) return false;
    for (std::int64_t y = 0; y < part.height; ++y) {
        // A band of a long strip may reach into a strip that is not in the file.
        const std::int64_t row = by * units.height + part.y + y;
        if (layout_.isHole(bx, row / layout_.blocks.height)) {
            fillHole(samples, y, layout_.pixels.holeSample);
            continue;
        }
        PlaneRows rows{};
        for (std::size_t plane = 0; plane < static_cast<std::size_t>(units.planes); ++plane)
            rows[plane] = held[plane]->data() + (part.y + y) * layout_.rowBytes();
        converter_.convert(rowStart(layout_, rows), part.x, part.width, samples.row(y));
    }
    return true;
}

template <class View>
void TiffReader::readPlainBlock(std::int64_t bx, std::int64_t by, const Rect& part,
                                const View& samples) const {
    const PixelFormat& pixels = layout_.pixels;
    // Start at a pixel that begins a byte; with packed bits that is at least every eighth pixel.
    const std::int64_t firstPixel = part.x / 8 * 8;
    const std::int64_t pixelBits = std::int64_t{pixels.stride} * bitsOf(pixels.type);
    const std::int64_t firstByte = firstPixel * pixelBits / 8;
    const std::int64_t endByte = (part.right() * pixelBits + 7) / 8;
    const std::int64_t rowBytes = layout_.rowBytes();
    // Read whole rows at once if they are short, or if most of each row is needed.
    const bool whole = rowBytes <= kPageBytes || (endByte - firstByte) * 2 >= rowBytes;
    const std::int64_t rowsAtOnce =
        whole ? std::clamp<std::int64_t>(kPieceBytes / rowBytes, 1, part.height) : 1;
    std::array<std::unique_ptr<std::byte[]>, kMostPlanes> pieces;
    for (std::int64_t y = 0; y < part.height; y += rowsAtOnce) {
        const std::int64_t rows = std::min(rowsAtOnce, part.height - y);
        const std::int64_t bytes = (rows - 1) * rowBytes + endByte - firstByte;
        for (int plane = 0; plane < layout_.blocks.planes; ++plane) {
            std::unique_ptr<std::byte[]>& piece = pieces[static_cast<std::size_t>(plane)];
            if (!piece)
                piece.reset(
                    new std::byte[static_cast<std::size_t>(bytes)]);  // the first piece is the longest
            const std::int64_t index = layout_.blocks.index(bx, by, plane);
            if (layout_.isMissing(index)) {
                layout_.fillMissing(piece.get(), bytes);
                continue;
            }
            const std::int64_t block = layout_.offsets[static_cast<std::size_t>(index)];
            file_->read(block + (part.y + y) * rowBytes + firstByte,
                        {piece.get(), static_cast<std::size_t>(bytes)});
            normalise(layout_, piece.get(), bytes);
        }
        for (std::int64_t i = 0; i < rows; ++i) {
            PlaneRows starts{};
            for (std::size_t plane = 0; plane < static_cast<std::size_t>(layout_.blocks.planes); ++plane)
                starts[plane] = pieces[plane].get() + i * rowBytes;
            converter_.convert(rowStart(layout_, starts), part.x - firstPixel, part.width,
                               samples.row(y + i));
        }
    }
}

void TiffReader::readAt(const Point* places, std::int64_t count, float* samples) const {
    if (layout_.orientation == 1) return readStoredAt(places, count, samples);
    // In stored order, so that neighbours share one read.
    std::vector<std::pair<Point, std::int64_t>> stored;
    for (std::int64_t i = 0; i < count; ++i)
        stored.emplace_back(storedPlace(layout_.orientation, layout_.size, places[i]), i);
    std::sort(stored.begin(), stored.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first.y, a.first.x) < std::tie(b.first.y, b.first.x);
    });
    std::vector<Point> sorted;
    for (const auto& [place, index] : stored)
        sorted.push_back(place);
    std::vector<float> values(sorted.size());
    readStoredAt(sorted.data(), count, values.data());
    for (std::size_t i = 0; i < stored.size(); ++i)
        samples[stored[i].second] = values[i];
}

void TiffReader::readStoredAt(const Point* places, std::int64_t count, float* samples) const {
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
        readBlocks(Rect{first.x, first.y, width, 1}, SamplesView{stretch.data(), width, width, 1});
        for (; i < end; ++i)
            samples[i] = stretch[static_cast<std::size_t>(places[i].x - first.x)];
    }
}

}  // namespace burin
