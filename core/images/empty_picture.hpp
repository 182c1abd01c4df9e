// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds pictures that alpha leaves empty, such as a black logo on a transparent background.

#include "core/geometry/rect.hpp"
#include "core/images/image_error.hpp"
#include "core/images/pixel_format.hpp"
#include "core/kernels/samples.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace burin {

inline constexpr const char* emptyByAlpha =
    "every sample is 0: the picture is black or transparent everywhere; `alpha: only` reads its shape, "
    "and `alpha: ignore` reads its colours";

/// Whether a picture is searched for a sample that is not 0: only if its alpha multiplies and the search
/// takes at most about a second.
[[nodiscard]] inline bool mayBeEmptyByAlpha(Size size, const PixelFormat& pixels) {
    constexpr std::int64_t mostPixels = std::int64_t{1} << 26;
    constexpr std::int64_t widest = std::int64_t{1} << 20;
    return pixels.alpha != PixelFormat::Alpha::none && pixels.alphaUse == AlphaUse::multiply &&
           size.width <= widest && size.height <= mostPixels / size.width;
}

/// Whether alpha is multiplied and every sample is 0. Stops at the first other sample.
/// \return false for pictures that are too large to search quickly, or that cannot be read
template <class Source>
[[nodiscard]] bool isEmptyByAlpha(const Source& source, const PixelFormat& pixels) {
    constexpr std::int64_t samplesAtOnce = std::int64_t{1} << 16;
    const Size size = source.size();
    if (!mayBeEmptyByAlpha(size, pixels)) return false;
    const std::int64_t rowsAtOnce = std::clamp<std::int64_t>(samplesAtOnce / size.width, 1, size.height);
    std::vector<float> samples(static_cast<std::size_t>(size.width * rowsAtOnce));
    try {
        for (std::int64_t y = 0; y < size.height; y += rowsAtOnce) {
            const Rect band{0, y, size.width, std::min(rowsAtOnce, size.height - y)};
            source.read(band, SamplesView{samples.data(), band.width, band.width, band.height});
            if (std::any_of(samples.begin(), samples.begin() + band.area(), [](float v) { return v != 0; }))
                return false;
        }
    } catch (const ImageError&) {
        return false;  // reading it as a whole reports the error
    }
    return true;
}

}  // namespace burin
