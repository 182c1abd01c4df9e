// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Work that is done sample by sample. A thread processes four neighbours in a row, as one vector if the rows
// are aligned, and walks down the rows of its column.

#include "core/kinds/form/operation.hpp"
#include "gpu/device/check.hpp"
#include "gpu/device/view.hpp"

#include <algorithm>
#include <cstdint>

namespace burin::gpu {

/// The final value of a sample: 0 if it is dust, NaN or infinite; never -0.
__device__ inline float swept(float v, float limit = dustLimit) {
    const float magnitude = fabsf(v);
    return magnitude >= limit && magnitude <= 3.40282346638528859812e+38F ? v : 0.0F;
}

/// A function of a value and a child's sample. It removes dust if it is the `last` one of a node.
template <class Function>
struct Finally {
    Function function;
    bool last;
    __device__ float operator()(float v, float c) const {
        const float result = function(v, c);
        return last ? swept(result) : result;
    }
};

namespace pointwise {

inline constexpr int threads = 128;
inline constexpr int samples = 4;  ///< samples per thread and row

/// The shape of a grid whose threads each process `samples` samples of a row.
struct Grid {
    dim3 blocks;
    explicit Grid(std::int64_t width, std::int64_t height)
        : blocks(static_cast<unsigned>((width + threads * samples - 1) / (threads * samples)),
                 static_cast<unsigned>(std::min<std::int64_t>(height, 65535))) {}
};

/// Loads four samples of a row from column x on, except those beyond the row's end.
template <bool vectors>
__device__ inline void load(const float* row, std::int64_t x, std::int64_t width, float (&out)[samples]) {
    if (vectors && x + samples <= width) {
        const float4 v = *reinterpret_cast<const float4*>(row + x);
        out[0] = v.x, out[1] = v.y, out[2] = v.z, out[3] = v.w;
        return;
    }
    for (int k = 0; k < samples; ++k)
        out[k] = x + k < width ? row[x + k] : 0.0F;
}

template <bool vectors>
__device__ inline void store(float* row, std::int64_t x, std::int64_t width, const float (&in)[samples]) {
    if (vectors && x + samples <= width) {
        *reinterpret_cast<float4*>(row + x) = make_float4(in[0], in[1], in[2], in[3]);
        return;
    }
    for (int k = 0; k < samples; ++k) {
        if (x + k < width) row[x + k] = in[k];
    }
}

template <bool vectors, class Function>
__global__ void mapKernel(DeviceSamples value, Function function) {
    const std::int64_t x = (std::int64_t{blockIdx.x} * threads + threadIdx.x) * samples;
    if (x >= value.width) return;
    for (std::int64_t y = blockIdx.y; y < value.height; y += gridDim.y) {
        float v[samples];
        load<vectors>(value.row(y), x, value.width, v);
        for (int k = 0; k < samples; ++k)
            v[k] = function(v[k]);
        store<vectors>(value.row(y), x, value.width, v);
    }
}

template <bool vectors, class Function>
__global__ void combineKernel(DeviceSamples value, ConstDeviceSamples child, Function function) {
    const std::int64_t x = (std::int64_t{blockIdx.x} * threads + threadIdx.x) * samples;
    if (x >= value.width) return;
    for (std::int64_t y = blockIdx.y; y < value.height; y += gridDim.y) {
        float v[samples];
        float c[samples];
        load<vectors>(value.row(y), x, value.width, v);
        load<vectors>(child.row(y), x, value.width, c);
        for (int k = 0; k < samples; ++k)
            v[k] = function(v[k], c[k]);
        store<vectors>(value.row(y), x, value.width, v);
    }
}

}  // namespace pointwise

/// value = function(value), for every sample.
template <class Function>
void mapSamples(cudaStream_t cudaStream, DeviceSamples value, Function function) {
    if (value.width <= 0 || value.height <= 0) return;
    const pointwise::Grid grid(value.width, value.height);
    if (value.aligned(16)) {
        pointwise::mapKernel<true><<<grid.blocks, pointwise::threads, 0, cudaStream>>>(value, function);
    } else {
        pointwise::mapKernel<false><<<grid.blocks, pointwise::threads, 0, cudaStream>>>(value, function);
    }
    check(cudaGetLastError());
}

/// value = function(value, child), for every sample. \pre both have the same size
template <class Function>
void combineSamples(cudaStream_t cudaStream, DeviceSamples value, ConstDeviceSamples child,
                    Function function) {
    if (value.width <= 0 || value.height <= 0) return;
    const pointwise::Grid grid(value.width, value.height);
    if (value.aligned(16) && child.aligned(16)) {
        pointwise::combineKernel<true>
            <<<grid.blocks, pointwise::threads, 0, cudaStream>>>(value, child, function);
    } else {
        pointwise::combineKernel<false>
            <<<grid.blocks, pointwise::threads, 0, cudaStream>>>(value, child, function);
    }
    check(cudaGetLastError());
}

}  // namespace burin::gpu
