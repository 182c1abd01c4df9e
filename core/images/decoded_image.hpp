// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/images/image_header.hpp"
#include "core/images/input_file.hpp"
#include "core/images/pixel_format.hpp"
#include "core/kernels/samples.hpp"

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
    /// Reads the header; decodes at once what takes up to 64 MiB, and on first use what takes more.
    /// \throws ImageError where the file is of another type, damaged or too large
    explicit DecodedImage(const std::filesystem::path& path);

    [[nodiscard]] Size size() const { return header_.size(); }
    /// What the file has and the samples have not.
    [[nodiscard]] const std::vector<std::string>& remarks() const { return header_.remarks; }
    /// \see PixelConverter::bits
    [[nodiscard]] int bits() const;
    /// Memory that the decoded image takes, whether it is decoded already or not.
    [[nodiscard]] std::size_t residentBytes() const;
    /// Of the file's content, see content_hash.hpp; computed on first use.
    [[nodiscard]] std::string contentHash() const;

    /// \pre `area` lies inside the image and has the view's size
    /// \throws ImageError where decoding fails
    void read(const Rect& area, SamplesView samples) const;
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
    [[nodiscard]] Pixels decode(const std::vector<std::byte>& bytes) const;
    [[nodiscard]] Pixels decodePnm(const std::vector<std::byte>& bytes) const;
    /// PNG, BMP and WebP by OpenCV, JPEG by libjpeg; turned as orientation asks.
    [[nodiscard]] Pixels decodeByCodec(const std::vector<std::byte>& bytes) const;

    std::unique_ptr<const InputFile> file_;
    ImageHeader header_;
    mutable std::once_flag decoded_;
    mutable Pixels pixels_;
    mutable std::once_flag hashed_;
    mutable std::string hash_;
};

}  // namespace burin
