// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/cuda_stream.hpp"
#include "gpu/device/view.hpp"
#include "gpu/kinds/outlines/device_outline.hpp"

#include <cstddef>
#include <cstdint>

namespace burin::gpu {

/// Sets `value` to the share of each pixel of `area` that the outline covers, without dust; the bits are
/// those of coverArea(). Queued on `cudaStream`.
///
/// \param units    M of the outline
/// \param scratch  fillScratchBytes() of device memory
///
/// The time grows with the number of pixels, and of edges in their rows. Sums are integers, so the result
/// does not depend on their order.
void fillOutline(cudaStream_t cudaStream, const DeviceOutline& outline, std::int32_t units, const Rect& area,
                 DeviceSamples value, std::byte* scratch);

[[nodiscard]] std::size_t fillScratchBytes(const DeviceOutline& outline, const Rect& area);

}  // namespace burin::gpu
