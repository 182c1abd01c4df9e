// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/generate/example.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace burin {

/// How often each of 65536 depths from 0 to 1 occurs. Depths of 8 and 16 bits are kept exactly.
class DepthShares {
  public:
    static constexpr std::size_t depths = 65536;

    DepthShares() : counts_(depths) {}
    [[nodiscard]] static constexpr std::size_t bytes() { return depths * sizeof(std::uint64_t); }
    void add(std::span<const float> samples);

    [[nodiscard]] double mean() const;
    [[nodiscard]] double spread() const;  ///< the standard deviation
    /// The shares after `contrast`, as the kind `example` applies it, clamped to 0 to 1.
    [[nodiscard]] DepthShares toned(double mean, double contrast) const;
    /// The largest difference of the shares up to a depth: 0 to 1.
    [[nodiscard]] double difference(const DepthShares& other) const;

  private:
    std::vector<std::uint64_t> counts_;
};

/// The power of structures of different sizes: the means over rings of frequencies from 8 periods in a window
/// to one period in 2 px.
struct StructureBands {
    static constexpr std::size_t count = 12;
    std::array<double, count> power{};
    std::int64_t windowPx = 0;

    /// Half the length of a period of a band: the usual size of its structures.
    [[nodiscard]] double sizePx(std::size_t band) const;
};

/// The properties of a photograph that its texture should have.
struct PhotographMeasures {
    DepthShares shares;
    double mean = 0;
    double spread = 0;
    StructureBands bands;

    /// The bytes that of() takes, in addition to the samples.
    [[nodiscard]] static std::size_t bytes();
    /// \param samples  width * height samples, row by row; at least 32 x 32
    /// \throws Cancelled
    [[nodiscard]] static PhotographMeasures of(std::span<const float> samples, Size size,
                                               const std::stop_token& stop);
};

/// The properties of a texture that have a limit. The page about textures sets the limits for each method.
enum class LikenessBound {
    spread,      ///< the spread of the depths, relative to the photograph's
    depths,      ///< the shares of the depths
    structures,  ///< the power of structures of some size, relative to the photograph's, in dB
    repeat,      ///< the correlation of places 100 px and more apart
    seams,       ///< the steps across seams, relative to the steps elsewhere
};

/// A limit that a texture exceeds.
struct LikenessMiss {
    LikenessBound bound = LikenessBound::spread;
    /// spread: the ratio minus 1; structures: the difference in dB; others: as measured.
    double value = 0;
    double limit = 0;
    double px = 0;  ///< structures: their size; repeat: the distance

    /// The value relative to its limit. It exceeds 1 if the limit is exceeded.
    [[nodiscard]] double excess() const;
};

/// A texture, compared with its photograph.
struct TextureLikeness {
    double spread = 1;
    double depths = 0;
    double structuresDb = 0;  ///< of the band that differs most; only for `blend`
    double structurePx = 0;
    double repeat = 0;
    double repeatPx = 0;
    double seams = 1;         ///< only for `cut`
    bool everything = false;  ///< structures and repeats are measured; if not, they count as alike
    ExampleTexture::Method method = ExampleTexture::Method::blend;

    /// The limits that are exceeded, the worst first.
    [[nodiscard]] std::vector<LikenessMiss> misses() const;
    /// The largest LikenessMiss::excess() of all properties. It is at most 1 if all properties are within
    /// their limits.
    [[nodiscard]] double worst() const;
    /// As worst(), relative to stricter limits: places of a texture differ from each other, most of all in
    /// their spread. If it is at most 1, other places are very likely within the limits too.
    [[nodiscard]] double risk() const;

  private:
    [[nodiscard]] std::vector<LikenessMiss> compared() const;
};

/// The largest correlation of places that are far apart, and their distance.
struct FarCorrelation {
    double most = 0;
    double px = 0;
};

/// Samples of a texture at several places, measured for the comparison with its photograph.
///
/// The places are squares: one at the origin, the others far from it. The depths are measured at eight
/// places, and the properties that take more time at four of them.
class TextureMeasures {
  public:
    static constexpr std::int64_t usualSidePx = 1024;

    /// The bytes that each object with places of the usual side keeps.
    [[nodiscard]] static std::size_t bytesKept();
    /// The bytes that an object takes in addition while it measures.
    [[nodiscard]] static std::size_t bytesAtWork();
    /// \param sidePx  of the places: even, and at least 512, which is the largest window. Smaller places take
    ///                less time, and the likeness depends more on chance.
    /// \pre the node holds its child, has no contrast and does not close
    /// \throws Cancelled
    TextureMeasures(const ExampleTexture& texture, std::stop_token stop, std::int64_t sidePx = usualSidePx);

    /// The likeness with a contrast, which the node does not have yet.
    ///
    /// Structures and repeats take most of the time. They are measured once all that is known is within its
    /// limits, or with `everything`; before that they count as alike.
    /// \throws Cancelled
    [[nodiscard]] TextureLikeness compare(const PhotographMeasures& photograph, double contrast,
                                          bool everything = false);

  private:
    /// \param windows  the numbers of the windows that the samples are read from
    void measureSeams(std::span<const float> samples, std::span<const float> windows);
    void measureStructures(std::int64_t windowPx);
    void measureRepeat();
    void addStructures(const PhotographMeasures& photograph, double contrast, TextureLikeness& like) const;

    ExampleTexture::Method method_;
    std::int64_t sidePx_;
    std::stop_token stop_;
    double mean_ = 0;
    std::vector<std::vector<float>> places_;
    DepthShares shares_;
    std::optional<StructureBands> bands_;
    std::optional<FarCorrelation> repeat_;
    double acrossSum_ = 0, acrossCount_ = 0;        ///< steps across seams
    double elsewhereSum_ = 0, elsewhereCount_ = 0;  ///< other steps
};

}  // namespace burin
