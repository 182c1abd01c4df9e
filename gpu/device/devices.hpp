// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Includes no CUDA header, because the program's front ends include this file.

#include <cstddef>
#include <string>
#include <vector>

namespace burin::gpu {

/// A graphics card as reported by CUDA.
struct DeviceInfo {
    int index = 0;
    std::string name;
    int computeCapability = 0;  ///< times 10: 75, 90
    std::size_t memoryBytes = 0;
    std::size_t freeBytes = 0;  ///< if it was requested
    std::string problem;        ///< why it is not used; empty if it is used
};

struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::string problem;    ///< why `devices` is empty, e.g. because the driver is missing
    int driverVersion = 0;  ///< in CUDA's format: 13000 is 13.0
};

/// Whether to query the free memory. That initialises each card, which takes time.
enum class DeviceDetail { properties, freeMemory };

/// All cards of this computer. Never throws; without a driver the list is empty and `problem` says why.
[[nodiscard]] DeviceList listDevices(DeviceDetail detail = DeviceDetail::properties);

}  // namespace burin::gpu
