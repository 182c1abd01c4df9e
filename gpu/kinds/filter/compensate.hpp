// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/compensate.hpp"
#include "gpu/kinds/methods/convolution_methods.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace burin::gpu {

/// Each step is within 1e-5 of the exact one, as on the processor. The last bits may differ, because cards
/// add up the kernel in another order.
template <>
struct OnDevice<Compensate> : SetByFirstLink<Compensate> {
    explicit OnDevice(const Compensate& node);

    std::unique_ptr<const DeviceConvolution> method;

    [[nodiscard]] std::size_t scratchBytes(const Compensate& node, std::span<const LinkShape> links,
                                           std::size_t index, const Rect& area) const;
    [[nodiscard]] std::size_t residentBytes() const { return method->residentBytes(); }
};

template <>
struct DeviceReduction<Compensate, Trait::data> {
    static void apply(const Compensate& node, const OnDevice<Compensate>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
