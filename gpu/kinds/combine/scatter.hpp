// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/combine/scatter.hpp"
#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

/// The patterns are read like those of a stitching. The map is read over all places at which points may lie.
template <>
struct OnDevice<Scatter> : SetByFirstLink<Scatter> {
    explicit OnDevice(const Scatter&) {}
    void fetches(const Scatter& node, std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] std::size_t scratchBytes(const Scatter& node, std::span<const LinkShape> links,
                                           std::size_t index, const Rect& area) const;
};

template <>
struct DeviceReduction<Scatter, Trait::pattern> {
    static void apply(const Scatter& node, const OnDevice<Scatter>&, const DeviceCall& call);
};
template <>
struct DeviceReduction<Scatter, Trait::data> {
    static void apply(const Scatter&, const OnDevice<Scatter>&, const DeviceCall&) {}
};

}  // namespace burin::gpu
