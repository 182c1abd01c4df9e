// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ways to find medians, each fastest for some radii. They have files of their own because networks take
// long to compile. For all of them `padded` is 2 * radius samples larger than `out` on each axis, which is
// not empty, and the work is queued on `stream`.

#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace burin::gpu::median {

/// Windows of (2 * radius + 1)^2 samples, by a network of their own.
template <int radius, class Sample>
void networkMedian(cudaStream_t stream, DeviceView<const Sample> padded, DeviceView<Sample> out);

/// From sorted squares: for radius 1 to 31, and the fastest for those that have no network.
void sortedMedian(cudaStream_t stream, DeviceView<const float> padded, DeviceView<float> out, int radius);
void sortedMedian(cudaStream_t stream, DeviceView<const std::uint8_t> padded, DeviceView<std::uint8_t> out,
                  int radius);

}  // namespace burin::gpu::median
