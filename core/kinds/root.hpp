// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/expression/curve.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/dither.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace burin {

/// Limit in um of a depth that commands take for the value 1.
inline constexpr double mostFullDepthUm = 1e6;

/// The problem of everything that needs depths in um, if the root has no `full_depth`.
[[nodiscard]] Problem missingFullDepth();

/// The surface to engrave: the root's parameters, and how its samples are written.
struct Root : KindBase {
    static constexpr bool takesData = true;

    int depth = 8;         ///< 1, 8 or 16 bits
    float background = 0;  ///< sanitised: no dust
    bool invert = false;
    std::optional<Curve> materialCurve;
    std::optional<Curve> machineCurve;
    Dither dither = Dither::none;  ///< with depth 1 only
    double fullDepthUm = 0;        ///< 0: not given
    bool lightDeep = false;

    /// The whole extent, because the background shows outside of the children.
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape> links,
                                                std::optional<Lattice> children) const;
    void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const;
    void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                 float* value) const;
    /// True only for the first link: if a sample of a later child is 0, the sample below it shows.
    [[nodiscard]] bool passesMean(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] bool showsApart(std::span<const LinkShape> links) const;
    [[nodiscard]] std::string fingerprint() const;
    /// Adds no dust, because every sample is a child's sample or the background.
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return 0; }

    /// Computes the written values of a row of samples, in [0, 1]: clamped, inverted, through both curves. In
    /// place.
    void shape(float* row, std::int64_t count) const;
    /// Shapes and packs a row of samples that starts at `at`; overwrites `row`.
    /// \param out  (count * depth + 7) / 8 bytes
    void pack(float* row, Point at, std::byte* out, std::int64_t count) const;
    /// The byte that it writes for each sample k / 255; nothing if it always writes k. \pre depth == 8
    [[nodiscard]] std::optional<std::array<std::uint8_t, 256>> changedLevels() const;
};

template <>
struct Reduction<Root, Trait::data> {
    static void apply(const Root&, const LinkCall& call) { reduceCovered(call, pointwiseKernels().over); }
};

/// Computes the samples before they are written.
template <>
struct ByteReduction<Root> {
    /// Its background must be a level.
    static ByteTwin twin(const Root& node);
    static void apply(const Root& node, const ByteCall& call);
    /// The first link's, if the written bytes are just the rounded samples of its child wherever no other
    /// child lies.
    static bool roundsLink(const Root& node, std::size_t index);
};

}  // namespace burin
