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

/// A PNG, JPEG, BMP, PNM or WebP image, decoded as a whole and held with the bits it is stored with.
///
/// ICC profiles are ignored. PixelConverter says how pixels become samples. Coordinates are pixels of the
/// image as shown. All functions are thread-safe.
class DecodedImage {
  public:
    /// Limit, in bytes, of images that are decoded when they are opened, before the memory budget is known.
    /// Early decoding finds damage before anything is computed.
    static constexpr std::int64_t decodedAtOnceBytes = std::int64_t{64} << 20;

    /// Reads the header. Decodes at once if that takes at most `bytesAtOnce`, else on first use.
    /// \throws ImageError if the file is of another type, damaged or too large
    explicit DecodedImage(const std::filesystem::path& path, std::int64_t bytesAtOnce = decodedAtOnceBytes,
                          const PictureUse& use = {});
    /// As above, for a file that is already open.
    explicit DecodedImage(std::shared_ptr<const InputFile> file,
                          std::int64_t bytesAtOnce = decodedAtOnceBytes, const PictureUse& use = {});

    [[nodiscard]] Size size() const { return header_.size(); }
    /// Remarks on the file for a person: which parts of its content the samples do not show, and how its
    /// alpha is used. After decoding, also the decoder's warnings, and whether the alpha hides the whole
    /// picture; for a PNG the latter is known before decoding.
    [[nodiscard]] std::vector<Problem> remarks() const;
    /// \see PixelConverter::bits
    [[nodiscard]] int bits() const { return converter_.bits(); }
    /// Whether a sample may be smaller than 2^-20.
    [[nodiscard]] bool mayHoldDust() const { return converter_.mayHoldDust(); }
    /// Memory that the image takes while it lives. For an image that is decoded later this includes the
    /// memory that decoding needs in addition to the pixels: the encoded file and the codec's memory.
    [[nodiscard]] std::size_t residentBytes() const;
    /// Bytes of the pixels decoded so far.
    [[nodiscard]] std::int64_t heldBytes() const;
    [[nodiscard]] const FileContent& content() const { return content_; }

    /// \pre `area` lies inside the image and has the view's size
    /// \throws ImageError if decoding fails
    void read(const Rect& area, SamplesView samples) const;
    /// Like read() above, but writes the level k instead of the sample k / 255. \pre bits() == 8
    void read(const Rect& area, BytesView levels) const;
    /// Reads single pixels at any places. \pre all lie inside the image
    void readAt(const Point* places, std::int64_t count, float* samples) const;

  private:
    /// Rows of pixels in memory owned by `owner`.
    struct Pixels {
        std::shared_ptr<const void> owner;
        const std::byte* first = nullptr;
        std::int64_t rowBytes = 0;
        std::vector<std::string> warnings;

        [[nodiscard]] RowStart row(std::int64_t y) const;
    };

    [[nodiscard]] const Pixels& pixels() const;
    [[nodiscard]] Pixels decode(std::vector<std::byte> bytes) const;
    [[nodiscard]] Pixels decodeBmp(const std::vector<std::byte>& bytes) const;
    [[nodiscard]] Pixels decodePnm(const std::vector<std::byte>& bytes) const;
    [[nodiscard]] Pixels decodeByRows(const std::vector<std::byte>& bytes) const;
    [[nodiscard]] Pixels decodeWebp(std::vector<std::byte> bytes) const;
    [[nodiscard]] Pixels pixelsOf(const TurnedPicture& picture) const;
    [[nodiscard]] Pixels pixelsOf(std::vector<std::byte> bytes) const;
    /// Memory that decoding needs besides the pixels.
    [[nodiscard]] std::int64_t passingBytes() const;

    std::shared_ptr<const InputFile> file_;
    ImageHeader header_;
    PixelConverter converter_;
    mutable std::once_flag decoded_;
    mutable std::atomic<bool> ready_ = false;
    mutable Pixels pixels_;
    mutable std::once_flag examined_;
    mutable std::atomic<bool> isEmpty_ = false;
    FileContent content_;
};

}  // namespace burin
