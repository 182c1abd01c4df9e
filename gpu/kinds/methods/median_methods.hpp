// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ways to find medians, each fastest for some radii. They are in separate files because networks take
// long to compile. In all of them `padded` is larger than `out` by 2 * radius samples on each axis, `out` is
// not empty, and the work is queued on `cudaStream`.

#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace burin::gpu::median {

/// Windows of (2 * radius + 1)^2 samples, by a network for that radius.
template <int radius, class Sample>
void networkMedian(cudaStream_t cudaStream, DeviceView<const Sample> padded, DeviceView<Sample> out);

/// Uses sorted squares. For radius 1 to 31; the fastest method for radii without a network.
void sortedMedian(cudaStream_t cudaStream, DeviceView<const float> padded, DeviceView<float> out, int radius);
void sortedMedian(cudaStream_t cudaStream, DeviceView<const std::uint8_t> padded,
                  DeviceView<std::uint8_t> out, int radius);

}  // namespace burin::gpu::median
