// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/union.hpp"
#include "gpu/kinds/device_kind.hpp"

namespace burin::gpu {

template <>
struct DeviceReduction<Union, Trait::data> {
    static void apply(const Union& node, const OnDevice<Union>&, const DeviceCall& call);
};

template <>
struct DeviceReduction<Union, Trait::mask> {
    static void apply(const Union& node, const OnDevice<Union>&, const DeviceCall& call);
};

}  // namespace burin::gpu
