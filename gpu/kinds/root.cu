// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/root.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/methods/packing.cuh"

#include <algorithm>

namespace burin::gpu {

namespace {

constexpr int rootThreads = 128;

/// Samples of a row that a thread packs: those that fill 16 bytes, or one byte if they are single bits.
template <int depth>
constexpr int samplesOf = depth == 8 ? 16 : 8;

/// The result of one thread, in its memory layout.
template <int depth>
struct Packed;

template <>
struct Packed<8> {
    union {
        std::uint8_t bytes[16];
        uint4 vector;
    };
    __device__ void set(int k, float v, float half) {
        bytes[k] = static_cast<std::uint8_t>(static_cast<int>(v * 255.0F + half));
    }
};

template <>
struct Packed<16> {
    union {
        std::uint8_t bytes[16];
        std::uint16_t levels[8];
        uint4 vector;
    };
    __device__ void set(int k, float v, float half) {
        levels[k] = static_cast<std::uint16_t>(static_cast<int>(v * 65535.0F + half));
    }
};

template <>
struct Packed<1> {
    union {
        std::uint8_t bytes[1];
        std::uint8_t vector = 0;
    };
    __device__ void set(int k, float v, float threshold) {
        if (v + threshold >= 1.0F) vector = static_cast<std::uint8_t>(vector | 0x80 >> k);
    }
};

/// A thread packs samplesOf<depth> samples of a row; as vectors if `in` and `out` say that rows are aligned.
template <int depth>
__global__ void packKernel(const Packing packing, Point at, ConstDeviceSamples value, std::uint8_t* out,
                           std::size_t strideBytes, bool vectorsIn, bool vectorsOut) {
    constexpr int samples = samplesOf<depth>;
    constexpr int bytes = samples * depth / 8;
    const std::int64_t thread = std::int64_t{blockIdx.x} * rootThreads + threadIdx.x;
    const std::int64_t x = thread * samples;
    if (x >= value.width) return;
    const auto number = static_cast<int>(min(std::int64_t{samples}, value.width - x));
    for (std::int64_t y = blockIdx.y; y < value.height; y += gridDim.y) {
        const float* from = value.row(y) + x;
        alignas(16) float v[samples];
        if (vectorsIn && number == samples) {
#pragma unroll
            for (int k = 0; k < samples; k += 4)
                *reinterpret_cast<float4*>(v + k) = *reinterpret_cast<const float4*>(from + k);
        } else {
#pragma unroll
            for (int k = 0; k < samples; ++k)
                v[k] = k < number ? from[k] : 0.0F;
        }
        shape(packing, v);
        float threshold[samples];
#pragma unroll
        for (int k = 0; k < samples; ++k)
            threshold[k] = 0.5F;
        if constexpr (depth == 1) {
            if (packing.dither.side > 0) readThresholds(packing.dither, at.x + x, at.y + y, threshold);
        }
        Packed<depth> packed;
#pragma unroll
        for (int k = 0; k < samples; ++k) {
            if (k < number) packed.set(k, clamped(v[k]), threshold[k]);
        }
        std::uint8_t* to = out + static_cast<std::size_t>(y) * strideBytes + thread * bytes;
        if (vectorsOut && number == samples) {
            *reinterpret_cast<decltype(packed.vector)*>(to) = packed.vector;
        } else {
#pragma unroll
            for (int k = 0; k < bytes; ++k) {
                if (k * 8 < number * depth) to[k] = packed.bytes[k];
            }
        }
    }
}

template <int depth>
void pack(cudaStream_t cudaStream, const Packing& packing, Point at, ConstDeviceSamples value,
          std::uint8_t* out, std::size_t strideBytes) {
    const std::int64_t perBlock = std::int64_t{rootThreads} * samplesOf<depth>;
    const dim3 blocks(static_cast<unsigned>((value.width + perBlock - 1) / perBlock),
                      static_cast<unsigned>(std::min<std::int64_t>(value.height, 65535)));
    const bool vectorsOut = reinterpret_cast<std::uintptr_t>(out) % 16 == 0 && strideBytes % 16 == 0;
    packKernel<depth><<<blocks, rootThreads, 0, cudaStream>>>(packing, at, value, out, strideBytes,
                                                              value.aligned(16), vectorsOut);
    check(cudaGetLastError());
}

}  // namespace

void packSamples(cudaStream_t cudaStream, const Packing& packing, Point at, ConstDeviceSamples value,
                 std::uint8_t* out, std::size_t strideBytes) {
    if (value.width <= 0 || value.height <= 0) return;
    const auto packAs = packing.depth == 8 ? &pack<8> : packing.depth == 16 ? &pack<16> : &pack<1>;
    packAs(cudaStream, packing, at, value, out, strideBytes);
}

OnDevice<Root>::OnDevice(const Root& node) : depth_(node.depth), invert_(node.invert) {
    if (node.materialCurve) material_.emplace(*node.materialCurve);
    if (node.machineCurve) machine_.emplace(*node.machineCurve);
    if (const DitherMatrix* matrix = matrixOf(node.dither)) {
        ditherSide_ = matrix->side();
        thresholds_ = DeviceTable<float>(matrix->rows());
    }
}

std::size_t OnDevice<Root>::residentBytes() const {
    std::size_t bytes = thresholds_.bytes();
    for (const auto* curve : {&material_, &machine_}) {
        if (*curve) bytes += (*curve)->in.bytes() + (*curve)->out.bytes() + (*curve)->slope.bytes();
    }
    return bytes;
}

Packing OnDevice<Root>::packing() const {
    return {depth_,
            invert_,
            material_ ? material_->view() : DeviceCurve{},
            machine_ ? machine_->view() : DeviceCurve{},
            {thresholds_.data(), ditherSide_}};
}

void DeviceReduction<Root, Trait::data>::apply(const Root& node, const OnDevice<Root>&,
                                               const DeviceCall& call) {
    if (call.index > 0) {
        reduceOver(call);
        if (call.last() && masked(call.links)) sanitise(call.cudaStream, call.value);
        return;
    }
    call.takeChild();
    const float background = node.background;
    if (background == 0) return;
    mapSamples(call.cudaStream, call.value,
               [background] __device__(float v) { return v != 0.0F ? v : background; });
}

std::unique_ptr<DeviceOperation> rootOnDevice(std::shared_ptr<const OperationOf<Root>> operation,
                                              Patience patience) {
    return std::make_unique<DeviceOperationOf<Root>>(std::move(operation), patience);
}

}  // namespace burin::gpu
