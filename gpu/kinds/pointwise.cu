// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/pointwise.hpp"

#include "gpu/kinds/pointwise.cuh"

#include <bit>

namespace burin::gpu {

void fillSamples(cudaStream_t stream, DeviceSamples value, float with) {
    if (value.width <= 0 || value.height <= 0) return;
    if (std::bit_cast<std::uint32_t>(with) == 0) {
        check(cudaMemset2DAsync(value.data, static_cast<std::size_t>(value.stride) * sizeof(float), 0,
                                static_cast<std::size_t>(value.width) * sizeof(float),
                                static_cast<std::size_t>(value.height), stream));
        return;
    }
    mapSamples(stream, value, [with] __device__(float) { return with; });
}

void copySamples(cudaStream_t stream, DeviceSamples to, ConstDeviceSamples from) {
    combineSamples(stream, to, from, [] __device__(float, float c) { return c; });
}

void reduceOver(const DeviceCall& call) {
    const Rect covered = call.covered();
    if (covered.empty()) return;
    combineSamples(call.stream, call.valueOver(covered), call.aligned(covered),
                   [] __device__(float v, float c) { return c != 0.0F ? c : v; });
}

void clearAround(cudaStream_t stream, DeviceSamples view, const Rect& area, const Rect& inside) {
    const std::int64_t left = inside.x - area.x;
    const std::int64_t top = inside.y - area.y;
    fillSamples(stream, view.part(0, 0, area.width, top), 0);
    fillSamples(stream, view.part(0, top + inside.height, area.width, area.height - top - inside.height), 0);
    fillSamples(stream, view.part(0, top, left, inside.height), 0);
    fillSamples(stream, view.part(left + inside.width, top, area.width - left - inside.width, inside.height),
                0);
}

void sanitise(cudaStream_t stream, DeviceSamples value, float limit) {
    mapSamples(stream, value, [limit] __device__(float v) {
        const float magnitude = fabsf(v);
        return magnitude >= limit && magnitude <= 3.40282346638528859812e+38F ? v : 0.0F;
    });
}

void multiplyByMask(const DeviceCall& call) {
    const Rect covered = call.covered();
    if (covered.empty()) return fillSamples(call.stream, call.value, 0);
    clearAround(call.stream, call.value, call.area, covered);
    combineSamples(call.stream, call.valueOver(covered), call.aligned(covered),
                   [] __device__(float v, float c) {
                       float m = c > 0.0F ? c : 0.0F;
                       m = m < 1.0F ? m : 1.0F;
                       return v * m;
                   });
}

}  // namespace burin::gpu
