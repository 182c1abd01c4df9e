// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/filter/morphology.hpp"
#include "gpu/kinds/form/device_kind.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace burin::gpu {

template <>
struct OnDevice<Morphology> : SetByFirstLink<Morphology> {
    explicit OnDevice(const Morphology& node);
    [[nodiscard]] std::size_t scratchBytes(const Morphology& node, std::span<const LinkShape> links,
                                           std::size_t index, const Rect& area) const;
    [[nodiscard]] std::size_t residentBytes() const { return weightTable.bytes(); }

    std::vector<float> weights;  ///< weights of a ball, as in BallExtremes
    DeviceTable<float> weightTable;
};

/// Computes the node's samples over `out`, without dust; they equal the processor's, bit by bit. Queued on
/// `cudaStream`.
/// \param padded   the neighbourhood of `out`: larger by the node's radii on each side
/// \param scratch  morphologyScratchBytes()
void applyMorphology(cudaStream_t cudaStream, const Morphology& node, const OnDevice<Morphology>& device,
                     ConstDeviceSamples padded, DeviceSamples out, DeviceScratch& scratch);
[[nodiscard]] std::size_t morphologyScratchBytes(const Morphology& node, const Size& out);

template <>
struct DeviceReduction<Morphology, Trait::data> {
    static void apply(const Morphology& node, const OnDevice<Morphology>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
