// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/images/file_content.hpp"
#include "core/images/image_header.hpp"
#include "core/images/input_file.hpp"
#include "core/images/pixel_format.hpp"
#include "core/images/turned_picture.hpp"
#include "core/kernels/bytes.hpp"
#include "core/kernels/samples.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace burin {

/// A PNG, JPEG, BMP, PNM or WebP, decoded as a whole and held as narrow as it is stored.
///
/// EXIF orientation is applied; alpha and ICC profiles are ignored. What samples are worth: see
/// PixelConverter. Coordinates are pixels of the image as shown. All functions are thread-safe.
class DecodedImage {
  public:
    /// What may be decoded as files are opened, before anybody knows the memory budget: damage is found
    /// before anything is computed.
    static constexpr std::int64_t decodedAtOnceBytes = std::int64_t{64} << 20;

    /// Reads the header; decodes at once what takes up to `bytesAtOnce`, and on first use what takes more.
    /// \throws ImageError where the file is of another type, damaged or too large
    explicit DecodedImage(const std::filesystem::path& path, std::int64_t bytesAtOnce = decodedAtOnceBytes);

    [[nodiscard]] Size size() const { return header_.size(); }
    /// What the file has and the samples have not.
    [[nodiscard]] const std::vector<std::string>& remarks() const { return header_.remarks; }
    /// \see PixelConverter::bits
    [[nodiscard]] int bits() const;
    /// Memory that the image takes for as long as it lives. One that is decoded later counts with what
    /// decoding it takes beside that: the encoded file, and what its codec holds.
    [[nodiscard]] std::size_t residentBytes() const;
    /// Of pixels that are decoded by now.
    [[nodiscard]] std::int64_t heldBytes() const;
    [[nodiscard]] const FileContent& content() const { return content_; }

    /// \pre `area` lies inside the image and has the view's size
    /// \throws ImageError where decoding fails
    void read(const Rect& area, SamplesView samples) const;
    /// The same with k in place of k / 255. \pre bits() == 8
    void read(const Rect& area, BytesView levels) const;
    /// Reads scattered places. \pre all lie inside the image
    void readAt(const Point* places, std::int64_t count, float* samples) const;

  private:
    /// Rows of pixels in memory that `owner` holds.
    struct Pixels {
        std::shared_ptr<const void> owner;
        const std::byte* first = nullptr;
        std::int64_t rowBytes = 0;
        bool blueFirst = false;  ///< OpenCV's order
        std::unique_ptr<const PixelConverter> converter;

        [[nodiscard]] RowStart row(std::int64_t y) const;
    };

    [[nodiscard]] const Pixels& pixels() const;
    [[nodiscard]] Pixels decode(std::vector<std::byte> bytes) const;
    [[nodiscard]] Pixels decodePnm(const std::vector<std::byte>& bytes) const;
    [[nodiscard]] Pixels decodeJpeg(const std::vector<std::byte>& bytes) const;
    /// PNG, BMP and WebP, by OpenCV.
    [[nodiscard]] Pixels decodeByCodec(std::vector<std::byte> bytes) const;
    [[nodiscard]] Pixels pixelsOf(const TurnedPicture& picture, int components, bool wide,
                                  bool blueFirst) const;
    /// What decoding takes beside the pixels.
    [[nodiscard]] std::int64_t passingBytes() const;

    std::shared_ptr<const InputFile> file_;
    ImageHeader header_;
    mutable std::once_flag decoded_;
    mutable std::atomic<bool> ready_ = false;
    mutable Pixels pixels_;
    FileContent content_;
};

}  // namespace burin
