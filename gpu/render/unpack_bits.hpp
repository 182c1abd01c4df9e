// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/check.hpp"
#include "gpu/device/view.hpp"

#include <cstddef>
#include <cstdint>

namespace burin::gpu {

/// Unpacks bits into bytes of 0 and 1. The first bit of a row is the highest of its first byte.
/// \param strideBytes  from one row of bits to the next
///
/// Does not wait.
void unpackBits(cudaStream_t cudaStream, const std::uint8_t* bits, std::size_t strideBytes,
                DeviceView<std::uint8_t> out);

}  // namespace burin::gpu
