// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Endless textures from patches of an example. Both functions give the processor's bits, without dust, queue
// their work on `cudaStream` and allocate nothing.

#include "core/kernels/textures/example_kernels.hpp"
#include "core/kinds/methods/textures/patch_blend.hpp"
#include "core/kinds/methods/textures/patch_cut.hpp"
#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>

namespace burin::gpu {

/// Patches that fade into each other. The tables lie on the device.
struct BlendedPatches {
    BlendGeometry geometry;
    const float* normal;  ///< BlendTables::normal
    const float* values;  ///< BlendTables::values
    int sharpness;
    ExampleTone tone;
};
void blendPatches(cudaStream_t cudaStream, const BlendedPatches& patches, const Rect& area,
                  DeviceSamples value);

/// The windows of colours in the example: the indices of their centres.
struct CutWindows {
    static constexpr int most = 16;
    std::int32_t centres[most];
};

/// Patches that meet in seams. The tables lie on the device.
struct CutPatches {
    CutGeometry geometry;
    const float* example;
    std::int32_t width;  ///< width of the example
    CutWindows windows;
    const std::uint16_t* upright;  ///< CutTables::upright
    const std::uint16_t* seams;    ///< CutTables::seams
    ExampleTone tone;
};
void cutPatches(cudaStream_t cudaStream, const CutPatches& patches, const Rect& area, DeviceSamples value);

}  // namespace burin::gpu
