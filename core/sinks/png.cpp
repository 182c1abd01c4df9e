// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/png.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"
#include "core/sinks/part_file.hpp"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <exception>
#include <functional>
#include <memory>
#include <string>

namespace burin {
namespace {

png_uint_32 pixelsPerMetre(double pitchUm) {
    return static_cast<png_uint_32>(std::clamp(std::floor(1e6 / pitchUm + 0.5), 1.0, 2147483647.0));
}

/// Writes a gray PNG row by row. libpng leaves its functions by longjmp, so exceptions of our callbacks are
/// stored and rethrown after it.
class PngWriter {
  public:
    using Write = std::function<void(std::span<const std::byte>)>;

    PngWriter(const SurfaceInfo& surface, Write write) : write_(std::move(write)) {
        png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, &failed, &warned);
        info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
        if (info_ == nullptr) throw std::bad_alloc();
        guarded([&] { begin(surface); });
    }
    PngWriter(const PngWriter&) = delete;
    PngWriter& operator=(const PngWriter&) = delete;
    ~PngWriter() { png_destroy_write_struct(&png_, &info_); }

    /// Adds the next row, packed, 16 bits little endian.
    void addRow(std::span<const std::byte> row) {
        guarded([&] { png_write_row(png_, reinterpret_cast<const png_byte*>(row.data())); });
    }
    void end() {
        guarded([&] { png_write_end(png_, info_); });
    }

  private:
    void begin(const SurfaceInfo& surface) {
        constexpr std::size_t pieceBytes = std::size_t{1} << 18;
        png_set_write_fn(png_, this, &written, nullptr);
        png_set_IHDR(png_, info_, static_cast<png_uint_32>(surface.region.width),
                     static_cast<png_uint_32>(surface.region.height), surface.depth, PNG_COLOR_TYPE_GRAY,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_set_pHYs(png_, info_, pixelsPerMetre(surface.pitchUm), pixelsPerMetre(surface.pitchAlongY()),
                     PNG_RESOLUTION_METER);
        png_text comment{};
        comment.compression = PNG_TEXT_COMPRESSION_NONE;
        comment.key = const_cast<char*>("Comment");
        comment.text = const_cast<char*>(surface.designHash.c_str());
        png_set_text(png_, info_, &comment, 1);
        // With 1-bit samples, neighbouring bytes do not predict each other.
        png_set_filter(
            png_, PNG_FILTER_TYPE_BASE,
            surface.depth == 1 ? PNG_FILTER_NONE : PNG_FILTER_NONE | PNG_FILTER_SUB | PNG_FILTER_UP);
        png_set_compression_strategy(png_, 0);
        png_set_compression_buffer_size(png_, pieceBytes);
        png_write_info(png_, info_);
        if (surface.depth == 16) png_set_swap(png_);
    }

    /// \pre nothing inside `call` owns memory: longjmp may leave it at any time
    template <class Call>
    void guarded(const Call& call) {
        if (setjmp(png_jmpbuf(png_)) == 0) return call();
        if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
        throw SinkError({.reason = "a PNG cannot be written: %1", .details = {complaint_}});
    }

    static void written(png_structp png, png_bytep data, png_size_t size) {
        auto& self = *static_cast<PngWriter*>(png_get_io_ptr(png));
        try {
            self.write_(std::as_bytes(std::span(data, size)));
            return;
        } catch (...) {
            self.thrown_ = std::current_exception();
        }
        png_error(png, "");
    }
    [[noreturn]] static void failed(png_structp png, png_const_charp message) {
        static_cast<PngWriter*>(png_get_error_ptr(png))->complaint_ = message;
        png_longjmp(png, 1);
    }
    static void warned(png_structp, png_const_charp) {}

    const Write write_;
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
    std::exception_ptr thrown_;
    std::string complaint_;
};

class PngFormat final : public PartFileFormat {
  public:
    PngFormat(const std::filesystem::path& path, const JournalHeader& header)
        : PartFileFormat(path, gridInOneSwath(header, Walk::rowMajor)), surface_(header.surface) {}

    [[nodiscard]] bool ordered() const override { return true; }

    void open(Opening how, const IntervalSet&) override {
        if (how == Opening::resume) return;  // complete: only the rename is missing
        part_.open(false);
        writer_ = std::make_unique<PngWriter>(
            surface_, [this, end = std::uint64_t{0}](std::span<const std::byte> bytes) mutable {
                part_.file().writeAt(bytes, end);
                end += bytes.size();
            });
    }

    std::uint64_t store(std::int64_t index, std::span<const std::byte> chunk) override {
        const Rect band = grid_.chunk(index);
        const std::size_t stride = grid_.stride(band);
        for (std::int64_t y = 0; y < band.height; ++y) {
            writer_->addRow(chunk.subspan(static_cast<std::size_t>(y) * stride, stride));
        }
        if (band.bottom() == grid_.layout().region.height) writer_->end();
        return checksum(chunk);
    }

    /// Single chunks of the compressed stream cannot be read back, so the run stands for the whole file.
    [[nodiscard]] std::uint64_t storedRun(const ChunkRange&) override { return part_.wholeRun(); }

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
