// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/devices.hpp"
#include "gpu/interop/texture_writer.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "support/engine_run.hpp"

namespace burin::test {

/// The first card; the engine's memory is the card's.
std::unique_ptr<Backend> openTestBackend(const EngineOptions& options, MemoryBudget&, TileCache&) {
    return std::make_unique<gpu::CudaBackend>(gpu::CudaOptions{{0}, options.memoryBytes});
}

std::unique_ptr<TextureWriter> openTestTextureWriter() {
    return gpu::openTextureWriter();
}

std::string whyNoTestBackend() {
    const gpu::DeviceList list = gpu::listDevices();
    return list.devices.empty() ? list.problem : list.devices.front().problem;
}

}  // namespace burin::test
