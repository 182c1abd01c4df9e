// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/ycbcr.hpp"

#include "core/images/image_error.hpp"

#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace burin {

namespace {

/// The memory that TIFFYCbCrToRGBInit requires: the structure, followed by tables whose order only libtiff
/// knows.
constexpr std::size_t kTableBytes = (sizeof(TIFFYCbCrToRGB) + sizeof(long)) + 4 * 256 * sizeof(TIFFRGBValue) +
                                    2 * 256 * sizeof(int) + 3 * 256 * sizeof(std::int32_t);

bool isSubsampling(std::int64_t n) {
    return n == 1 || n == 2 || n == 4;
}

[[noreturn]] void refuseColours(::tiff* page, std::string reason, std::vector<std::string> details = {}) {
    throw ImageError({.subject = TIFFFileName(page),
                      .reason = std::move(reason),
                      .details = std::move(details),
                      .advice = "use chroma subsampled by 1, 2 or 4, and the usual coefficients"});
}

}  // namespace

YCbCrExpander::YCbCrExpander(::tiff* page)
    : tables_((kTableBytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t)) {
    std::uint16_t across = 1;
    std::uint16_t down = 1;
    TIFFGetFieldDefaulted(page, TIFFTAG_YCBCRSUBSAMPLING, &across, &down);
    float* luma = nullptr;
    float* reference = nullptr;
    TIFFGetFieldDefaulted(page, TIFFTAG_YCBCRCOEFFICIENTS, &luma);
    TIFFGetFieldDefaulted(page, TIFFTAG_REFERENCEBLACKWHITE, &reference);
    if (!isSubsampling(across) || !isSubsampling(down)) {
        refuseColours(page, "its chroma is subsampled by %1 x %2",
                      {std::to_string(across), std::to_string(down)});
    }
    const auto usable = [](float v) { return std::isfinite(v) && std::fabs(v) < 65536; };
    if (luma == nullptr || reference == nullptr || !std::all_of(luma, luma + 3, usable) || luma[1] == 0 ||
        !std::all_of(reference, reference + 6, usable)) {
        refuseColours(page, "its YCbCr coefficients do not describe colours");
    }
    across_ = across;
    down_ = down;
    if (TIFFYCbCrToRGBInit(reinterpret_cast<TIFFYCbCrToRGB*>(tables_.data()), luma, reference) < 0)
        refuseColours(page, "its YCbCr coefficients do not describe colours");
}

std::int64_t YCbCrExpander::packedBytes(std::int64_t width, std::int64_t height) const {
    return (width + across_ - 1) / across_ * ((height + down_ - 1) / down_) * (across_ * down_ + 2);
}

RawBytes YCbCrExpander::expand(std::span<const std::byte> packed, std::int64_t width,
                               std::int64_t height) const {
    RawBytes colours(static_cast<std::size_t>(3 * width * height));
    // libtiff takes a pointer to non-const tables but only reads them.
    auto* const tables = reinterpret_cast<TIFFYCbCrToRGB*>(
        const_cast<std::max_align_t*>(tables_.data()));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    const std::int64_t clumpBytes = across_ * down_ + 2;
    const std::int64_t clumpsAcross = (width + across_ - 1) / across_;
    for (std::int64_t y = 0; y < height; ++y) {
        std::byte* to = colours.data() + 3 * width * y;
        for (std::int64_t x = 0; x < width; ++x) {
            const std::byte* clump = packed.data() + (y / down_ * clumpsAcross + x / across_) * clumpBytes;
            const std::byte luma = clump[y % down_ * across_ + x % across_];
            std::array<std::uint32_t, 3> rgb{};
            TIFFYCbCrtoRGB(tables, std::to_integer<std::uint32_t>(luma),
                           std::to_integer<std::int32_t>(clump[clumpBytes - 2]),
                           std::to_integer<std::int32_t>(clump[clumpBytes - 1]), &rgb[0], &rgb[1], &rgb[2]);
            for (const std::uint32_t component : rgb)
                *to++ = static_cast<std::byte>(component);
        }
    }
    return colours;
}

}  // namespace burin
