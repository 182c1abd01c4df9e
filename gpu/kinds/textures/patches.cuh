// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/example_kernels.hpp"
#include "gpu/kinds/form/pointwise.cuh"

namespace burin::gpu {

/// A sample of an example as it is shown.
template <bool plain>
__device__ inline float toned(const ExampleTone& tone, float sample) {
    return swept(plain ? sample : tone.mean + tone.contrast * (sample - tone.mean));
}

}  // namespace burin::gpu
