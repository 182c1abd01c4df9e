// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/formats/jpeg_header.hpp"

#include "core/base/text.hpp"
#include "core/images/formats/orientation.hpp"
#include "core/images/image_error.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace burin {

using namespace std::string_view_literals;

namespace {

/// Limit of scans in a progressive JPEG. Each scan passes over the whole image; encoders write about ten.
constexpr int kMostScans = 500;

constexpr std::uint32_t kEndOfImage = 0xD9;
constexpr std::uint32_t kStartOfScan = 0xDA;
constexpr std::uint32_t kExif = 0xE1;
constexpr std::uint32_t kProfile = 0xE2;

/// Markers without a segment.
bool standsAlone(std::uint32_t marker) {
    return marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8);
}
bool isFrame(std::uint32_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

/// Walks over the segments of ITU-T T.81, annex B.
class JpegWalk {
  public:
    JpegWalk(const ByteReader& file, const std::string& name) : file_(file), name_(name) {
        header_.type = ImageType::jpeg;
    }

    ImageHeader toEnd() {
        while (at_ + 1 < file_.size()) {
            const std::uint32_t first = file_.big(at_, 1);
            const std::uint32_t marker = file_.big(at_ + 1, 1);
            const bool stray = first != 0xFF || marker == 0;
            if (stray || marker == 0xFF) {  // libjpeg skips it too; an FF before a marker is padding
                header_.hasStrayBytes = header_.hasStrayBytes || stray;
                ++at_;
            } else if (marker == kEndOfImage) {
                return ended();
            } else if (standsAlone(marker)) {
                at_ += 2;
            } else {
                readSegment(marker);
            }
        }
        return endedWithoutMarker();
    }

  private:
    [[noreturn]] void fail(Problem problem) const {
        problem.subject = name_;
        throw ImageError(std::move(problem));
    }
    [[noreturn]] void failDamaged(std::string reason, std::vector<std::string> details = {}) const {
        fail({.reason = std::move(reason), .details = std::move(details), .advice = "use a complete file"});
    }

    ImageHeader ended() {
        if (header_.stored.width == 0) failDamaged("the JPEG has no frame");
        if (hasProfile_) header_.remarks.push_back({.reason = "the ICC profile is ignored"});
        if (header_.hasStrayBytes)
            header_.remarks.push_back(
                {.reason = "the JPEG has stray bytes between its segments, which are skipped"});
        return std::move(header_);
    }

    /// Sound if the last scan has entropy-coded data, which the decoder checks, and if each component has had
    /// its scan. A segment after that scan may be incomplete, because it changes no pixel of these scans.
    ImageHeader endedWithoutMarker() {
        if (!scanHasData_ || componentsSeen_ < static_cast<std::uint32_t>(header_.pixels.stride))
            failDamaged("the JPEG ends before its end marker");
        header_.hasEnd = false;
        header_.remarks.push_back({.reason = "the JPEG has no end marker; it is read as if it had one"});
        return ended();
    }

    void readSegment(std::uint32_t marker) {
        if (at_ + 4 > file_.size()) {
            at_ = file_.size();
            return;
        }
        const std::size_t length = file_.big(at_ + 2, 2);
        if (length < 2) failDamaged("the JPEG is damaged at byte %1", {std::to_string(at_)});
        if (isFrame(marker)) readFrame(marker);
        if (marker == kExif && !hasExif_ && file_.has(at_ + 4, "Exif\0\0"sv)) {
            hasExif_ = true;
            header_.orientation = exifOrientation(file_.part(at_ + 4, length - 2));
        }
        if (marker == kProfile && file_.has(at_ + 4, "ICC_PROFILE")) hasProfile_ = true;
        const std::uint32_t components = file_.big(at_ + 4, 1);
        at_ += 2 + length;
        if (marker != kStartOfScan) return;
        if (++scans_ > kMostScans)
            fail({.reason = "the JPEG has over %1 scans",
                  .details = {std::to_string(kMostScans)},
                  .advice = "save it with fewer"});
        componentsSeen_ += components;
        // A sequential JPEG may have a scan for each component.
        severalScans_ = severalScans_ || components < static_cast<std::uint32_t>(header_.pixels.stride);
        setCodecBytes();
        skipScan();
    }

    void readFrame(std::uint32_t marker) {
        header_.stored = {file_.big(at_ + 7, 2), file_.big(at_ + 5, 2)};
        const std::uint32_t components = file_.big(at_ + 9, 1);
        if (file_.big(at_ + 4, 1) != 8 || (components != 1 && components != 3)) {
            fail({.reason = "the JPEG has %1 of %2",
                  .details = {counted(components, "component"), counted(file_.big(at_ + 4, 1), "bit")},
                  .advice = "use an 8-bit gray or colour JPEG; convert CMYK to RGB"});
        }
        header_.pixels = joinedFormat(components == 3, false, false);
        severalScans_ = marker != 0xC0 && marker != 0xC1;
        setCodecBytes();
    }

    /// Until the last of several scans has been read, the decoder holds all coefficients, two bytes each.
    void setCodecBytes() { header_.codecBytesAPixel = severalScans_ ? 2 * header_.pixels.stride : 0; }

    /// Moves to the next marker after entropy-coded data. Inside these data FF is followed by 00 or is a
    /// restart marker.
    void skipScan() {
        scanHasData_ = at_ < file_.size();
        while (at_ + 1 < file_.size()) {
            const std::span<const std::byte> data = file_.onwards(at_);
            const auto found = std::find(data.begin(), data.end(), std::byte{0xFF});
            at_ += static_cast<std::size_t>(found - data.begin());
            if (found == data.end() || at_ + 1 >= file_.size()) continue;
            const std::uint32_t next = file_.big(at_ + 1, 1);
            if (next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7)) return;
            ++at_;
        }
    }

    const ByteReader& file_;
    const std::string& name_;
    ImageHeader header_;
    std::size_t at_ = 2;
    int scans_ = 0;
    std::uint32_t componentsSeen_ = 0;  ///< number of components in the scans
    bool severalScans_ = false;         ///< the pixels are known only after several scans
    bool scanHasData_ = false;          ///< the last scan has entropy-coded data
    bool hasProfile_ = false;
    bool hasExif_ = false;  ///< the first such segment counts, as in libexif and in browsers
};

}  // namespace

ImageHeader readJpegHeader(const ByteReader& file, const std::string& name) {
    return JpegWalk(file, name).toEnd();
}

}  // namespace burin
