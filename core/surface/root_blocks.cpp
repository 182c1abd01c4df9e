// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/surface/root_blocks.hpp"

namespace burin {

const Root* rootOf(const Graph& graph) {
    const auto* operation = dynamic_cast<const OperationOf<Root>*>(graph.top().operation.get());
    return operation == nullptr ? nullptr : &operation->node();
}

RootBlocks::RootBlocks(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop)
    : backend_(backend), graph_(std::move(graph)), root_(*rootOf(*graph_)), stop_(std::move(stop)) {}

void RootBlocks::start(const Rect& area, std::byte* out, std::size_t stride,
                       std::function<void(std::exception_ptr)> done) {
    RenderRequest request;
    request.graph = graph_;
    request.area = area;
    request.stop = stop_;
    request.consume = [this, area, out, stride](const Rect& part, const SamplesView& samples) {
        const auto column = static_cast<std::size_t>((part.x - area.x) * root_.depth / 8);
        for (std::int64_t y = 0; y < part.height; ++y) {
            const auto row = static_cast<std::size_t>(part.y - area.y + y);
            root_.pack(samples.row(y), out + row * stride + column, part.width);
        }
    };
    backend_.start(std::move(request), std::move(done));
}

}  // namespace burin
