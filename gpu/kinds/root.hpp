// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/root.hpp"
#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/methods/packing.hpp"

#include <optional>

namespace burin::gpu {

/// Packs samples like Root::pack(), row by row. A row has (width * depth + 7) / 8 bytes; rows begin
/// `strideBytes` apart, and bytes between them are not changed.
/// \param at  the place of the first sample on the surface
void packSamples(cudaStream_t cudaStream, const Packing& packing, Point at, ConstDeviceSamples value,
                 std::uint8_t* out, std::size_t strideBytes);

template <>
struct OnDevice<Root> : OnDeviceBase<Root> {
    explicit OnDevice(const Root& node);
    /// Does nothing if the first link is data, because it sets every sample.
    void begin(const Root& node, cudaStream_t cudaStream, std::span<const LinkShape> links, const Rect&,
               DeviceSamples value) const {
        if (links.empty() || links[0].trait != Trait::data) fillSamples(cudaStream, value, node.background);
    }
    [[nodiscard]] std::size_t residentBytes() const;
    /// The parameters for packSamples; valid while this object lives.
    [[nodiscard]] Packing packing() const;

  private:
    struct CurveTables {
        DeviceTable<float> in, out, slope;
        explicit CurveTables(const Curve& curve) : in(curve.in()), out(curve.out()), slope(curve.slope()) {}
        [[nodiscard]] DeviceCurve view() const {
            return {in.data(), out.data(), slope.data(), static_cast<int>(in.size())};
        }
    };
    int depth_;
    bool invert_;
    std::optional<CurveTables> material_, machine_;
    int ditherSide_ = 0;
    DeviceTable<float> thresholds_;
};

template <>
struct DeviceReduction<Root, Trait::data> {
    static void apply(const Root& node, const OnDevice<Root>&, const DeviceCall& call);
};

}  // namespace burin::gpu
