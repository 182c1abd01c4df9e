// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/rough_kernels.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/height_distribution.hpp"
#include "core/kinds/methods/textures/rough_octave.hpp"

#include <string>
#include <vector>

namespace burin {

/// A random surface of a given roughness: correlated heights that follow a given distribution.
struct Rough : KindBase {
    enum class Spectrum { gaussian, exponential, selfAffine };
    struct Parameters {
        double sq = 0.1;    ///< the standard deviation, in samples
        double salPx = 10;  ///< the distance at which the autocorrelation across `rotate` falls to 0.2
        /// the ratio of salPx to the distance at which the autocorrelation along `rotate` falls to 0.2
        double str = 1;
        double rotate = 0;  ///< degrees, clockwise
        Size closes;        ///< the period of the surface; 0 x 0 if it does not repeat
        std::uint32_t seed = 0;
        Spectrum spectrum = Spectrum::gaussian;
        double hurst = 0.8;  ///< only for self-affine surfaces
        HeightDistribution heights;
        double mean = 0.5;
    };
    explicit Rough(const Parameters& all);

    Parameters parameters;
    double lengthPx = 1;  ///< the correlation length L of octave 0
    std::vector<RoughOctave> octaves;

    /// The parameters of RoughKernels::finish: `base`, `span` and so on.
    [[nodiscard]] RoughScale scale() const;
    /// The share of samples that are cut off at 0 or 1, if heights follow their distribution exactly.
    [[nodiscard]] double clampedShare() const;

    using Reached = ReachedRoughness;
    /// The roughness after samples are cut off and cells are fitted.
    [[nodiscard]] Reached reached() const;
    [[nodiscard]] std::optional<ReachedRoughness> reachedRoughness() const { return reached(); }

    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const {
        return masked(links, own);
    }
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape>,
                                                std::optional<Lattice> children) const {
        return cells().period(children);
    }
    void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const;
    void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                 float* value) const;
    [[nodiscard]] std::optional<double> evenFrom() const { return 16 * parameters.salPx / parameters.str; }
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape> links) const;

    /// The cells of octave 0.
    [[nodiscard]] CellShape cells() const {
        return {lengthPx / 2, 1 / parameters.str, parameters.rotate, parameters.closes};
    }
};

}  // namespace burin
