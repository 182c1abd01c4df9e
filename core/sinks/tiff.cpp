// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/tiff.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/tiff_codec.hpp"
#include "core/sinks/tiff_file.hpp"

#include <algorithm>

namespace burin {
namespace {

class TiffFormat final : public FileFormat {
  public:
    TiffFormat(const std::filesystem::path& path, const JournalHeader& header)
        : grid_(tiffGrid(header)),
          depth_(header.surface.depth),
          compression_(header.compression),
          tiff_(path, tiffImage(header, grid_.layout().region), header.bigTiff) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return encodes(); }
    [[nodiscard]] std::filesystem::path journalPath(const Shard& shard) const override {
        return tiff_.part().journalPath(shard);
    }
    [[nodiscard]] bool encodes() const override { return compression_ != Compression::none; }
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> chunk) const override {
        return compressTiffTile(chunk, depth_, compression_);
    }
    [[nodiscard]] bool published() const override { return tiff_.part().published(); }
    [[nodiscard]] bool begun() const override { return tiff_.part().begun(); }

    void open(Opening how, const IntervalSet& done) override {
        if (how == Opening::anew) return tiff_.create();
        if (how == Opening::resume) return tiff_.adopt(done.firstGap(0));
        tiff_.share(how == Opening::mend);
    }
    void openForReading() override { tiff_.openForReading(); }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        return tiff_.store(tileOf(index), chunk);
    }
    [[nodiscard]] std::uint64_t storedRun(const ChunkRange& chunks) override {
        return checksumOfRun(chunks, [this](std::int64_t index) { return tiff_.stored(tileOf(index)); });
    }
    void sync() override { tiff_.part().file().sync(); }
    void publish() override { tiff_.part().publish(); }

  private:
    [[nodiscard]] std::int64_t tileOf(std::int64_t index) const {
        const Rect chunk = grid_.chunk(index);
        return chunk.y / tiffTileSide * tiff_.layout().tilesAcross() + chunk.x / tiffTileSide;
    }

    const ChunkGrid grid_;
    const int depth_;
    const Compression compression_;
    TiffFile tiff_;
};

}  // namespace

TiledTiffLayout::Image tiffImage(const JournalHeader& header, Size size) {
    return {.size = size,
            .depth = header.surface.depth,
            .pitchUm = header.surface.pitchUm,
            .pitchYUm = header.surface.pitchYUm,
            .description = header.surface.designHash,
            .compression = header.compression};
}

ChunkGrid tiffGrid(const JournalHeader& header) {
    const Rect& region = header.surface.region;
    return ChunkGrid({.region = {region.width, region.height},
                      .swathWidth = header.scan.swathWidth,
                      .chunk = {tiffTileSide, tiffTileSide},
                      .walk = header.compression == Compression::none ? Walk::lanes : Walk::rowMajor,
                      .depth = header.surface.depth,
                      .padded = true});
}

void layOutTiff(JournalHeader& header) {
    const Rect& region = header.surface.region;
    const bool swaths = header.scan.swathWidth != 0;
    const Size largest{swaths ? std::min(header.scan.swathWidth, region.width) : region.width, region.height};
    header.chunk = {tiffTileSide, tiffTileSide};
    header.bigTiff = header.bigTiff || TiledTiffLayout::needsBig(tiffImage(header, largest));
}

std::unique_ptr<FileFormat> makeTiffFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<TiffFormat>(path, header);
}

}  // namespace burin
