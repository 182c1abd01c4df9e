// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

// Limits of the current device of the calling thread. \throws DeviceError

namespace burin::gpu {

/// The number of multiprocessors.
[[nodiscard]] int processors();
/// The most shared memory of a block that opts in, in bytes.
[[nodiscard]] std::size_t mostSharedBytes();

}  // namespace burin::gpu
