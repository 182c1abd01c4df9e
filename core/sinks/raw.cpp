// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/raw.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/part_file.hpp"
#include "core/sinks/raw_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace burin {
namespace {

/// Samples of a chunk, about; and its longest sides: wide ones make few writes, narrow ones fit the tiles.
constexpr std::int64_t chunkSamples = std::int64_t{1} << 20;
constexpr std::int64_t widestChunk = 4096;
constexpr std::int64_t tallestChunk = 8192;
/// Bands do not depend on the machine's memory: shards and resumed runs have the same.
constexpr std::int64_t tallestBand = 64;
constexpr std::size_t bandBytes = std::size_t{32} << 20;

std::int64_t swathWidth(const SurfaceInfo& surface, const Scan& scan) {
    if (scan.swathWidth < 1) return surface.region.width;
    return std::min(scan.swathWidth, surface.region.width);
}

ChunkGrid rawGrid(const JournalHeader& header) {
    const SurfaceInfo& surface = header.surface;
    const bool bands = rawNeedsBands(surface, header.scan);
    return ChunkGrid({.region = {surface.region.width, surface.region.height},
                      .swathWidth = header.scan.swathWidth,
                      .chunk = header.chunk,
                      .walk = bands ? Walk::rowMajor : Walk::lanes,
                      .depth = surface.depth,
                      .padded = false});
}

std::string plainNumber(double value) {
    std::array<char, 64> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string sidecarText(const JournalHeader& header) {
    const SurfaceInfo& surface = header.surface;
    return "width: " + std::to_string(surface.region.width) +
           "\nheight: " + std::to_string(surface.region.height) +
           "\ndepth: " + std::to_string(surface.depth) + "\npitch: " + plainNumber(surface.pitchUm) +
           " um\nscan: " + scanText(header.scan) +
           "\nserpentine: " + (header.scan.serpentine ? "true" : "false") + "\ndesign: \"" +
           surface.designHash + "\"\n";
}

class RawFormat final : public FileFormat {
  public:
    RawFormat(const std::filesystem::path& path, JournalHeader header)
        : header_(std::move(header)), grid_(rawGrid(header_)), rows_(grid_, header_.scan), part_(path) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return false; }
    [[nodiscard]] std::filesystem::path journalPath(const Shard& shard) const override {
        return part_.journalPath(shard);
    }
    [[nodiscard]] bool published() const override { return part_.published(); }
    [[nodiscard]] bool begun() const override { return part_.begun(); }

    void open(Opening how, const IntervalSet& done) override {
        part_.open(how != Opening::anew);
        const std::uint64_t size = part_.file().size();
        const bool fits = size == rows_.fileBytes() || (size == 0 && done.empty()) || how == Opening::mend;
        if (!fits) part_.refuseSize();
        part_.file().resize(rows_.fileBytes());
    }

    void openForReading() override {
        part_.openForReading();
        if (part_.file().size() != rows_.fileBytes()) part_.refuseSize();
    }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        const Rect area = grid_.chunk(index);
        if (header_.scan.serpentine) {
            arranged_.assign(chunk.begin(), chunk.end());
            rows_.arrange(area, arranged_);
            chunk = arranged_;
        }
        rows_.forEachRun(area, [&](std::uint64_t at, std::size_t from, std::size_t bytes) {
            part_.file().writeAt(chunk.subspan(from, bytes), at);
        });
        return checksum(chunk);
    }

    [[nodiscard]] std::uint64_t storedRun(const ChunkRange& chunks) override {
        return checksumOfRun(chunks, [this](std::int64_t index) { return stored(index); });
    }

    void sync() override { part_.file().sync(); }

    void publish() override {
        writeRawSidecar(part_.path(), header_);
        part_.publish();
    }

  private:
    [[nodiscard]] std::uint64_t stored(std::int64_t index) const {
        const Rect area = grid_.chunk(index);
        std::vector<std::byte> chunk(grid_.bytes(area));
        rows_.forEachRun(area, [&](std::uint64_t at, std::size_t from, std::size_t bytes) {
            part_.readAll(std::span(chunk).subspan(from, bytes), at);
        });
        return checksum(chunk);
    }

    const JournalHeader header_;
    const ChunkGrid grid_;
    const RawRows rows_;
    PartFile part_;
    std::vector<std::byte> arranged_;
};

}  // namespace

bool rawNeedsBands(const SurfaceInfo& surface, const Scan& scan) {
    if (surface.depth != 1 || !scan.serpentine) return false;
    const std::int64_t width = swathWidth(surface, scan);
    if (width <= widestChunk) return false;
    const std::int64_t last = surface.region.width % width;
    // A row that is turned around starts on a byte only where the swath ends on one.
    return width % 8 != 0 || (last % 8 != 0 && last > widestChunk);
}

Size rawChunk(const SurfaceInfo& surface, const Scan& scan) {
    const std::int64_t width = swathWidth(surface, scan);
    if (rawNeedsBands(surface, scan)) {
        const auto rows = static_cast<std::int64_t>(bandBytes / packedBytes(width, surface.depth));
        return {width, std::clamp(rows, std::int64_t{1}, std::min(tallestBand, surface.region.height))};
    }
    const std::int64_t chunk = std::min(width, widestChunk);
    return {chunk, std::min({chunkSamples / chunk, tallestChunk, surface.region.height})};
}

void writeRawSidecar(const std::filesystem::path& path, const JournalHeader& header) {
    auto sidecar = path;
    sidecar += ".yaml";
    writeDurably(sidecar, sidecarText(header));
}

std::unique_ptr<FileFormat> makeRawFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<RawFormat>(path, header);
}

}  // namespace burin
