// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/png.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/images/formats/png_writer.hpp"
#include "core/images/image_error.hpp"
#include "core/sinks/part_file.hpp"

#include <memory>

namespace burin {
namespace {

PngHead headOf(const SurfaceInfo& surface) {
    return {{surface.region.width, surface.region.height},
            surface.depth,
            surface.pitchUm,
            surface.pitchAlongY(),
            surface.designHash};
}

/// An error of libpng is a failure of the export.
template <class Call>
void writing(const Call& call) {
    try {
        call();
    } catch (const ImageError& error) {
        throw SinkError(error.problem());
    }
}

class PngFormat final : public PartFileFormat {
  public:
    PngFormat(const std::filesystem::path& path, const JournalHeader& header)
        : PartFileFormat(path, gridInOneSwath(header, Walk::rowMajor)), surface_(header.surface) {}

    [[nodiscard]] bool ordered() const override { return true; }

    void open(Opening how, const IntervalSet&) override {
        if (how == Opening::resume) return part_.open(true);  // complete: only the rename is missing
        part_.open(false);
        writing([&] {
            writer_ = std::make_unique<PngWriter>(
                headOf(surface_), [this, end = std::uint64_t{0}](std::span<const std::byte> bytes) mutable {
                    part_.file().writeAt(bytes, end);
                    end += bytes.size();
                });
        });
    }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        const Rect band = grid_.chunk(index);
        const std::size_t stride = grid_.stride(band);
        writing([&] {
            for (std::int64_t y = 0; y < band.height; ++y)
                writer_->addRow(chunk.subspan(static_cast<std::size_t>(y) * stride, stride));
            if (band.bottom() == grid_.layout().region.height) writer_->end();
        });
        return checksum(chunk);
    }

    /// Single chunks of the compressed stream cannot be read back, so the run stands for the whole file.
    [[nodiscard]] std::uint64_t storedRun(const ChunkRange&) override {
        return part_.wholeRun(stopOfReading());
    }

  private:
    const SurfaceInfo surface_;
    std::unique_ptr<PngWriter> writer_;
};

}  // namespace

void layOutPng(JournalHeader& header) {
    constexpr std::int64_t bandRows = 128;
    header.chunk = {header.surface.region.width, bandRows};
}

std::unique_ptr<FileFormat> makePngFormat(const std::filesystem::path& path, const JournalHeader& header) {
    return std::make_unique<PngFormat>(path, header);
}

}  // namespace burin
