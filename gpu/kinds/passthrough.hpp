// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/passthrough.hpp"
#include "gpu/kinds/pointwise.hpp"

namespace burin::gpu {

template <>
struct DeviceReduction<Passthrough, Trait::data> {
    static void apply(const Passthrough&, const OnDevice<Passthrough>&, const DeviceCall& call) {
        reduceOver(call);
    }
};

}  // namespace burin::gpu
