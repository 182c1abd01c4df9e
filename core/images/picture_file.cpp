// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/picture_file.hpp"

#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/images/decoded_image.hpp"
#include "core/images/formats/png_writer.hpp"
#include "core/images/image_error.hpp"
#include "core/images/tiff_reader.hpp"

#include <tiffio.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <span>
#include <utility>

namespace burin {

namespace {

template <class Sample>
std::vector<std::byte> quantised(const std::vector<float>& values, float steps) {
    std::vector<std::byte> pixels(values.size() * sizeof(Sample));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto level = static_cast<Sample>(std::floor(values[i] * steps + 0.5F));
        std::memcpy(pixels.data() + i * sizeof(Sample), &level, sizeof(Sample));
    }
    return pixels;
}

/// A file in memory, which libtiff writes.
class WrittenTiff {
  public:
    /// Opens the file. libtiff passes the address of this object to the functions as their handle.
    [[nodiscard]] TIFF* open() {
        return TIFFClientOpen("picture", "w", this, &read, &write, &seek, &close, &size, nullptr, nullptr);
    }
    /// The file that was written. \throws std::bad_alloc if memory ran out
    [[nodiscard]] std::vector<std::byte> take() {
        if (full_) throw std::bad_alloc();
        return std::move(bytes_);
    }

  private:
    static WrittenTiff& of(thandle_t handle) { return *static_cast<WrittenTiff*>(handle); }
    static tmsize_t read(thandle_t /*handle*/, void* /*to*/, tmsize_t /*count*/) { return 0; }
    static tmsize_t write(thandle_t handle, void* from, tmsize_t count) {
        WrittenTiff& file = of(handle);
        const auto bytes = static_cast<std::size_t>(count);
        try {
            if (file.bytes_.size() < file.at_ + bytes) file.bytes_.resize(file.at_ + bytes);
        } catch (const std::bad_alloc&) {  // libtiff is written in C, so no exception may pass through it
            file.full_ = true;
            return -1;
        }
        std::memcpy(file.bytes_.data() + file.at_, from, bytes);
        file.at_ += bytes;
        return count;
    }
    static toff_t seek(thandle_t handle, toff_t offset, int whence) {
        WrittenTiff& file = of(handle);
        file.at_ = offset + (whence == SEEK_CUR ? file.at_ : whence == SEEK_END ? file.bytes_.size() : 0);
        return file.at_;
    }
    static int close(thandle_t /*handle*/) { return 0; }
    static toff_t size(thandle_t handle) { return of(handle).bytes_.size(); }

    std::vector<std::byte> bytes_;
    std::size_t at_ = 0;
    bool full_ = false;
};

std::vector<std::byte> encodedTiff(std::vector<std::byte> pixels, Size size, int bits) {
    WrittenTiff file;
    TIFF* const tiff = file.open();
    if (tiff == nullptr) throw std::bad_alloc();
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(size.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(size.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_LZW);
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
    const std::size_t rowBytes = pixels.size() / static_cast<std::size_t>(size.height);
    for (std::int64_t y = 0; y < size.height; ++y)
        TIFFWriteScanline(tiff, pixels.data() + static_cast<std::size_t>(y) * rowBytes,
                          static_cast<std::uint32_t>(y));
    TIFFClose(tiff);
    return file.take();
}

std::vector<std::byte> encodedPng(std::span<const std::byte> pixels, Size size, int bits) {
    std::vector<std::byte> file;
    PngWriter writer({.size = size, .depth = bits, .quick = true}, [&](std::span<const std::byte> bytes) {
        file.insert(file.end(), bytes.begin(), bytes.end());
    });
    const std::size_t rowBytes = pixels.size() / static_cast<std::size_t>(size.height);
    for (std::int64_t y = 0; y < size.height; ++y)
        writer.addRow(pixels.subspan(static_cast<std::size_t>(y) * rowBytes, rowBytes));
    writer.end();
    return file;
}

bool isTiffName(const std::filesystem::path& path) {
    std::string suffix = path.extension().string();
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return suffix == ".tif" || suffix == ".tiff";
}

template <class Source>
GrayImage readWhole(const Source& source, const std::filesystem::path& path, std::int64_t longestSide) {
    GrayImage image{source.size(), {}};
    const auto [width, height] = image.size;
    if (width > longestSide || height > longestSide)
        throw ImageError({.reason = "%1 has %2 x %3 px",
                          .details = {quotedForMessage(path.string()), std::to_string(width),
                                      std::to_string(height), std::to_string(longestSide)},
                          .advice = "use an image of at most %4 px a side"});
    image.samples.resize(static_cast<std::size_t>(width * height));
    source.read(Rect{0, 0, width, height}, SamplesView{image.samples.data(), width, width, height});
    return image;
}

}  // namespace

void writePicture(const std::string& file, const std::vector<float>& values, Size size, int bits) {
    std::vector<std::byte> pixels =
        bits == 16 ? quantised<std::uint16_t>(values, 65535.0F) : quantised<std::uint8_t>(values, 255.0F);
    const std::vector<std::byte> encoded =
        isTiffName(file) ? encodedTiff(std::move(pixels), size, bits) : encodedPng(pixels, size, bits);
    if (const auto unwritten = replaceFile(file, encoded))
        throw ImageError({.reason = unwritten->error == 0 ? "%1 %2" : "%1: the picture %2",
                          .details = {file, unwritten->problem.text()},
                          .advice = "choose a file that can be written"});
}

GrayImage readGrayImage(const std::shared_ptr<const InputFile>& file, std::int64_t longestSide) {
    const std::filesystem::path& path = file->path();
    if (isTiffName(path)) return readWhole(TiffReader(file), path, longestSide);
    return readWhole(DecodedImage(file, 0), path, longestSide);
}

}  // namespace burin
