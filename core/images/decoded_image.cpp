// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/decoded_image.hpp"

#include "core/images/empty_picture.hpp"
#include "core/images/formats/bmp.hpp"
#include "core/images/formats/png.hpp"
#include "core/images/formats/webp.hpp"
#include "core/images/image_error.hpp"
#include "core/images/jpeg.hpp"
#include "core/images/pnm.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

namespace burin {

namespace {

ImageHeader openHeader(const InputFile& file, const PictureUse& use) {
    const std::string name = file.path().string();
    std::array<std::byte, 16> start{};
    static_cast<void>(recogniseImage(std::span(start).first(file.readSome(0, start)), name));
    if (file.size() > std::numeric_limits<std::int32_t>::max())
        throw ImageError({.reason = "%1 has %2 bytes",
                          .details = {name, std::to_string(file.size())},
                          .advice = "use at most 2 GiB, or a TIFF for a larger image"});
    return readImageHeader(file, use);
}

}  // namespace

DecodedImage::DecodedImage(const std::filesystem::path& path, std::int64_t bytesAtOnce, const PictureUse& use)
    : DecodedImage(std::make_shared<const InputFile>(path), bytesAtOnce, use) {}

DecodedImage::DecodedImage(std::shared_ptr<const InputFile> file, std::int64_t bytesAtOnce,
                           const PictureUse& use)
    : file_(std::move(file)), header_(openHeader(*file_, use)), converter_(header_.pixels), content_(file_) {
    if (header_.decodedBytes() + passingBytes() <= bytesAtOnce) static_cast<void>(pixels());
}

std::int64_t DecodedImage::heldBytes() const {
    return ready_ ? header_.decodedBytes() : 0;
}

std::size_t DecodedImage::residentBytes() const {
    constexpr std::size_t tableBytes = 65536 * sizeof(float);
    const std::int64_t passing = ready_ ? 0 : passingBytes();
    return static_cast<std::size_t>(header_.decodedBytes() + passing) + tableBytes;
}

std::int64_t DecodedImage::passingBytes() const {
    const bool copied = header_.orientation != 1 && header_.turnedAfterwards;
    return file_->size() + header_.stored.width * header_.stored.height * header_.codecBytesAPixel +
           (copied ? header_.decodedBytes() : 0);
}

std::vector<Problem> DecodedImage::remarks() const {
    std::vector<Problem> remarks = header_.remarks;
    if (ready_) {
        for (const std::string& warning : pixels_.warnings)
            remarks.push_back({.reason = "%1", .details = {warning}});
        std::call_once(examined_, [this] { isEmpty_ = isEmptyByAlpha(*this, header_.pixels); });
    } else if (header_.type == ImageType::png) {
        std::call_once(examined_, [this] {
            isEmpty_ = mayBeEmptyByAlpha(header_.stored, header_.pixels) && isEmptyPng(*file_, header_);
        });
    }
    if (isEmpty_) remarks.push_back({.reason = emptyByAlpha});
    return aboutFile(*file_, std::move(remarks));
}

RowStart DecodedImage::Pixels::row(std::int64_t y) const {
    const std::byte* const start = first + y * rowBytes;
    return {start, start, start, start};
}

const DecodedImage::Pixels& DecodedImage::pixels() const {
    std::call_once(decoded_, [this] {
        std::vector<std::byte> bytes = file_->readAll();
        content_.decodedFrom(bytes);
        pixels_ = decode(std::move(bytes));
        ready_ = true;
    });
    return pixels_;
}

DecodedImage::Pixels DecodedImage::decode(std::vector<std::byte> bytes) const {
    switch (header_.type) {
        case ImageType::pnm:
            return decodePnm(bytes);
        case ImageType::bmp:
            return decodeBmp(bytes);
        case ImageType::webp:
            return decodeWebp(std::move(bytes));
        case ImageType::png:
        case ImageType::jpeg:
            break;
    }
    return decodeByRows(bytes);
}

DecodedImage::Pixels DecodedImage::pixelsOf(const TurnedPicture& picture) const {
    const std::int64_t rowBytes = picture.shown().width * header_.pixelBytes();
    return {picture.pixels(), picture.pixels().get(), rowBytes, {}};
}

DecodedImage::Pixels DecodedImage::pixelsOf(std::vector<std::byte> bytes) const {
    const auto held = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    return {held, held->data(), header_.stored.width * header_.pixelBytes(), {}};
}

DecodedImage::Pixels DecodedImage::decodeBmp(const std::vector<std::byte>& bytes) const {
    BmpPixels picture = readBmpPixels(bytes, header_, file_->path().string());
    Pixels pixels = pixelsOf(std::move(picture.bytes));
    pixels.warnings = std::move(picture.warnings);
    return pixels;
}

DecodedImage::Pixels DecodedImage::decodePnm(const std::vector<std::byte>& bytes) const {
    const std::string name = file_->path().string();
    const PnmHeader pnm = readPnmHeader(bytes, static_cast<std::int64_t>(bytes.size()), name);
    if (pnm.size != header_.stored || pnm.components != header_.pixels.stride ||
        pnm.maximum != header_.pixels.maximum)
        file_->refuseAsChanged();
    return pixelsOf(readPnmPixels(bytes, pnm, name));
}

DecodedImage::Pixels DecodedImage::decodeByRows(const std::vector<std::byte>& bytes) const {
    const std::string name = file_->path().string();
    TurnedPicture picture(header_.stored, header_.orientation, header_.pixelBytes());
    std::vector<std::string> warnings = header_.type == ImageType::png
                                            ? readPngPixels(bytes, header_, name, picture)
                                            : readJpegPixels(bytes, header_, name, picture);
    Pixels pixels = pixelsOf(picture);
    pixels.warnings = std::move(warnings);
    return pixels;
}

DecodedImage::Pixels DecodedImage::decodeWebp(std::vector<std::byte> bytes) const {
    const WebpPicture still = firstWebpPicture(bytes, header_.stored);
    const auto pixelBytes = static_cast<std::size_t>(header_.pixelBytes());
    std::vector<std::byte> decoded =
        readWebpPixels(still, header_.pixels.stride == 4, file_->path().string());
    bytes = {};
    const bool whole = still.area == Rect{0, 0, header_.stored.width, header_.stored.height};
    if (whole && header_.orientation == 1) return pixelsOf(std::move(decoded));
    TurnedPicture picture(header_.stored, header_.orientation, header_.pixelBytes());
    const std::size_t partBytes = static_cast<std::size_t>(still.area.width) * pixelBytes;
    for (std::int64_t y = 0; y < header_.stored.height; ++y) {
        std::byte* const row = picture.row(y);
        if (!whole) std::memset(row, 0, static_cast<std::size_t>(header_.stored.width) * pixelBytes);
        if (y >= still.area.y && y < still.area.bottom())
            std::memcpy(row + static_cast<std::size_t>(still.area.x) * pixelBytes,
                        decoded.data() + static_cast<std::size_t>(y - still.area.y) * partBytes, partBytes);
        picture.finish(y);
    }
    return pixelsOf(picture);
}

void DecodedImage::read(const Rect& area, SamplesView samples) const {
    const Pixels& held = pixels();
    for (std::int64_t y = 0; y < area.height; ++y)
        converter_.convert(held.row(area.y + y), area.x, area.width, samples.row(y));
}

void DecodedImage::read(const Rect& area, BytesView levels) const {
    const Pixels& held = pixels();
    for (std::int64_t y = 0; y < area.height; ++y)
        converter_.convert(held.row(area.y + y), area.x, area.width, levels.row(y));
}

void DecodedImage::readAt(const Point* places, std::int64_t count, float* samples) const {
    const Pixels& held = pixels();
    for (std::int64_t i = 0; i < count; ++i)
        converter_.convert(held.row(places[i].y), places[i].x, 1, samples + i);
}

}  // namespace burin
