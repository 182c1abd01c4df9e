// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/kinds/methods/spot/spot_kernel.hpp"

#include <filesystem>
#include <memory>
#include <variant>

namespace burin {

class InputFile;

/// The kernel of a spot of any shape, or the reason why there is none. Reads the file of a spot that is an
/// image.
/// \param folder   relative paths start in this folder
/// \param pitchUm  the pitches of the samples
[[nodiscard]] std::variant<KernelMatrix, Problem> readSpotKernel(const LaserSpot& spot,
                                                                 const std::filesystem::path& folder,
                                                                 const Vector& pitchUm);

/// Like readSpotKernel() above, for an open file. \param picture  the file of a spot that is an image
/// \throws ImageError
[[nodiscard]] std::variant<KernelMatrix, Problem> readSpotKernel(
    const LaserSpot& spot, const std::shared_ptr<const InputFile>& picture, const Vector& pitchUm);

/// The problem of a spot that has no kernel.
[[nodiscard]] Problem spotHasNoKernel(const LaserSpot& spot);

}  // namespace burin
