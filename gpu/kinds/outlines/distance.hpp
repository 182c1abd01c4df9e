// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/outline_distance.hpp"
#include "gpu/device/cuda_stream.hpp"
#include "gpu/device/view.hpp"
#include "gpu/kinds/outlines/device_outline.hpp"

#include <cstddef>
#include <cstdint>

namespace burin::gpu {

/// The values of a profile on the current device. \see DistanceTable
class DeviceDistanceTable {
  public:
    DeviceDistanceTable() = default;
    explicit DeviceDistanceTable(const DistanceTable& table);

    [[nodiscard]] std::int64_t distanceMaxPx() const { return distanceMaxPx_; }
    [[nodiscard]] const float* values() const { return values_.data(); }
    /// The value at D or more outside of the outline, without dust.
    [[nodiscard]] float outside() const { return outside_; }
    [[nodiscard]] std::size_t bytes() const { return values_.bytes(); }

  private:
    DeviceTable<float> values_;
    std::int64_t distanceMaxPx_ = 1;
    float outside_ = 0;
};

/// Sets `value` to the profile's values at the distances of the pixels' middles from an outline, without
/// dust; the bits are those of distanceArea(). Queued on `cudaStream`.
///
/// \param scratch  distanceScratchBytes() of device memory
/// \pre   the outline has no tones
///
/// The time grows with the number of pixels, and of edges within D of them.
void measureOutline(cudaStream_t cudaStream, const DeviceOutline& outline, const DeviceDistanceTable& table,
                    const Rect& area, DeviceSamples value, std::byte* scratch);

[[nodiscard]] std::size_t distanceScratchBytes(const DeviceOutline& outline, std::int64_t distanceMaxPx,
                                               const Rect& area);

}  // namespace burin::gpu
