// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/repeat.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace burin {

/// How overlapping repeats are combined.
enum class RepeatBlend { over, mean, add, max, min };

inline constexpr std::array<std::string_view, 5> repeatBlendNames = {"over", "mean", "add", "max", "min"};

[[nodiscard]] RepeatBlend repeatBlendNamed(std::string_view name);
[[nodiscard]] ParameterDescription repeatBlendDescription();

/// The parameter `closes`: after how many pixels the whole node repeats.
[[nodiscard]] ParameterDescription closesDescription();
[[nodiscard]] Size closesOf(const Values& values);
/// "400 px along x and 300 px along y"
[[nodiscard]] std::string closesText(Size closes);
/// The number of links that are patterns.
[[nodiscard]] std::size_t patternCount(std::span<const Trait> links);
/// Reports a problem if numbers of repeats would be summed.
void reportSummedIds(const BindContext& context, RepeatBlend blend, const Variation& variation);
/// A problem if a pattern is not bounded.
[[nodiscard]] std::optional<ParameterProblem> unboundedPattern(std::span<const LinkShape> patterns);
/// A problem if too many repeats overlap.
/// \param box       the rectangle that a repeat may cover
/// \param cellArea  square pixels for each repeat
[[nodiscard]] std::optional<ParameterProblem> overlapComplaint(std::string_view parameter, const Rect& box,
                                                               double cellArea);

/// Whether the samples of repeats are summed.
[[nodiscard]] constexpr bool sums(RepeatBlend blend) {
    return blend == RepeatBlend::mean || blend == RepeatBlend::add;
}

/// The limit below which combined repeats are swept: sums may be dust, and products may overflow. The samples
/// of a single repeat are free of dust.
[[nodiscard]] inline float dustOf(RepeatBlend blend, const Variation& variation) {
    return sums(blend) || variation.amplifies() ? dustLimit : 0.0F;
}

/// A pattern up to this size is fetched once as a whole. A larger one is fetched in parts for each repeat.
inline constexpr std::int64_t wholePatternSamples = std::int64_t{1} << 18;

/// Combines repeats into the value of a call, one after the other, from the lowest to the topmost.
///
/// All patterns are read in parts through the call's child. A small pattern is read only once if the call
/// reads nothing else.
class RepeatPainter {
  public:
    RepeatPainter(const LinkCall& call, RepeatBlend blend, const Variation& variation);

    /// Combines the part of the repeat inside the call's area.
    void paint(const Repeat& repeat);
    /// Combines a part of the call's area with the first pattern's samples over `source`, unchanged.
    void paintPlain(const Rect& part, const Rect& source);
    /// Completes the value after the last repeat.
    void finish();

    /// Adds fetches of the small patterns that repeats may show, each as a whole.
    /// \return for each pattern, whether it is complete, so that nameParts() need not be called
    [[nodiscard]] static std::vector<bool> nameWhole(std::span<const LinkShape> links,
                                                     const Variation& variation, std::vector<Fetch>& out);
    /// Names the samples of its pattern that painting a repeat into `area` reads.
    static void nameParts(const Repeat& repeat, const Rect& area, std::vector<Fetch>& out);
    [[nodiscard]] static std::size_t scratchBytes(const Rect& area, RepeatBlend blend,
                                                  const Variation& variation);

  private:
    /// Whether a second number is kept for each value: the number of samples in a mean, or the sample of the
    /// repeat whose number is shown.
    [[nodiscard]] static bool hasBesides(RepeatBlend blend, const Variation& variation);

    /// A pattern's samples over a rectangle that was named. Valid until the next call.
    [[nodiscard]] ConstSamplesView read(std::size_t pattern, const Rect& source);
    void combine(const Rect& part, RepeatRows rows);

    const LinkCall& call_;
    RepeatOperation operation_;
    void (*kernel_)(const RepeatRows& rows);
    Rect whole_;  ///< the part of the only pattern that was read; may be empty
    ConstSamplesView samples_;
    float* besides_ = nullptr;  ///< one for each sample of the area, or nullptr
    float* buffer_;
    std::size_t workBytes_;
    std::byte* work_;
};

}  // namespace burin
