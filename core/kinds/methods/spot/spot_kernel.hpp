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

/// The description of the parameter `spot`, without a help text: it is shared by the machine's spot and that
/// of a kind.
[[nodiscard]] ParameterDescription spotDescription();

/// How many samples a kernel has on each side of its middle.
struct SpotReach {
    int x = 0;
    int y = 0;
};

/// The reach of a spot's kernel, without computing its weights. \pre the shape is not an image
/// \return nothing if a side is longer than longestSpotSide
[[nodiscard]] std::optional<SpotReach> spotReach(const LaserSpot& spot, const Vector& pitchUm);

/// The weights of the samples around the one at which the spot points: the share of its effect that each of
/// them receives. They add up to 1.
///
/// A gaussian is sampled and cut off at ceil(3 sigma), where sigma is a quarter of the diameter. For a
/// `top_hat`, the weight of a sample is the share of its 16 x 16 places that lie inside the ellipse. An image
/// is reduced by area around its middle.
/// \param pitchUm  the pitches of the samples
/// \param image    the picture of a spot whose shape is an image, row by row; not read for other shapes
/// \return nothing if a side is longer than longestSpotSide, or if the image is black or has negative pixels
/// Pure; the same bits on every processor.
[[nodiscard]] std::optional<KernelMatrix> spotKernel(const LaserSpot& spot, const Vector& pitchUm,
                                                     const ConstSamplesView& image = {});

/// The kernel that weighs the samples around a place. A spot's kernel spreads a place over the samples around
/// it, so the sum of everything that reaches a place needs the kernel turned by 180 degrees.
[[nodiscard]] KernelMatrix gatheringKernel(KernelMatrix kernel);

}  // namespace burin
