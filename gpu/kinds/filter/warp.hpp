// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/warp.hpp"
#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

/// Places are those of the processor, so nearest pixels are equal, bit by bit. Other samples may differ in
/// their last bits, because the card computes two displacements by maps in pairs of binary32.
template <>
struct OnDevice<Warp> : SetByFirstLink<Warp> {
    explicit OnDevice(const Warp&) {}
};

template <>
struct DeviceReduction<Warp, Trait::data> {
    static void apply(const Warp& node, const OnDevice<Warp>&, const DeviceCall& call);
};

}  // namespace burin::gpu
