// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/heights/gsf.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/images/heights/height_heads.hpp"
#include "core/sinks/part_file.hpp"
#include "core/sinks/raw_rows.hpp"

#include <algorithm>
#include <string>

namespace burin {
namespace {

class GsfFormat final : public PartFileFormat {
  public:
    GsfFormat(const std::filesystem::path& path, const JournalHeader& header)
        : PartFileFormat(path, gridInOneSwath(header, Walk::lanes)),
          rows_(grid_, {}),
          head_(gsfHead(headOf(header.surface))) {}

    [[nodiscard]] bool ordered() const override { return false; }

    void open(Opening how, const IntervalSet& done) override {
        part_.open(how != Opening::anew);
        const std::uint64_t size = part_.file().size();
        const bool fits = size == bytes() || (size == 0 && done.empty()) || how == Opening::mend;
        if (!fits) part_.refuseSize();
        part_.file().resize(bytes());
        part_.file().writeAt(std::as_bytes(std::span(head_)), 0);  // all shards write the same
    }

    [[nodiscard]] std::optional<Problem> openForReading() override {
        if (auto problem = part_.openForReading(bytes())) return problem;
        std::string head(head_.size(), '\0');
        static_cast<void>(part_.file().readAt(std::as_writable_bytes(std::span(head)), 0));
        if (head == head_) return {};
        return Problem{part_.path().string(), "has the head of another surface"};
    }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        rows_.forEachRun(grid_.chunk(index), [&](std::uint64_t at, std::size_t from, std::size_t count) {
            part_.file().writeAt(chunk.subspan(from, count), head_.size() + at);
        });
        return checksum(chunk);
    }

    [[nodiscard]] std::uint64_t storedRun(const ChunkRange& chunks) override {
        return checksumOfRun(chunks, [this](std::int64_t index) {
            const Rect area = grid_.chunk(index);
            // A forged journal may claim chunks of any size, so no chunk is held as a whole.
            PiecewiseChecksum sum;
            rows_.forEachRun(area, [&](std::uint64_t at, std::size_t, std::size_t count) {
                part_.addTo(sum, head_.size() + at, count, stopOfReading());
            });
            return sum.value();
        });
    }

  private:
    static HeightHead headOf(const SurfaceInfo& surface) {
        return {{surface.region.width, surface.region.height},
                surface.pitchUm,
                surface.pitchAlongY(),
                surface.designHash,
                surface.date};
    }
    [[nodiscard]] std::uint64_t bytes() const { return head_.size() + rows_.fileBytes(); }

    const RawRows rows_;
    const std::string head_;
};

}  // namespace

void layOutGsf(JournalHeader& header) {
    constexpr std::int64_t widest = 4096;
    constexpr std::int64_t tallest = 1024;
    const Rect& region = header.surface.region;
    const std::int64_t width = std::min(region.width, widest);
    header.chunk = {width, std::min({(std::int64_t{1} << 20) / width, tallest, region.height})};
}

std::unique_ptr<FileFormat> makeGsfFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<GsfFormat>(path, header);
}

}  // namespace burin
