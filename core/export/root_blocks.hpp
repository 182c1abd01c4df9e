// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/block_source.hpp"
#include "core/export/surface_info.hpp"
#include "core/render/backend.hpp"
#include "core/render/written_samples.hpp"

#include <memory>
#include <stop_token>
#include <string>

namespace burin {

/// Describes the export of a region of the surface of `graph`, computed by `backend`. \pre rootOf(graph)
/// \param designHash  see designHash(); empty for a sink that does not keep it
[[nodiscard]] SurfaceInfo surfaceInfo(const Graph& graph, const Rect& region, const std::string& backend,
                                      std::string designHash);

/// The packed surface of a design's root.
class RootBlocks final : public BlockSource {
  public:
    /// \param priority  of its requests relative to others \pre rootOf(*graph)
    RootBlocks(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop, int priority = 0);

    void start(const Rect& area, TargetMemory out, std::size_t stride,
               std::function<void(std::exception_ptr)> done) override;
    [[nodiscard]] int concurrency() const override { return backend_.concurrency(); }
    [[nodiscard]] std::shared_ptr<std::byte[]> memory(std::size_t bytes) override {
        return backend_.hostMemory(bytes);
    }

  private:
    Backend& backend_;
    std::shared_ptr<const Graph> graph_;
    const Root& root_;
    std::stop_token stop_;
    int priority_;
};

}  // namespace burin
