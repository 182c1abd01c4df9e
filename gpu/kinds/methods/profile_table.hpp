// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::gpu {

/// A profile's values over a = dx^2 + dy^2 in 0, ..., D^2, on the device.
struct ProfileTable {
    const float* values = nullptr;
    int distanceMaxPx = 1;
};

}  // namespace burin::gpu
