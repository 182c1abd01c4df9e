// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/photograph/texture_likeness.hpp"
#include "core/tile/memory_budget.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace burin {

/// The parameters of `example` that a search changes.
struct TextureSettings {
    ExampleTexture::Method method = ExampleTexture::Method::blend;
    std::int64_t patchPx = 0;
    int colours = 8;  ///< only for `cut`
    std::uint32_t seed = 0;
    double contrast = 1;
    friend bool operator==(const TextureSettings&, const TextureSettings&) = default;
};

/// The best settings that a search has found.
struct FoundTexture {
    TextureSettings settings;
    TextureLikeness likeness;
};

/// Makes the node with the settings, without a contrast, holding its child; nothing if these settings do not
/// fit its child.
using TextureMaker = std::function<std::optional<ExampleTexture>(const TextureSettings&)>;

/// The settings that a search tries, in this order: `first`, then those of the same method that change it
/// more and more. For `blend` they are smaller patches, which leave a narrower rim of the photograph unused.
/// For `cut` they are larger patches, other seeds and more colours, which show more of the photograph.
/// Bounded: the tables of all settings for `cut` together take at most 2^31 steps.
[[nodiscard]] std::vector<TextureSettings> settingsToTry(const TextureSettings& first, Size photograph);

/// Reserves the memory for measuring a photograph and for a search after that: the samples of the photograph,
/// and the samples and transforms of two textures. The tables of the textures are not part of it.
/// \throws OutOfMemory if it does not fit; Cancelled
[[nodiscard]] Reservation memoryForTextureSearch(Size photograph, MemoryBudget& budget,
                                                 const std::stop_token& stop);

/// Tries settings until a texture is within all limits without a risk (TextureLikeness::risk() is at most 1),
/// each also with the contrast that gives it the photograph's spread. Stops early if the first textures are
/// far beyond the limits. After a texture that is within the limits with a risk, it tries only a few more.
///
/// \param sidePx  of the places of a texture that are measured: at most TextureMeasures::usualSidePx
/// \return the first texture without a risk, or else the one within the limits with the least risk, or else
///         the one that exceeds the limits least, with everything measured; nothing if no settings fit the
///         photograph
/// \throws Cancelled, and what the maker and its child throw
///
/// Runs on the calling thread, which holds the memory of memoryForTextureSearch(). Takes about a second for
/// each of the settings, or less if the shares of the depths show at once that they do not serve.
[[nodiscard]] std::optional<FoundTexture> findLikeTexture(const PhotographMeasures& photograph,
                                                          const TextureSettings& first, Size size,
                                                          const TextureMaker& make,
                                                          const std::stop_token& stop,
                                                          std::int64_t sidePx = TextureMeasures::usualSidePx);

}  // namespace burin
