// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/render/backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/interval.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace burin::test {

/// Options that must not change any sample.
struct EngineOptions {
    std::int32_t tileSide = 64;
    int threads = 2;
    std::size_t memoryBytes = std::size_t{256} << 20U;
    std::size_t largestCellBytes = GraphOptions().largestCellBytes;
};

/// The graph of a design, for its root or for a node by name.
/// \throws std::runtime_error with all diagnostics if the design has errors
[[nodiscard]] std::shared_ptr<const Graph> bindText(const std::string& yaml,
                                                    const std::filesystem::path& folder,
                                                    const EngineOptions& options,
                                                    const std::string& node = {});
/// Binds a design that has already been read.
[[nodiscard]] std::shared_ptr<const Graph> bindDesign(const Design& design, const EngineOptions& options,
                                                      const std::string& node = {});

/// The backend that the executable is linked with: that of open_cpu.cpp, or one of tests/gpu/support.
[[nodiscard]] std::unique_ptr<Backend> openTestBackend(const EngineOptions& options, MemoryBudget& budget,
                                                       TileCache& cache);
/// The writer for its pictures into textures of the current OpenGL context, or null.
[[nodiscard]] std::unique_ptr<TextureWriter> openTestTextureWriter();
/// Why the backend cannot run here, for QSKIP; empty if it can.
[[nodiscard]] std::string whyNoTestBackend();

/// The samples of the graph's top node, row by row. \throws what the backend throws
[[nodiscard]] std::vector<float> samplesOf(Backend& backend, const std::shared_ptr<const Graph>& graph,
                                           const Rect& area);
/// The written values of a root, row by row.
[[nodiscard]] std::vector<int> writtenBy(Backend& backend, const std::shared_ptr<const Graph>& graph,
                                         const Rect& area);

/// An engine without a program around it.
class EngineRun {
  public:
    explicit EngineRun(const EngineOptions& options)
        : budget_(options.memoryBytes),
          cache_(budget_),
          backend_(openTestBackend(options, budget_, cache_)) {}

    [[nodiscard]] std::vector<float> samples(const std::shared_ptr<const Graph>& graph, const Rect& area) {
        return samplesOf(*backend_, graph, area);
    }
    [[nodiscard]] std::vector<int> written(const std::shared_ptr<const Graph>& graph, const Rect& area) {
        return writtenBy(*backend_, graph, area);
    }

    [[nodiscard]] Backend& backend() { return *backend_; }
    [[nodiscard]] const MemoryBudget& budget() const { return budget_; }

  private:
    MemoryBudget budget_;
    TileCache cache_;
    std::unique_ptr<Backend> backend_;
};

}  // namespace burin::test
