// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/@category@/@word@.hpp"
#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

template <>
struct OnDevice<@Type@> : SetByFirstLink<@Type@> {
    explicit OnDevice(const @Type@&) {}
};

template <>
struct DeviceReduction<@Type@, Trait::data> {
    static void apply(const @Type@& node, const OnDevice<@Type@>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
