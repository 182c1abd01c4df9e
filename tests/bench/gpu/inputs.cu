// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/gpu/inputs.hpp"

#include "gpu/device/check.hpp"

namespace burin::bench {

namespace {

constexpr int threads = 256;

template <class T, class Input>
__global__ void fillKernel(Input input, Point at, gpu::DeviceView<T> out) {
    const std::int64_t x = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    const std::int64_t y = blockIdx.y;
    if (x < out.width) out.row(y)[x] = input(at.x + x, at.y + y);
}

template <class T, class Input>
void fillWith(cudaStream_t cudaStream, const Input& input, Point at, gpu::DeviceView<T> out) {
    const dim3 blocks(static_cast<unsigned>((out.width + threads - 1) / threads),
                      static_cast<unsigned>(out.height));
    fillKernel<<<blocks, threads, 0, cudaStream>>>(input, at, out);
    gpu::check(cudaGetLastError());
}

__global__ void streamOutKernel(uint4* to, std::size_t vectors) {
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < vectors) __stcs(to + i, make_uint4(1, 2, 3, 4));
}

__global__ void streamThroughKernel(const uint4* from, uint4* to, std::size_t vectors) {
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i < vectors) __stcs(to + i, __ldcs(from + i));
}

__global__ void streamRepeatedKernel(const uint4* from, std::size_t once, uint4* to, std::size_t vectors) {
    const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= once) return;
    const uint4 vector = __ldg(from + i);
    for (std::size_t k = i; k < vectors; k += once)
        __stcs(to + k, vector);
}

unsigned blocksFor(std::size_t vectors) {
    return static_cast<unsigned>((vectors + threads - 1) / threads);
}

}  // namespace

void fill(cudaStream_t cudaStream, const Noise& input, Point at, gpu::DeviceView<float> out) {
    fillWith(cudaStream, input, at, out);
}

void fill(cudaStream_t cudaStream, const Hills& input, Point at, gpu::DeviceView<float> out) {
    fillWith(cudaStream, input, at, out);
}

void fill(cudaStream_t cudaStream, const Dome& input, Point at, gpu::DeviceView<float> out) {
    fillWith(cudaStream, input, at, out);
}

void fill(cudaStream_t cudaStream, const NoiseBytes& input, Point at, gpu::DeviceView<std::uint8_t> out) {
    fillWith(cudaStream, input, at, out);
}

void fill(cudaStream_t cudaStream, const Mask& input, Point at, gpu::DeviceView<std::uint8_t> out) {
    fillWith(cudaStream, input, at, out);
}

void streamOut(cudaStream_t cudaStream, std::byte* to, std::size_t bytes) {
    const std::size_t vectors = bytes / sizeof(uint4);
    streamOutKernel<<<blocksFor(vectors), threads, 0, cudaStream>>>(reinterpret_cast<uint4*>(to), vectors);
    gpu::check(cudaGetLastError());
}

void streamThrough(cudaStream_t cudaStream, const std::byte* from, std::byte* to, std::size_t bytes) {
    const std::size_t vectors = bytes / sizeof(uint4);
    streamThroughKernel<<<blocksFor(vectors), threads, 0, cudaStream>>>(
        reinterpret_cast<const uint4*>(from), reinterpret_cast<uint4*>(to), vectors);
    gpu::check(cudaGetLastError());
}

void streamRepeated(cudaStream_t cudaStream, const std::byte* from, std::size_t once, std::byte* to,
                    std::size_t bytes) {
    const std::size_t vectors = once / sizeof(uint4);
    streamRepeatedKernel<<<blocksFor(vectors), threads, 0, cudaStream>>>(
        reinterpret_cast<const uint4*>(from), vectors, reinterpret_cast<uint4*>(to), bytes / sizeof(uint4));
    gpu::check(cudaGetLastError());
}

}  // namespace burin::bench
