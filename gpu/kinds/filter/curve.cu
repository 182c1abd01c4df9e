// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/curve.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/form/pointwise.hpp"

namespace burin::gpu {

namespace {

using Way = ToneCurve::Way;

struct ThresholdTone {
    float threshold;
    float low;
    float high;
    __device__ float operator()(float, float c) const { return swept(c > threshold ? high : low); }
};

template <bool power>
struct LevelsTone {
    float black;
    float factor;
    float exponent;
    float low;
    float span;
    __device__ float operator()(float, float c) const {
        const float share = fminf(fmaxf((c - black) * factor, 0.0F), 1.0F);
        return swept(low + span * (power ? powf(share, exponent) : share));
    }
};

}  // namespace

OnDevice<ToneCurve>::OnDevice(const ToneCurve& node) {
    if (node.parameters.way == Way::points) pieces = DevicePieces(node.pieces());
}

void OnDevice<ToneCurve>::map(cudaStream_t cudaStream, const ToneCurve& node, ConstDeviceSamples child,
                              DeviceSamples value, const StreamCounters& counters) const {
    const ToneCurve::Parameters& all = node.parameters;
    const auto low = static_cast<float>(all.range.x);
    if (all.way == Way::points) return pieces.map(cudaStream, child, value, counters);
    if (all.way == Way::threshold) {
        const ThresholdTone tone{static_cast<float>(all.threshold), low, static_cast<float>(all.range.y)};
        return combineSamples(cudaStream, value, child, tone);
    }
    const auto levels = [&](auto tone) {
        tone.black = static_cast<float>(all.black);
        tone.factor = static_cast<float>(1 / (all.white - all.black));
        tone.exponent = static_cast<float>(1 / all.gamma);
        tone.low = low;
        tone.span = static_cast<float>(all.range.y - all.range.x);
        combineSamples(cudaStream, value, child, tone);
    };
    if (all.gamma == 1) return levels(LevelsTone<false>{});
    levels(LevelsTone<true>{});
}

void DeviceReduction<ToneCurve, Trait::data>::apply(const ToneCurve& node, const OnDevice<ToneCurve>& device,
                                                    const DeviceCall& call) {
    device.map(call.cudaStream, node, call.aligned(call.area), call.value, call.scratch.counters());
}

std::unique_ptr<DeviceOperation> curveOnDevice(std::shared_ptr<const OperationOf<ToneCurve>> operation,
                                               Patience patience) {
    return std::make_unique<DeviceOperationOf<ToneCurve>>(std::move(operation), patience);
}

}  // namespace burin::gpu
