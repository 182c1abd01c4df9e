// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/repeats/paint_interpolated.cuh"

namespace burin::gpu {

void paintScaledCopies(cudaStream_t cudaStream, const RepeatMixing& mixing, const Repeats& around,
                       const RepeatTable& table, const float* arena, DeviceSamples out) {
    paintInterpolated<ScaledBlocks>(cudaStream, mixing, around, table, arena, out);
}

}  // namespace burin::gpu
