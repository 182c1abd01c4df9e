// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// No header of CUDA or OpenGL: the program's front ends include this.

#include "core/render/device_picture.hpp"

#include <memory>

namespace burin::gpu {

/// Writes pictures of CudaBackend into textures of the OpenGL context that is current, on the card that
/// draws. Null where no card of CUDA draws it, such as with OpenGL by software.
[[nodiscard]] std::unique_ptr<TextureWriter> openTextureWriter();

}  // namespace burin::gpu
