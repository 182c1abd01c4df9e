// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/samples.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/kinds/form/parameters/vector.hpp"
#include "core/kinds/methods/kernel_matrix.hpp"

#include <optional>

namespace burin {

/// The longest side of a spot's kernel in samples.
inline constexpr int longestSpotSide = 255;

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

}  // namespace burin
