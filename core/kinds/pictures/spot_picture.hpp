// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/kinds/methods/spot/spot_kernel.hpp"

#include <filesystem>
#include <variant>

namespace burin {

/// The kernel of a spot of any shape, or why there is none. Reads the file of a spot that is an image.
/// \param folder   where a relative path of the file starts
/// \param pitchUm  of the samples
[[nodiscard]] std::variant<KernelMatrix, Problem> readSpotKernel(const LaserSpot& spot,
                                                                 const std::filesystem::path& folder,
                                                                 const Vector& pitchUm);

/// What is wrong with a spot that has no kernel.
[[nodiscard]] Problem spotHasNoKernel(const LaserSpot& spot);

}  // namespace burin
