// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Includes no CUDA or OpenGL header, because the program's front ends include this file.

#include "core/render/device_picture.hpp"

#include <memory>

namespace burin::gpu {

/// Writes pictures of CudaBackend into textures of the current OpenGL context, on the card that draws them.
/// Null if no CUDA card draws the context, for example with software OpenGL.
[[nodiscard]] std::unique_ptr<TextureWriter> openTextureWriter();

}  // namespace burin::gpu
