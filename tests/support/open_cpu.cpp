// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/cpu_backend.hpp"
#include "support/engine_run.hpp"

namespace burin::test {

std::unique_ptr<Backend> openTestBackend(const EngineOptions& options, MemoryBudget& budget,
                                         TileCache& cache) {
    return std::make_unique<CpuBackend>(budget, cache, options.threads);
}

std::unique_ptr<TextureWriter> openTestTextureWriter() {
    return nullptr;
}

std::string whyNoTestBackend() {
    return {};
}

}  // namespace burin::test
