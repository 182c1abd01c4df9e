// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/decoded_image.hpp"

#include "core/images/codecs.hpp"
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

ImageHeader openHeader(const InputFile& file) {
    const std::string name = file.path().string();
    std::array<std::byte, 16> start{};
    static_cast<void>(recogniseImage(std::span(start).first(file.readSome(0, start)), name));
    if (file.size() > std::numeric_limits<std::int32_t>::max())
        throw ImageError(name + " has " + std::to_string(file.size()) + " bytes",
                         "use at most 2 GiB, or a TIFF for a larger image");
    return readImageHeader(file);
}

PixelFormat formatOf(int components, bool wide, double maximum) {
    PixelFormat format;
    format.type = wide ? ComponentType::u16 : ComponentType::u8;
    format.model = components == 3 ? PixelFormat::Model::colour : PixelFormat::Model::gray;
    format.stride = components;
    format.maximum = maximum;
    return format;
}

}  // namespace

DecodedImage::DecodedImage(const std::filesystem::path& path, std::int64_t bytesAtOnce)
    : file_(std::make_shared<const InputFile>(path)), header_(openHeader(*file_)), content_(file_) {
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
    const bool copied = header_.orientation != 1 && header_.type != ImageType::jpeg;
    return file_->size() + header_.stored.width * header_.stored.height * header_.codecBytesAPixel +
           (copied ? header_.decodedBytes() : 0);
}

int DecodedImage::bits() const {
    if (header_.colour) return 32;
    // The bits of a PNM depend on its maximum value, which only the converter knows.
    return header_.type == ImageType::pnm ? pixels().converter->bits() : header_.bits;
}

RowStart DecodedImage::Pixels::row(std::int64_t y) const {
    const std::byte* start = first + y * rowBytes;
    const PixelFormat& format = converter->format();
    if (format.model != PixelFormat::Model::colour) return {start, nullptr, nullptr};
    const int bytes = bitsOf(format.type) / 8;
    if (blueFirst) return {start + 2 * bytes, start + bytes, start};
    return {start, start + bytes, start + 2 * bytes};
}

const DecodedImage::Pixels& DecodedImage::pixels() const {
    std::call_once(decoded_, [this] {
        pixels_ = decode(file_->readAll());
        ready_ = true;
    });
    return pixels_;
}

DecodedImage::Pixels DecodedImage::decode(std::vector<std::byte> bytes) const {
    if (header_.type == ImageType::pnm) return decodePnm(bytes);
    return header_.type == ImageType::jpeg ? decodeJpeg(bytes) : decodeByCodec(std::move(bytes));
}

DecodedImage::Pixels DecodedImage::pixelsOf(const TurnedPicture& picture, int components, bool wide,
                                            bool blueFirst) const {
    const std::int64_t rowBytes = picture.shown().width * components * (wide ? 2 : 1);
    return {picture.pixels(), picture.pixels().get(), rowBytes, blueFirst,
            std::make_unique<PixelConverter>(formatOf(components, wide, wide ? 65535 : 255))};
}

DecodedImage::Pixels DecodedImage::decodePnm(const std::vector<std::byte>& bytes) const {
    const std::string name = file_->path().string();
    const PnmHeader pnm = readPnmHeader(bytes, static_cast<std::int64_t>(bytes.size()), name);
    if (pnm.size != header_.stored)
        throw ImageError(name + " has changed since it was opened",
                         "use a file that no other program is writing");
    const auto held = std::make_shared<const std::vector<std::byte>>(readPnmPixels(bytes, pnm, name));
    const bool wide = pnm.maximum > 255;
    return {held, held->data(), pnm.size.width * pnm.components * (wide ? 2 : 1), false,
            std::make_unique<PixelConverter>(formatOf(pnm.components, wide, pnm.maximum))};
}

DecodedImage::Pixels DecodedImage::decodeJpeg(const std::vector<std::byte>& bytes) const {
    const int components = header_.colour ? 3 : 1;
    TurnedPicture picture(header_.stored, header_.orientation, components);
    readJpegPixels(bytes, header_.stored, header_.colour, file_->path().string(), picture);
    return pixelsOf(picture, components, false, false);
}

DecodedImage::Pixels DecodedImage::decodeByCodec(std::vector<std::byte> bytes) const {
    std::string why;
    CodecPixels decoded = codecs().decode(bytes, why);
    if (decoded.size != header_.stored) {
        throw ImageError("cannot decode " + file_->path().string() + (why.empty() ? "" : ": " + why),
                         "use an undamaged image");
    }
    bytes = {};
    // The codec delivers gray with alpha as three equal components.
    const int components = header_.colour ? decoded.components : 1;
    if (header_.orientation == 1 && components == decoded.components) {
        const double maximum = decoded.wide ? 65535 : 255;
        return {decoded.owner, decoded.first, decoded.rowBytes, true,
                std::make_unique<PixelConverter>(formatOf(components, decoded.wide, maximum))};
    }
    const std::int64_t componentBytes = decoded.wide ? 2 : 1;
    const std::int64_t pixelBytes = components * componentBytes;
    TurnedPicture picture(header_.stored, header_.orientation, pixelBytes);
    for (std::int64_t y = 0; y < header_.stored.height; ++y) {
        const std::byte* const from = decoded.first + y * decoded.rowBytes;
        std::byte* const to = picture.row(y);
        for (std::int64_t x = 0; x < header_.stored.width; ++x) {
            std::memcpy(to + x * pixelBytes, from + x * decoded.components * componentBytes,
                        static_cast<std::size_t>(pixelBytes));
        }
        picture.finish(y);
    }
    return pixelsOf(picture, components, decoded.wide, true);
}

void DecodedImage::read(const Rect& area, SamplesView samples) const {
    const Pixels& held = pixels();
    for (std::int64_t y = 0; y < area.height; ++y)
        held.converter->convert(held.row(area.y + y), area.x, area.width, samples.row(y));
}

void DecodedImage::read(const Rect& area, BytesView levels) const {
    const Pixels& held = pixels();
    for (std::int64_t y = 0; y < area.height; ++y)
        held.converter->convert(held.row(area.y + y), area.x, area.width, levels.row(y));
}

void DecodedImage::readAt(const Point* places, std::int64_t count, float* samples) const {
    const Pixels& held = pixels();
    for (std::int64_t i = 0; i < count; ++i)
        held.converter->convert(held.row(places[i].y), places[i].x, 1, samples + i);
}

}  // namespace burin
