// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/root_blocks.hpp"

namespace burin {

SurfaceInfo surfaceInfo(const Graph& graph, const Rect& region, const std::string& backend,
                        std::string designHash) {
    const Rect whole = graph.top().extent.rect();
    SurfaceInfo info;
    info.surface = {whole.width, whole.height};
    info.region = region;
    info.depth = rootOf(graph)->depth;
    info.pitchUm = graph.pitchUm.x;
    if (graph.pitchUm.y != graph.pitchUm.x) info.pitchYUm = graph.pitchUm.y;
    info.designHash = std::move(designHash);
    info.backend = backend;
    info.version = BURIN_VERSION;
    info.fullDepthUm = rootOf(graph)->fullDepthUm;
    return info;
}

RootBlocks::RootBlocks(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop,
                       int priority)
    : backend_(backend),
      graph_(std::move(graph)),
      root_(*rootOf(*graph_)),
      stop_(std::move(stop)),
      priority_(priority) {}

void RootBlocks::start(const Rect& area, TargetMemory out, std::size_t stride,
                       std::function<void(std::exception_ptr)> done) {
    RenderRequest request;
    request.graph = graph_;
    request.area = area;
    request.priority = priority_;
    request.stop = stop_;
    request.packed = PackedTarget{&root_, std::move(out), stride};
    backend_.start(std::move(request), std::move(done));
}

}  // namespace burin
