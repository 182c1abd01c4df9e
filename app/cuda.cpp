// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cuda.hpp"

#include "core/tile/memory_budget.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/interop/texture_writer.hpp"
#include "gpu/render/cuda_backend.hpp"

#include <algorithm>

namespace burin::app {

namespace {

std::string problemOf(const gpu::DeviceList& list, int wanted) {
    for (const gpu::DeviceInfo& device : list.devices) {
        if (device.index == wanted) return device.problem;
    }
    return list.problem.empty() ? "there is no such device" : list.problem;
}

}  // namespace

CudaChoice openCuda(const std::vector<int>& devices, std::size_t memoryBytes) {
    const gpu::DeviceList list = gpu::listDevices();
    gpu::CudaOptions options{devices, memoryBytes};
    for (const int device : devices) {
        const std::string problem = problemOf(list, device);
        if (!problem.empty()) return {nullptr, "CUDA device " + std::to_string(device) + ": " + problem};
    }
    for (const gpu::DeviceInfo& device : list.devices) {
        if (devices.empty() && device.problem.empty()) options.devices.push_back(device.index);
    }
    if (options.devices.empty()) {
        return {nullptr, list.devices.empty() ? list.problem : list.devices.front().problem};
    }
    try {
        return {std::make_unique<gpu::CudaBackend>(options), {}};
    } catch (const std::bad_alloc&) {
        return {nullptr, "a device has too little free memory"};
    } catch (const std::exception& error) {
        return {nullptr, error.what()};
    }
}

std::unique_ptr<TextureWriter> openTextureWriter() {
    return gpu::openTextureWriter();
}

std::vector<std::string> cudaDeviceLines() {
    const gpu::DeviceList list = gpu::listDevices(gpu::DeviceDetail::freeMemory);
    if (list.devices.empty()) return {"cuda  not used: " + list.problem};
    std::vector<std::string> lines;
    for (const gpu::DeviceInfo& device : list.devices) {
        const std::string capability = std::to_string(device.computeCapability / 10) + "." +
                                       std::to_string(device.computeCapability % 10);
        std::string line = "cuda  " + std::to_string(device.index) + ": " + device.name +
                           ", compute capability " + capability + ", " + bytesText(device.freeBytes) +
                           " of " + bytesText(device.memoryBytes) + " free";
        if (!device.problem.empty()) line += "; not used: " + device.problem;
        lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace burin::app
