// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace burin::app {

/// A backend, or the reason why there is none.
struct CudaChoice {
    std::unique_ptr<Backend> backend;
    std::string problem;
};

/// Opens the CUDA backend on the devices with these numbers, or on all usable devices if `devices` is empty.
/// \param memoryBytes  cap for each device; 0: chosen by the backend
[[nodiscard]] CudaChoice openCuda(const std::vector<int>& devices, std::size_t memoryBytes);

/// Writes the backend's pictures into textures of the current OpenGL context. Null if that context is drawn
/// by another card or by none.
[[nodiscard]] std::unique_ptr<TextureWriter> openTextureWriter();

/// The cards of this computer, one line each, with the reason if one is not used.
[[nodiscard]] std::vector<std::string> cudaDeviceLines();

}  // namespace burin::app
