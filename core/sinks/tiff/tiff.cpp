// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/tiff/tiff.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/bands.hpp"
#include "core/sinks/tiff/tiff_codec.hpp"
#include "core/sinks/tiff/tiff_file.hpp"

#include <algorithm>

namespace burin {
namespace {

/// Approximate bytes of a strip.
constexpr std::size_t stripBytes = std::size_t{1} << 20;
/// Longest row that is compressed as a strip by default: a strip is held in memory as a whole.
constexpr std::size_t longestStripRow = std::size_t{16} << 20;

/// The size of the largest of the header's files; all of them have strips of the size that fits this one.
Size largestFile(const JournalHeader& header) {
    const Rect& region = header.surface.region;
    const std::int64_t swath = header.scan.swathWidth;
    return {swath != 0 ? std::min(swath, region.width) : region.width, region.height};
}

std::int64_t rowsOfStrip(const JournalHeader& header) {
    const Size file = largestFile(header);
    const std::size_t row = packedBytes(file.width, header.surface.depth);
    return std::clamp(static_cast<std::int64_t>(stripBytes / row), std::int64_t{1}, file.height);
}

Size chunkOf(const JournalHeader& header) {
    if (header.blocks == TiffBlocks::tiles) return {tiffTileSide, tiffTileSide};
    const Size file = largestFile(header);
    if (header.compression != Compression::none) return {file.width, rowsOfStrip(header)};
    return pieceOfRows(file);
}

TiffBlocks automaticBlocks(JournalHeader header) {
    header.blocks = TiffBlocks::strips;
    const Size file = largestFile(header);
    const bool needsMemory = header.compression != Compression::none &&
                             packedBytes(file.width, header.surface.depth) > longestStripRow;
    const bool classic = !header.bigTiff && !TiffFileLayout::needsBig(tiffImage(header, file));
    return classic && !needsMemory ? TiffBlocks::strips : TiffBlocks::tiles;
}

class TiffFormat final : public FileFormat {
  public:
    TiffFormat(const std::filesystem::path& path, const JournalHeader& header)
        : grid_(tiffGrid(header)),
          compression_(header.compression),
          tiff_(path, tiffImage(header, grid_.layout().region), header.bigTiff) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return encodes(); }
    [[nodiscard]] const std::filesystem::path& output() const override { return tiff_.part().path(); }
    [[nodiscard]] bool encodes() const override { return compression_ != Compression::none; }
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> chunk) const override {
        return compressTiffBlock(chunk, compression_);
    }
    [[nodiscard]] bool published() const override { return tiff_.part().published(); }
    [[nodiscard]] std::optional<std::filesystem::path> unfinished() const override {
        return tiff_.part().unfinished();
    }
    [[nodiscard]] bool isLost() const override { return tiff_.part().isLost(); }
    [[nodiscard]] Problem lossOf(std::int64_t) const override { return tiff_.part().loss(); }

    void open(Opening how, const IntervalSet& done) override {
        if (how == Opening::anew) return tiff_.create();
        if (how == Opening::resume) return tiff_.adopt(done.firstGap(0));
        tiff_.share(how == Opening::mend);
    }
    [[nodiscard]] std::optional<Problem> openForReading() override { return tiff_.openForReading(); }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        return tiff_.store(grid_.chunk(index), chunk);
    }
    [[nodiscard]] std::uint64_t storedRun(const ChunkRange& chunks) override {
        return checksumOfRun(chunks, [this](std::int64_t index) {
            endReadingAfterStop();
            return tiff_.stored(grid_.chunk(index));
        });
    }
    void sync() override { tiff_.part().file().sync(); }
    void publish() override { tiff_.part().publish(); }

  private:
    const ChunkGrid grid_;
    const Compression compression_;
    TiffFile tiff_;
};

}  // namespace

TiffFileLayout::Image tiffImage(const JournalHeader& header, Size size) {
    const bool strips = header.blocks == TiffBlocks::strips;
    return {.size = size,
            .depth = header.surface.depth,
            .pitchUm = header.surface.pitchUm,
            .pitchYUm = header.surface.pitchYUm,
            .description = header.surface.designHash,
            .compression = header.compression,
            .strips = strips,
            .block = strips ? Size{size.width, rowsOfStrip(header)} : tiffTile(size)};
}

ChunkGrid tiffGrid(const JournalHeader& header) {
    const Rect& region = header.surface.region;
    return ChunkGrid({.region = {region.width, region.height},
                      .swathWidth = header.scan.swathWidth,
                      .chunk = chunkOf(header),
                      .walk = header.compression == Compression::none ? Walk::lanes : Walk::rowMajor,
                      .depth = header.surface.depth,
                      .padded = header.blocks == TiffBlocks::tiles});
}

void layOutTiff(JournalHeader& header) {
    if (header.blocks == TiffBlocks::automatic) header.blocks = automaticBlocks(header);
    header.chunk = chunkOf(header);
    header.bigTiff = header.bigTiff || TiffFileLayout::needsBig(tiffImage(header, largestFile(header)));
}

std::unique_ptr<FileFormat> makeTiffFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<TiffFormat>(path, header);
}

}  // namespace burin
