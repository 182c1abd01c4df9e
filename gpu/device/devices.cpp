// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/devices.hpp"

#include "gpu/device/check.hpp"

namespace burin::gpu {

namespace {

constexpr int leastCapability = 75;

DeviceInfo describe(int index, DeviceDetail detail) {
    DeviceInfo info;
    info.index = index;
    cudaDeviceProp properties{};
    try {
        check(cudaGetDeviceProperties(&properties, index));
        info.name = properties.name;
        info.computeCapability = 10 * properties.major + properties.minor;
        info.memoryBytes = properties.totalGlobalMem;
        if (info.computeCapability < leastCapability) {
            info.problem = "compute capability " + std::to_string(properties.major) + "." +
                           std::to_string(properties.minor) + "; 7.5 or newer is needed";
            return info;
        }
        if (detail == DeviceDetail::properties) return info;
        std::size_t total = 0;
        check(cudaSetDevice(index));
        check(cudaMemGetInfo(&info.freeBytes, &total));
    } catch (const std::exception& error) {
        info.problem = error.what();
    }
    return info;
}

}  // namespace

DeviceList listDevices(DeviceDetail detail) {
    DeviceList list;
    int count = 0;
    const cudaError_t found = cudaGetDeviceCount(&count);
    cudaDriverGetVersion(&list.driverVersion);
    if (list.driverVersion == 0) {
        list.problem = "no NVIDIA driver is installed";
    } else if (found == cudaErrorInsufficientDriver) {
        list.problem = "the NVIDIA driver is too old";
    } else if (found != cudaSuccess || count == 0) {
        list.problem = found == cudaSuccess || found == cudaErrorNoDevice ? "no NVIDIA card was found"
                                                                          : cudaGetErrorString(found);
    }
    if (found != cudaSuccess) cudaGetLastError();
    for (int i = 0; i < count && list.problem.empty(); ++i)
        list.devices.push_back(describe(i, detail));
    return list;
}

}  // namespace burin::gpu
