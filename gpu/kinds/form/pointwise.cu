// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/form/pointwise.hpp"

#include "gpu/kinds/form/pointwise.cuh"

#include <bit>
#include <limits>

namespace burin::gpu {

void fillSamples(cudaStream_t cudaStream, DeviceSamples value, float with) {
    if (value.width <= 0 || value.height <= 0) return;
    if (std::bit_cast<std::uint32_t>(with) == 0) {
        check(cudaMemset2DAsync(value.data, static_cast<std::size_t>(value.stride) * sizeof(float), 0,
                                static_cast<std::size_t>(value.width) * sizeof(float),
                                static_cast<std::size_t>(value.height), cudaStream));
        return;
    }
    mapSamples(cudaStream, value, [with] __device__(float) { return with; });
}

void copySamples(cudaStream_t cudaStream, DeviceSamples to, ConstDeviceSamples from) {
    combineSamples(cudaStream, to, from, [] __device__(float, float c) { return c; });
}

namespace {

template <class Level>
constexpr float most = static_cast<float>(std::numeric_limits<Level>::max());

template <class Level>
__device__ void convert(float& to, Level from) {
    to = __fdiv_rn(static_cast<float>(from), most<Level>);
}

template <class Level>
__device__ void convert(Level& to, float from) {
    to = static_cast<Level>(__float2int_rn(from * most<Level>));
}

/// A thread converts four neighbours. If `vectors`, the rows of both views start at multiples of four
/// samples.
template <bool vectors, class To, class From>
__global__ void convertKernel(DeviceView<To> to, DeviceView<const From> from) {
    using pointwise::samples;
    const std::int64_t x = (std::int64_t{blockIdx.x} * pointwise::threads + threadIdx.x) * samples;
    if (x >= to.width) return;
    struct alignas(sizeof(From) * samples) Read {
        From v[samples];
    };
    struct alignas(sizeof(To) * samples) Written {
        To v[samples];
    };
    for (std::int64_t y = blockIdx.y; y < to.height; y += gridDim.y) {
        if (vectors && x + samples <= to.width) {
            const Read in = *reinterpret_cast<const Read*>(from.row(y) + x);
            Written out;
            for (int k = 0; k < samples; ++k)
                convert(out.v[k], in.v[k]);
            *reinterpret_cast<Written*>(to.row(y) + x) = out;
        } else {
            for (std::int64_t k = x; k < min(x + samples, to.width); ++k)
                convert(to.row(y)[k], from.row(y)[k]);
        }
    }
}

template <class To, class From>
void convertSamples(cudaStream_t cudaStream, DeviceView<To> to, DeviceView<const From> from) {
    if (to.width <= 0 || to.height <= 0) return;
    using pointwise::samples;
    const pointwise::Grid grid(to.width, to.height);
    if (to.aligned(samples * sizeof(To)) && from.aligned(samples * sizeof(From))) {
        convertKernel<true><<<grid.blocks, pointwise::threads, 0, cudaStream>>>(to, from);
    } else {
        convertKernel<false><<<grid.blocks, pointwise::threads, 0, cudaStream>>>(to, from);
    }
    check(cudaGetLastError());
}

}  // namespace

template <class Level>
void narrowSamples(cudaStream_t cudaStream, DeviceView<Level> to, ConstDeviceSamples from) {
    convertSamples(cudaStream, to, from);
}
template <class Level>
void widenSamples(cudaStream_t cudaStream, DeviceSamples to, DeviceView<const Level> from) {
    convertSamples(cudaStream, to, from);
}
template void narrowSamples(cudaStream_t, DeviceView<std::uint8_t>, ConstDeviceSamples);
template void narrowSamples(cudaStream_t, DeviceView<std::uint16_t>, ConstDeviceSamples);
template void widenSamples(cudaStream_t, DeviceSamples, DeviceView<const std::uint8_t>);
template void widenSamples(cudaStream_t, DeviceSamples, DeviceView<const std::uint16_t>);

void reduceOver(const DeviceCall& call) {
    const Rect covered = call.covered();
    if (covered.empty()) return;
    combineSamples(call.cudaStream, call.valueOver(covered), call.aligned(covered),
                   [] __device__(float v, float c) { return c != 0.0F ? c : v; });
}

void fillAround(cudaStream_t cudaStream, DeviceSamples view, const Rect& area, const Rect& inside,
                float with) {
    const std::int64_t left = inside.x - area.x;
    const std::int64_t top = inside.y - area.y;
    fillSamples(cudaStream, view.part(0, 0, area.width, top), with);
    fillSamples(cudaStream, view.part(0, top + inside.height, area.width, area.height - top - inside.height),
                with);
    fillSamples(cudaStream, view.part(0, top, left, inside.height), with);
    fillSamples(cudaStream,
                view.part(left + inside.width, top, area.width - left - inside.width, inside.height), with);
}

void clearAround(cudaStream_t cudaStream, DeviceSamples view, const Rect& area, const Rect& inside) {
    fillAround(cudaStream, view, area, inside, 0);
}

void sanitise(cudaStream_t cudaStream, DeviceSamples value) {
    mapSamples(cudaStream, value, [] __device__(float v) { return swept(v); });
}

void multiplyByMask(const DeviceCall& call) {
    const Rect covered = call.covered();
    if (covered.empty()) return fillSamples(call.cudaStream, call.value, 0);
    clearAround(call.cudaStream, call.value, call.area, covered);
    const auto product = [] __device__(float v, float c) {
        float m = c > 0.0F ? c : 0.0F;
        m = m < 1.0F ? m : 1.0F;
        return v * m;
    };
    combineSamples(call.cudaStream, call.valueOver(covered), call.aligned(covered),
                   Finally{product, call.last()});
}

}  // namespace burin::gpu
