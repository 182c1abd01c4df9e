// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/combine/stitching.hpp"
#include "gpu/kinds/form/device_kind.hpp"

namespace burin::gpu {

/// A pattern of up to 2^26 samples is fetched once as a whole, and so are repeats that differ, up to 2^23
/// samples together. Larger ones are fetched in parts for each repeat.
template <>
struct OnDevice<Stitching> : SetByFirstLink<Stitching> {
    explicit OnDevice(const Stitching&) {}
    void fetches(const Stitching& node, std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] std::size_t scratchBytes(const Stitching& node, std::span<const LinkShape> links,
                                           std::size_t index, const Rect& area) const;
};

template <>
struct DeviceReduction<Stitching, Trait::pattern> {
    static void apply(const Stitching& node, const OnDevice<Stitching>&, const DeviceCall& call);
};

/// Sets `out`, which covers repeats.area, to the blend of all repeats of `pattern`, which covers
/// repeats.pattern; samples without a repeat become 0.
///
/// Cost: the repeats over each sample, plus a search for them every 32 columns and 128 rows.
/// \pre neither is empty, each has at most 2^20 rows, and strides are below 2^27
void stitchPattern(cudaStream_t cudaStream, const Repeats& repeats, Stitching::Blend blend,
                   ConstDeviceSamples pattern, DeviceSamples out, DeviceScratch& scratch);
/// Bytes that stitchPattern() takes from the scratch.
[[nodiscard]] std::size_t stitchScratchBytes(const Rect& pattern, const Rect& area);

}  // namespace burin::gpu
