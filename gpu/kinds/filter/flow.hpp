// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/flow.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <cstdint>

namespace burin::gpu {

/// Paths are those of the processor; their means may differ in the last bits.
template <>
struct OnDevice<Flow> : SetByFirstLink<Flow> {
    explicit OnDevice(const Flow& node);

    /// Bytes of directions that are stored before paths are followed. Short paths compute their directions on
    /// the way.
    [[nodiscard]] std::size_t scratchBytes(const Flow& node, std::span<const LinkShape> links,
                                           std::size_t index, const Rect& area) const;
    [[nodiscard]] std::size_t residentBytes() const { return turns.bytes() + weights.bytes(); }

    DeviceTable<std::uint32_t> turns;  ///< steps of the directions, for `along: map`
    DeviceTable<float> weights;
    bool inTiles = false;  ///< paths are so short that a block holds everything that its paths read
};

template <>
struct DeviceReduction<Flow, Trait::data> {
    static void apply(const Flow& node, const OnDevice<Flow>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
