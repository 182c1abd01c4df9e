// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/transform.hpp"
#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

/// Positions and weights are computed in binary64 by the same operations in the same order as on the
/// processor, so all samples are equal to the bit. The only exception is the mean over a parallelogram
/// (`area` with a turn that is not a multiple of 90 degrees), which is summed differently and may differ in
/// the last bit.
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
