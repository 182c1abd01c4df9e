// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/samples.hpp"
#include "core/kinds/form/description.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/kinds/form/parameters/vector.hpp"
#include "core/kinds/methods/kernel_matrix.hpp"

#include <optional>

namespace burin {

/// The longest side of a spot's kernel in samples.
inline constexpr int longestSpotSide = 255;

/// The parameter `spot`, without a help text: the same for the machine and for a kind.
[[nodiscard]] ParameterDescription spotDescription();

/// How many samples a kernel has on each side of its middle.
struct SpotReach {
    int x = 0;
    int y = 0;
};

/// The reach of a spot's kernel, without computing its weights. \pre the shape is not an image
/// \return nothing if a side is longer than longestSpotSide
[[nodiscard]] std::optional<SpotReach> spotReach(const LaserSpot& spot, const Vector& pitchUm);

/// The share of a spot's effect that reaches each sample around the one that it points at. The shares add up
/// to 1.
///
/// A gaussian is sampled and cut at ceil(3 sigma), sigma a quarter of the diameter. Of a `top_hat`, the share
/// of a sample is that of its 16 x 16 places inside the ellipse. An image is reduced by area about its
/// middle.
/// \param pitchUm  of the samples
/// \param image    the picture of a spot whose shape is an image, row by row; others do not read it
/// \return nothing if a side is longer than longestSpotSide, or if the image is black or has negative pixels
/// Pure; the same bits on every processor.
[[nodiscard]] std::optional<KernelMatrix> spotKernel(const LaserSpot& spot, const Vector& pitchUm,
                                                     const ConstSamplesView& image = {});

/// The kernel that weighs the samples around a place. A spot's kernel spreads a place over the samples around
/// it, so the sum of all that reaches a place needs the kernel after half a turn.
[[nodiscard]] KernelMatrix gatheringKernel(KernelMatrix kernel);

}  // namespace burin
