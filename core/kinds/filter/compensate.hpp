// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/file_content.hpp"
#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/filter.hpp"
#include "core/kinds/methods/convolution_method.hpp"
#include "core/kinds/methods/spot/spot_kernel.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace burin {

/// Depths with which a spot engraves a surface that is closer to the child (P. H. van Cittert, Zum Einfluss
/// der Spaltbreite auf die Intensitaetsverteilung in Spektrallinien II, 1931).
///
/// t = low + (1 - low - high) * clamp(c, 0, 1), u = t, and n times u = clamp(u + t - K u, 0, 1), where K is
/// the kernel of the spot. All of it is defined on the whole plane: outside of its rectangle the child is
/// continued as `edge` says. Each step is within 1e-5 of the exact one.
///
/// A sample depends on the child's samples up to n reaches of the kernel away, operation by operation.
struct Compensate : FilterBase {
    struct Parameters {
        LaserSpot spot;
        double pixelUm = 1;
        int iterations = 5;
        Vector headroom;  ///< low, high
        Edge edge = Edge::empty;
    };

    /// \param kernel   computes the kernel of the spot; each device calls it when it first needs the kernel,
    ///         from any thread
    /// \param picture  the picture of a spot that is an image
    Compensate(const Parameters& all, const SpotReach& reach, std::function<KernelMatrix()> kernel,
               std::shared_ptr<const FileContent> picture = nullptr);

    Parameters parameters;
    SpotReach reach;
    std::shared_ptr<const FileContent> picture;
    /// Computes the kernel that weighs the samples around a place: for `method`, and for the method of a
    /// card.
    std::function<KernelMatrix()> gathering;
    Deferred<std::unique_ptr<const ConvolutionMethod>> method;

    [[nodiscard]] float low() const { return static_cast<float>(parameters.headroom.x); }
    [[nodiscard]] float span() const {
        return static_cast<float>(1 - parameters.headroom.x - parameters.headroom.y);
    }
    /// `area` with the samples around it that `steps` steps read.
    [[nodiscard]] Rect around(const Rect& area, int steps) const {
        return area.grown(std::int64_t{steps} * reach.x, std::int64_t{steps} * reach.y);
    }

    /// A child of 0 gives a depth of 0 beyond the reach, unless there is headroom below.
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    void prepare(const std::stop_token& stop) const { static_cast<void>(method.value(stop)); }
    [[nodiscard]] const LaserSpot* compensatedSpot() const { return &parameters.spot; }
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return dustLimit; }
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] const FileContent* content() const { return picture.get(); }
    [[nodiscard]] std::size_t residentBytes() const { return method.value()->residentBytes(); }
};

template <>
struct Reduction<Compensate, Trait::data> {
    static void apply(const Compensate& node, const LinkCall& call);
};

[[nodiscard]] Kind compensateKind();

}  // namespace burin
