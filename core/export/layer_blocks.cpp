// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/layer_blocks.hpp"

#include "core/export/root_blocks.hpp"

namespace burin {

LayerBlocks::LayerBlocks(Backend& backend, std::shared_ptr<const Graph> graph, float threshold,
                         std::stop_token stop, int priority)
    : backend_(backend),
      graph_(std::move(graph)),
      threshold_(threshold),
      stop_(std::move(stop)),
      priority_(priority) {}

void LayerBlocks::start(const Rect& area, TargetMemory out, std::size_t stride,
                        std::function<void(std::exception_ptr)> done) {
    RenderRequest request;
    request.graph = graph_;
    request.area = area;
    request.priority = priority_;
    request.stop = stop_;
    const Root& root = *rootOf(*graph_);
    request.consume = [&root, threshold = threshold_, area, out = std::move(out), stride](
                          const Rect& part, const SamplesView& samples) {
        std::byte* const column = out() + (part.x - area.x) / 8;
        for (std::int64_t y = 0; y < part.height; ++y) {
            float* const row = samples.row(y);
            root.shape(row, part.width);
            std::byte* const to = column + static_cast<std::size_t>(part.y - area.y + y) * stride;
            for (std::int64_t x = 0; x < part.width; x += 8) {
                unsigned bits = 0;
                for (std::int64_t k = 0; k < 8 && x + k < part.width; ++k)
                    bits |= (row[x + k] > threshold ? 0x80U : 0U) >> k;
                to[x / 8] = static_cast<std::byte>(bits);
            }
        }
    };
    backend_.start(std::move(request), std::move(done));
}

}  // namespace burin
