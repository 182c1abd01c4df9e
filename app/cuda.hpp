// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace burin::app {

/// A backend, or why there is none.
struct CudaChoice {
    std::unique_ptr<Backend> backend;
    std::string problem;
};

/// Opens the CUDA backend on the devices of these numbers, all that are usable where there are none.
/// \param memoryBytes  of each device; 0: chosen
[[nodiscard]] CudaChoice openCuda(const std::vector<int>& devices, std::size_t memoryBytes);

/// Writes pictures of that backend into textures of the OpenGL context that is current; null where another
/// card, or none, draws it.
[[nodiscard]] std::unique_ptr<TextureWriter> openTextureWriter();

/// The cards of this machine and why one is not used, a line each.
[[nodiscard]] std::vector<std::string> cudaDeviceLines();

}  // namespace burin::app
