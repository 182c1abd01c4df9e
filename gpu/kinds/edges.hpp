// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/operation.hpp"
#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

namespace burin::gpu {

/// Copies to every place of `out`, which covers fetch.area, whose position under the edge rule lies in
/// `piece`, a rectangle inside the child's extent that `source` covers.
void spreadEdge(cudaStream_t stream, const Fetch& fetch, const Rect& extent, const Rect& piece,
                ConstDeviceSamples source, DeviceSamples out);

}  // namespace burin::gpu
