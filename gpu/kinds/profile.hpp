// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/distance_kernels.hpp"
#include "core/kinds/profile.hpp"
#include "gpu/kinds/device_kind.hpp"

namespace burin::gpu {

/// A profile's values over a = dx^2 + dy^2 in 0, ..., D^2, on the device.
struct ProfileTable {
    const float* values = nullptr;
    int distanceMaxPx = 1;
};

/// out = the profile at the distance to the nearest white sample of a mask.
///
/// \param maskAt   where the mask's first sample lies, from that of `out`; nothing around the mask is white.
///                 To be exact it reaches D samples beyond `out` on all sides, as far as there is a mask.
/// \param scratch  profileScratchBytes()
/// \pre   all sides are below 2^17
///
/// Exact, so that it does not depend on how an area is cut into parts. Queued on `stream`. Time does not
/// depend on D as long as white samples are near; it grows at most in proportion to it.
void profileOfMask(cudaStream_t stream, DeviceView<const float> mask, Point maskAt, WhiteRule rule,
                   const ProfileTable& table, DeviceSamples out, DeviceScratch& scratch);
/// The same from a mask of bytes.
void profileOfMask(cudaStream_t stream, DeviceView<const std::uint8_t> mask, Point maskAt, WhiteRule rule,
                   const ProfileTable& table, DeviceSamples out, DeviceScratch& scratch);

/// \param mask  its rectangle, from the first sample of the output
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
