// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

namespace burin::gpu {

/// Writes the samples of `out`, which covers fetch.area, that the edge rule maps into `piece`. `piece` is a
/// rectangle inside the child's extent, and `source` covers it. Queued on `cudaStream`.
void spreadEdge(cudaStream_t cudaStream, const Fetch& fetch, const Rect& extent, const Rect& piece,
                ConstDeviceSamples source, DeviceSamples out);

}  // namespace burin::gpu
