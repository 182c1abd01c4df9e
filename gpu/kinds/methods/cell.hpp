// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/lattice.hpp"
#include "gpu/device/view.hpp"

#include <cuda_runtime_api.h>

namespace burin::gpu {

/// Expands one cell of a lattice: sets `out`, which covers `area`, to cell[lattice.fold(p)].
///
/// Queued on `cudaStream`. The cost is that of writing `out`, and does not depend on the cell; cells wider
/// than 48 KiB are also read for every sample. \pre `cell` covers lattice.cell(); `out` does not overlap it
void readCell(cudaStream_t cudaStream, DeviceView<const float> cell, const Lattice& lattice, const Rect& area,
              DeviceView<float> out);
void readCell(cudaStream_t cudaStream, DeviceView<const std::uint8_t> cell, const Lattice& lattice,
              const Rect& area, DeviceView<std::uint8_t> out);

}  // namespace burin::gpu
