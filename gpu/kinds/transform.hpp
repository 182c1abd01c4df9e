// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/transform.hpp"
#include "gpu/kinds/device_kind.hpp"

namespace burin::gpu {

/// Positions and weights are computed in binary64 by the processor's operations in the processor's order, so
/// that all samples are the same to the bit; only the mean over a parallelogram (`area` under a turn that is
/// not a multiple of 90 degrees) is summed in another way, and the same but for the last bit.
template <>
struct OnDevice<Transform> : SetByFirstLink<Transform> {
    explicit OnDevice(const Transform&) {}
    [[nodiscard]] std::size_t scratchBytes(const Transform& node, std::span<const LinkShape> links,
                                           std::size_t index, const Rect& area) const;
};

template <>
struct DeviceReduction<Transform, Trait::data> {
    static void apply(const Transform& node, const OnDevice<Transform>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
