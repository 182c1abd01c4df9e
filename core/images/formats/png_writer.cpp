// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/png_writer.hpp"

#include "core/images/image_error.hpp"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <new>
#include <utility>

namespace burin {

namespace {

png_uint_32 pixelsPerMetre(double pitchUm) {
    return static_cast<png_uint_32>(std::clamp(std::floor(1e6 / pitchUm + 0.5), 1.0, 2147483647.0));
}

void ignoreWarning(png_structp /*png*/, png_const_charp /*message*/) {}

}  // namespace

PngWriter::PngWriter(const PngHead& head, Write write) : write_(std::move(write)) {
    png_ = png_create_write_struct(PNG_LIBPNG_VER_STRING, this, &failed, &ignoreWarning);
    info_ = png_ == nullptr ? nullptr : png_create_info_struct(png_);
    if (info_ == nullptr) {
        png_destroy_write_struct(&png_, nullptr);
        throw std::bad_alloc();
    }
    try {
        guarded([&] { begin(head); });
    } catch (...) {
        png_destroy_write_struct(&png_, &info_);
        throw;
    }
}

PngWriter::~PngWriter() {
    png_destroy_write_struct(&png_, &info_);
}

void PngWriter::addRow(std::span<const std::byte> row) {
    guarded([&] { png_write_row(png_, reinterpret_cast<const png_byte*>(row.data())); });
}

void PngWriter::end() {
    guarded([&] { png_write_end(png_, info_); });
}

void PngWriter::begin(const PngHead& head) {
    constexpr std::size_t pieceBytes = std::size_t{1} << 18;
    png_set_write_fn(png_, this, &written, nullptr);
    png_set_IHDR(png_, info_, static_cast<png_uint_32>(head.size.width),
                 static_cast<png_uint_32>(head.size.height), head.depth, PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (head.pitchXUm > 0)
        png_set_pHYs(png_, info_, pixelsPerMetre(head.pitchXUm), pixelsPerMetre(head.pitchYUm),
                     PNG_RESOLUTION_METER);
    if (!head.comment.empty()) {
        png_text comment{};
        comment.compression = PNG_TEXT_COMPRESSION_NONE;
        comment.key = const_cast<char*>("Comment");
        comment.text = const_cast<char*>(head.comment.c_str());
        png_set_text(png_, info_, &comment, 1);
    }
    if (head.quick) {
        png_set_filter(png_, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
        png_set_compression_level(png_, Z_BEST_SPEED);
        png_set_compression_strategy(png_, Z_RLE);
    } else {
        // Neighbouring bytes of 1-bit samples do not predict each other.
        png_set_filter(png_, PNG_FILTER_TYPE_BASE,
                       head.depth == 1 ? PNG_FILTER_NONE : PNG_FILTER_NONE | PNG_FILTER_SUB | PNG_FILTER_UP);
        png_set_compression_strategy(png_, Z_DEFAULT_STRATEGY);
        png_set_compression_buffer_size(png_, pieceBytes);
    }
    png_write_info(png_, info_);
    if (head.depth == 16) png_set_swap(png_);
}

/// libpng leaves its functions by longjmp, so exceptions of `write` are stored and rethrown later.
/// \pre nothing inside `call` owns memory, because longjmp may leave it at any time
template <class Call>
void PngWriter::guarded(const Call& call) {
    if (setjmp(png_jmpbuf(png_)) == 0) return call();
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    throw ImageError({.reason = "a PNG cannot be written: %1", .details = {complaint_}});
}

void PngWriter::written(png_structp png, png_bytep data, png_size_t size) {
    auto& self = *static_cast<PngWriter*>(png_get_io_ptr(png));
    try {
        self.write_(std::as_bytes(std::span(data, size)));
        return;
    } catch (...) {
        self.thrown_ = std::current_exception();
    }
    png_error(png, "");
}

void PngWriter::failed(png_structp png, png_const_charp message) {
    static_cast<PngWriter*>(png_get_error_ptr(png))->complaint_ = message;
    png_longjmp(png, 1);
}

}  // namespace burin
