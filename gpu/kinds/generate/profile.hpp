// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/distance_kernels.hpp"
#include "core/kinds/generate/profile.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/methods/profile_table.hpp"

namespace burin::gpu {

/// out = the profile at the distance to the nearest white sample of a mask.
///
/// \param maskAt   the place of the mask's first sample relative to that of `out`. Nothing outside the mask
///         is white. The mask must reach D samples beyond `out` on all sides, or to the end of the node's
///         mask.
/// \param scratch  profileScratchBytes()
/// \pre   all sides are below 2^17
///
/// Exact, so the result does not depend on how an area is divided. Queued on `cudaStream`. The time does not
/// depend on D while white samples are near; it grows at most in proportion to D.
void profileOfMask(cudaStream_t cudaStream, DeviceView<const float> mask, Point maskAt, WhiteRule rule,
                   const ProfileTable& table, DeviceSamples out, DeviceScratch& scratch);
/// Like the function above, for a mask of bytes.
void profileOfMask(cudaStream_t cudaStream, DeviceView<const std::uint8_t> mask, Point maskAt, WhiteRule rule,
                   const ProfileTable& table, DeviceSamples out, DeviceScratch& scratch);

/// \param mask  its rectangle, relative to the first sample of the output
[[nodiscard]] std::size_t profileScratchBytes(std::int64_t distanceMaxPx, const Rect& mask, Size out);

template <>
struct OnDevice<Profile> : SetByFirstLink<Profile> {
    DeviceTable<float> table;

    explicit OnDevice(const Profile& node) : table(node.table.value()) {}
    [[nodiscard]] std::size_t scratchBytes(const Profile& node, std::span<const LinkShape> links,
                                           std::size_t index, const Rect& area) const;
    [[nodiscard]] std::size_t residentBytes() const { return table.bytes(); }
};

template <>
struct DeviceReduction<Profile, Trait::mask> {
    static void apply(const Profile& node, const OnDevice<Profile>& device, const DeviceCall& call);
};

template <>
struct DeviceReduction<Profile, Trait::data> {
    static void apply(const Profile& node, const OnDevice<Profile>& device, const DeviceCall& call);
};

}  // namespace burin::gpu
