// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "gpu/device/view.hpp"
#include "gpu/kinds/repeats/walk.cuh"

#include <cuda_runtime_api.h>

namespace burin::gpu {

/// The sides of a pattern of that size with margins. \see strip
[[nodiscard]] inline Size withMargins(Size size) {
    return {size.width + 2 * strip::marginColumns, size.height + 2 * strip::marginRows};
}

/// Copies a pattern into the middle of zeros.
/// \param at   the place of the pattern's first sample in the part of `out` inside the margins
void surround(cudaStream_t cudaStream, ConstDeviceSamples pattern, Point at, DeviceSamples out);
/// Like surround(), with rows and columns exchanged. \param at  before the exchange
void surroundTransposed(cudaStream_t cudaStream, ConstDeviceSamples pattern, Point at, DeviceSamples out);

/// The number of pairs along each side for a pattern of that size. Places more than one sample outside of it
/// are read as the nearest pairs, which are 0.
[[nodiscard]] inline Size pairsOf(Size size) {
    return {2 * (size.width + 2), size.height + 3};
}
/// Copies each sample of a pattern, followed by its difference to the right neighbour, so that both are read
/// at once. The first pair lies one row above the pattern's first sample, and one sample left of it.
/// \param out  has the sides pairsOf()
void surroundPairs(cudaStream_t cudaStream, ConstDeviceSamples pattern, Point at, DeviceSamples out);

/// The part of a view inside its margins.
template <class T>
[[nodiscard]] DeviceView<T> insideMargins(const DeviceView<T>& view) {
    return view.part(strip::marginColumns, strip::marginRows, view.width - 2 * strip::marginColumns,
                     view.height - 2 * strip::marginRows);
}

}  // namespace burin::gpu
