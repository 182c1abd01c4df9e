// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/raw.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/base/file_access.hpp"
#include "core/base/files.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/bands.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/part_file.hpp"
#include "core/sinks/raw_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <variant>

namespace burin {
namespace {

/// The height of a band does not depend on the computer's memory, so shards and resumed runs have the same
/// bands.
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

constexpr std::string_view sidecarBegin = "width: ";

std::string sidecarText(const JournalHeader& header) {
    const SurfaceInfo& surface = header.surface;
    return std::string(sidecarBegin) + std::to_string(surface.region.width) +
           "\nheight: " + std::to_string(surface.region.height) +
           "\ndepth: " + std::to_string(surface.depth) + "\npitch: " + plainNumber(surface.pitchUm) + " um" +
           (surface.pitchYUm > 0 ? "\npitch_y: " + plainNumber(surface.pitchYUm) + " um" : "") +
           "\nscan: " + scanText(header.scan) +
           "\nserpentine: " + (header.scan.serpentine ? "true" : "false") + "\ndesign: \"" +
           surface.designHash + "\"\n";
}

class RawFormat final : public PartFileFormat {
  public:
    RawFormat(const std::filesystem::path& path, const JournalHeader& header)
        : PartFileFormat(path, rawGrid(header)), header_(header), rows_(grid_, header.scan) {}

    [[nodiscard]] bool ordered() const override { return false; }

    [[nodiscard]] std::optional<std::filesystem::path> foreignFile() const override {
        return foreignRawSidecar(part_.path());
    }

    void open(Opening how, const IntervalSet&) override {
        part_.open(how != Opening::anew);
        const std::uint64_t size = part_.file().size();
        if (how == Opening::share && size != 0 && size != rows_.fileBytes()) part_.refuseShare();
        part_.file().resize(rows_.fileBytes());
    }

    [[nodiscard]] std::optional<Problem> openForReading() override {
        return part_.openForReading(rows_.fileBytes());
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

    void publish() override {
        part_.complete();  // without its samples, a description would be left over
        writeRawSidecar(part_.path(), header_);
        part_.publish();
    }

  private:
    [[nodiscard]] std::uint64_t stored(std::int64_t index) const {
        const Rect area = grid_.chunk(index);
        // A forged journal may claim chunks of any size, so no chunk is held as a whole.
        PiecewiseChecksum sum;
        rows_.forEachRun(area, [&](std::uint64_t at, std::size_t, std::size_t bytes) {
            part_.addTo(sum, at, bytes, stopOfReading());
        });
        return sum.value();
    }

    const JournalHeader header_;
    const RawRows rows_;
    std::vector<std::byte> arranged_;
};

}  // namespace

bool rawNeedsBands(const SurfaceInfo& surface, const Scan& scan) {
    if (surface.depth != 1 || !scan.serpentine) return false;
    const std::int64_t width = swathWidth(surface, scan);
    if (width <= narrowPiece) return false;
    const std::int64_t last = surface.region.width % width;
    // A reversed row starts at a byte only if the swath ends at one.
    return width % 8 != 0 || (last % 8 != 0 && last > narrowPiece);
}

void layOutRaw(JournalHeader& header) {
    const SurfaceInfo& surface = header.surface;
    const std::int64_t width = swathWidth(surface, header.scan);
    if (rawNeedsBands(surface, header.scan)) {
        const auto rows = static_cast<std::int64_t>(bandBytes / packedBytes(width, surface.depth));
        header.chunk = {width,
                        std::clamp(rows, std::int64_t{1}, std::min(tallestBand, surface.region.height))};
        return;
    }
    header.chunk = pieceOfRows({width, surface.region.height});
}

void writeRawSidecar(const std::filesystem::path& path, const JournalHeader& header) {
    const std::filesystem::path description = beside(path, rawSidecarSuffix);
    const std::string text = sidecarText(header);
    // Like the samples, it is replaced even if it is read-only.
    if (const auto problem = replaceProtectedFile(description, std::as_bytes(std::span(text))))
        throw SinkError(problem->about(description));
}

std::optional<std::filesystem::path> foreignRawSidecar(const std::filesystem::path& path) {
    std::filesystem::path description = beside(path, rawSidecarSuffix);
    std::error_code error;
    if (!std::filesystem::exists(description, error)) return {};
    const auto read = readRegularFile(description, sidecarBegin.size());
    const auto* const text = std::get_if<std::string>(&read);
    if (text != nullptr && sidecarBegin.starts_with(*text)) return {};
    return description;
}

bool isRawSidecar(const std::filesystem::path& file, const JournalHeader& header) {
    const std::string expected = sidecarText(header);
    const auto read = readRegularFile(file, expected.size() + 1);
    const auto* const text = std::get_if<std::string>(&read);
    return text != nullptr && *text == expected;
}

std::unique_ptr<FileFormat> makeRawFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<RawFormat>(path, header);
}

}  // namespace burin
