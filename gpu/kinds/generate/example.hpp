// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/generate/example.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/textures/patches.hpp"

namespace burin::gpu {

/// The processor makes the tables, and the card uses copies of them. The child is not computed on the card.
template <>
struct OnDevice<ExampleTexture> : OnDeviceBase<ExampleTexture> {
    /// \pre the node holds its child
    explicit OnDevice(const ExampleTexture& node);
    void begin(const ExampleTexture& node, cudaStream_t cudaStream, std::span<const LinkShape>,
               const Rect& area, DeviceSamples value) const {
        make(cudaStream, node, area, value);
    }
    [[nodiscard]] std::size_t residentBytes() const {
        return normal.bytes() + values.bytes() + example.bytes() + upright.bytes() + seams.bytes();
    }

    /// Sets `value` to the node's samples over `area`, without dust. They equal the processor's, bit by bit.
    /// Queued on `cudaStream`; allocates nothing.
    void make(cudaStream_t cudaStream, const ExampleTexture& node, const Rect& area,
              DeviceSamples value) const;

    DeviceTable<float> normal;           ///< BlendTables::normal
    DeviceTable<float> values;           ///< BlendTables::values
    DeviceTable<float> example;          ///< the child's samples, for cut
    DeviceTable<std::uint16_t> upright;  ///< CutTables::upright
    DeviceTable<std::uint16_t> seams;    ///< CutTables::seams
    CutWindows windows{};
    ExampleTone tone;
};

template <>
struct DeviceReduction<ExampleTexture, Trait::data> {
    /// The initial value is made from the child.
    static void apply(const ExampleTexture&, const OnDevice<ExampleTexture>&, const DeviceCall&) {}
};

}  // namespace burin::gpu
