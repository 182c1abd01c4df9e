// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/convolution.hpp"
#include "gpu/kinds/methods/convolution_methods.hpp"

namespace burin::gpu {

template <>
struct OnDevice<Convolution> : SetByFirstLink<Convolution> {
    explicit OnDevice(const Convolution& node);

    int exponent;
    float limit;
    /// The method for the kernel times 2^-exponent, chosen as on the processor.
    std::unique_ptr<const DeviceConvolution> method;

    /// Fetches exactly the neighbourhood, because no method here is anchored.
    void fetches(const Convolution& node, std::span<const LinkShape> links, std::size_t index,
                 const Rect& area, std::vector<Fetch>& out) const {
        out.push_back(node.neighbourhood(links[index], area));
    }
    [[nodiscard]] std::size_t scratchBytes(const Convolution&, std::span<const LinkShape>, std::size_t,
                                           const Rect& area) const {
        return method->scratchBytes(area.width, area.height);
    }
    [[nodiscard]] std::size_t residentBytes() const { return method->residentBytes(); }
};

template <>
struct DeviceReduction<Convolution, Trait::data> {
    static void apply(const Convolution& node, const OnDevice<Convolution>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
