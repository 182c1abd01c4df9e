// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/cpu_backend.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/interop/texture_writer.hpp"
#include "gpu/render/cuda_backend.hpp"
#include "gpu/support/card_or_cpu.hpp"
#include "support/engine_run.hpp"

namespace burin::test {

namespace {

struct Engines {
    gpu::CudaBackend card;
    CpuBackend cpu;
};

/// The first card, and the CPU for designs that no card supports.
class CardBesideCpu : private Engines, public CardOrCpu {
  public:
    CardBesideCpu(const EngineOptions& options, MemoryBudget& budget, TileCache& cache)
        : Engines{gpu::CudaBackend(gpu::CudaOptions{{0}, options.memoryBytes}),
                  CpuBackend(budget, cache, options.threads)},
          CardOrCpu(Engines::card, Engines::cpu) {}
};

}  // namespace

/// Opens the first card. The engine's memory is the memory of this card.
std::unique_ptr<Backend> openTestBackend(const EngineOptions& options, MemoryBudget& budget,
                                         TileCache& cache) {
    return std::make_unique<CardBesideCpu>(options, budget, cache);
}

std::unique_ptr<TextureWriter> openTestTextureWriter() {
    return gpu::openTextureWriter();
}

std::string whyNoTestBackend() {
    const gpu::DeviceList list = gpu::listDevices();
    return list.devices.empty() ? list.problem : list.devices.front().problem;
}

}  // namespace burin::test
