// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// No header of CUDA: the program's front ends include this.

#include <cstddef>
#include <string>
#include <vector>

namespace burin::gpu {

/// A graphics card as CUDA sees it.
struct DeviceInfo {
    int index = 0;
    std::string name;
    int computeCapability = 0;  ///< times 10: 75, 90
    std::size_t memoryBytes = 0;
    std::size_t freeBytes = 0;  ///< where it was asked for
    std::string problem;        ///< why it is not used; empty: it is
};

struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::string problem;    ///< why there are none, e.g. that the driver is missing
    int driverVersion = 0;  ///< as CUDA counts: 13000 is 13.0
};

/// Whether to look how much memory is free: that takes each card into use, which takes its time.
enum class DeviceDetail { properties, freeMemory };

/// All cards of this computer. Never throws; a machine without a driver has none, and says so.
[[nodiscard]] DeviceList listDevices(DeviceDetail detail = DeviceDetail::properties);

}  // namespace burin::gpu
