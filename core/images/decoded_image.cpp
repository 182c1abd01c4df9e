// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/decoded_image.hpp"

#include "core/images/content_hash.hpp"
#include "core/images/image_error.hpp"
#include "core/images/jpeg.hpp"
#include "core/images/pnm.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <utility>

namespace burin {

namespace {

/// What is decoded when the file is opened, so that damage is found before anything is computed.
constexpr std::int64_t kDecodedAtOnceBytes = std::int64_t{64} << 20;

ImageHeader openHeader(const InputFile& file) {
    const std::string name = file.path().string();
    std::array<std::byte, 16> start{};
    static_cast<void>(recogniseImage(std::span(start).first(file.readSome(0, start)), name));
    if (file.size() > std::numeric_limits<std::int32_t>::max())
        throw ImageError(name + " has " + std::to_string(file.size()) + " bytes",
                         "up to 2 GiB; larger images as TIFF");
    return readImageHeader(file.readAll(), name);
}

/// Turns and mirrors the image as EXIF orientation 1 to 8 asks.
void orient(cv::Mat& image, int orientation) {
    if (orientation >= 5) cv::transpose(image, image);
    constexpr int aboutX = 0;
    constexpr int aboutY = 1;
    constexpr int aboutBoth = -1;
    switch (orientation) {
        case 2:
        case 6:
            return cv::flip(image, image, aboutY);
        case 3:
        case 7:
            return cv::flip(image, image, aboutBoth);
        case 4:
        case 8:
            return cv::flip(image, image, aboutX);
        default:
            return;
    }
}

cv::Mat jpegImage(const std::vector<std::byte>& bytes, const ImageHeader& header, const std::string& name) {
    cv::Mat image(static_cast<int>(header.stored.height), static_cast<int>(header.stored.width),
                  header.colour ? CV_8UC3 : CV_8UC1);
    readJpegPixels(bytes, header.stored, header.colour, name, reinterpret_cast<std::byte*>(image.data));
    return image;
}

/// Empty where the codec fails.
cv::Mat codecImage(const std::vector<std::byte>& bytes, const ImageHeader& header) {
    const cv::Mat encoded(1, static_cast<int>(bytes.size()), CV_8UC1,
                          const_cast<std::byte*>(bytes.data()));  // NOLINT(*-const-cast): read only
    cv::Mat image =
        cv::imdecode(encoded, cv::IMREAD_ANYCOLOR | cv::IMREAD_ANYDEPTH | cv::IMREAD_IGNORE_ORIENTATION);
    // Gray with alpha comes as three equal components.
    if (!header.colour && image.channels() == 3) cv::extractChannel(image, image, 0);
    return image;
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

DecodedImage::DecodedImage(const std::filesystem::path& path)
    : file_(std::make_unique<const InputFile>(path)), header_(openHeader(*file_)) {
    if (header_.decodedBytes() <= kDecodedAtOnceBytes) static_cast<void>(pixels());
}

std::size_t DecodedImage::residentBytes() const {
    constexpr std::size_t tableBytes = 65536 * sizeof(float);
    return static_cast<std::size_t>(header_.decodedBytes()) + tableBytes;
}

int DecodedImage::bits() const {
    if (header_.colour) return 32;
    // Only a PNM says itself which number is 1.
    return header_.type == ImageType::pnm ? pixels().converter->bits() : header_.bits;
}

std::string DecodedImage::contentHash() const {
    std::call_once(hashed_, [this] { hash_ = burin::contentHash(*file_); });
    return hash_;
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
    std::call_once(decoded_, [this] { pixels_ = decode(file_->readAll()); });
    return pixels_;
}

DecodedImage::Pixels DecodedImage::decode(const std::vector<std::byte>& bytes) const {
    return header_.type == ImageType::pnm ? decodePnm(bytes) : decodeByCodec(bytes);
}

DecodedImage::Pixels DecodedImage::decodePnm(const std::vector<std::byte>& bytes) const {
    const std::string name = file_->path().string();
    const PnmHeader pnm = readPnmHeader(bytes, name);
    if (pnm.size != header_.stored)
        throw ImageError(name + " has changed since it was opened", "a file that nobody writes to");
    const auto held = std::make_shared<const std::vector<std::byte>>(readPnmPixels(bytes, pnm, name));
    const bool wide = pnm.maximum > 255;
    return {held, held->data(), pnm.size.width * pnm.components * (wide ? 2 : 1), false,
            std::make_unique<PixelConverter>(formatOf(pnm.components, wide, pnm.maximum))};
}

DecodedImage::Pixels DecodedImage::decodeByCodec(const std::vector<std::byte>& bytes) const {
    const std::string name = file_->path().string();
    const bool isJpeg = header_.type == ImageType::jpeg;
    const auto held = std::make_shared<cv::Mat>();
    std::string why;
    try {
        *held = isJpeg ? jpegImage(bytes, header_, name) : codecImage(bytes, header_);
        if (!held->empty()) orient(*held, header_.orientation);
    } catch (const cv::Exception& exception) {
        why = ": " + exception.err;
    }
    const Size size = header_.size();
    const bool usable = held->cols == size.width && held->rows == size.height &&
                        (held->depth() == CV_8U || held->depth() == CV_16U) &&
                        (held->channels() == 1 || held->channels() == 3);
    if (!usable) throw ImageError("cannot decode " + name + why, "an undamaged image");
    const bool wide = held->depth() == CV_16U;
    return {held, reinterpret_cast<const std::byte*>(held->data), static_cast<std::int64_t>(held->step[0]),
            !isJpeg, std::make_unique<PixelConverter>(formatOf(held->channels(), wide, wide ? 65535 : 255))};
}

void DecodedImage::read(const Rect& area, SamplesView samples) const {
    const Pixels& held = pixels();
    for (std::int64_t y = 0; y < area.height; ++y)
        held.converter->convert(held.row(area.y + y), area.x, area.width, samples.row(y));
}

void DecodedImage::readAt(const Point* places, std::int64_t count, float* samples) const {
    const Pixels& held = pixels();
    for (std::int64_t i = 0; i < count; ++i)
        held.converter->convert(held.row(places[i].y), places[i].x, 1, samples + i);
}

}  // namespace burin
