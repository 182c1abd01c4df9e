// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/png.hpp"

#include "core/base/checksum.hpp"
#include "core/sinks/part_file.hpp"
#include "core/sinks/png_stream.hpp"

#include <cmath>
#include <memory>

namespace burin {
namespace {

class PngFormat final : public FileFormat {
  public:
    PngFormat(const std::filesystem::path& path, JournalHeader header)
        : header_(std::move(header)),
          grid_({.region = {header_.surface.region.width, header_.surface.region.height},
                 .swathWidth = 0,
                 .chunk = header_.chunk,
                 .walk = Walk::rowMajor,
                 .depth = header_.surface.depth,
                 .padded = false}),
          part_(path) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return true; }
    [[nodiscard]] bool resumable() const override { return false; }
    [[nodiscard]] std::filesystem::path journalPath(const Shard& shard) const override {
        return part_.journalPath(shard);
    }
    [[nodiscard]] bool published() const override { return part_.published(); }
    [[nodiscard]] bool begun() const override { return part_.begun(); }

    void open(Opening how, const IntervalSet&) override {
        if (how == Opening::resume) return;  // complete: it only lacks its name
        part_.open(false);
        stream_ = std::make_unique<PngStream>(
            PngStream::Image{grid_.layout().region, header_.surface.depth, header_.surface.pitchUm,
                             header_.surface.designHash},
            [this, end = std::uint64_t{0}](std::span<const std::byte> bytes) mutable {
                part_.file().writeAt(bytes, end);
                end += bytes.size();
            });
    }
    void openForReading() override { part_.openForReading(); }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        const Rect band = grid_.chunk(index);
        const std::size_t stride = grid_.stride(band);
        for (std::int64_t y = 0; y < band.height; ++y) {
            stream_->addRow(chunk.subspan(static_cast<std::size_t>(y) * stride, stride));
        }
        return checksum(chunk);
    }

    /// A stream has no parts that could be found again: the run stands for the file as a whole.
    [[nodiscard]] std::uint64_t storedRun(const ChunkRange&) override {
        std::vector<std::byte> piece(std::size_t{1} << 20);
        std::uint64_t sum = 0;
        for (std::uint64_t at = 0;; at += piece.size()) {
            const std::size_t got = part_.file().readAt(piece, at);
            sum = addToRun(sum, checksum(std::span(piece).first(got)));
            if (got < piece.size()) return sum;
        }
    }

    void sync() override { part_.file().sync(); }
    void publish() override { part_.publish(); }

  private:
    const JournalHeader header_;
    const ChunkGrid grid_;
    PartFile part_;
    std::unique_ptr<PngStream> stream_;
};

}  // namespace

std::unique_ptr<FileFormat> makePngFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<PngFormat>(path, header);
}

}  // namespace burin
