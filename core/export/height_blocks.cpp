// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/height_blocks.hpp"

#include "core/render/written_samples.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace burin {

HeightBlocks::HeightBlocks(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop,
                           int priority)
    : backend_(backend), graph_(std::move(graph)), stop_(std::move(stop)), priority_(priority) {}

void HeightBlocks::start(const Rect& area, TargetMemory out, std::size_t stride,
                         std::function<void(std::exception_ptr)> done) {
    static_assert(std::endian::native == std::endian::little);
    RenderRequest request;
    request.graph = graph_;
    request.area = area;
    request.priority = priority_;
    request.stop = stop_;
    const double depthMetres = rootOf(*graph_)->fullDepthUm * 1e-6;
    request.consume = [depthMetres, area, out = std::move(out), stride](const Rect& part,
                                                                        const SamplesView& samples) {
        std::byte* const first = out() + static_cast<std::size_t>(part.x - area.x) * sizeof(float);
        for (std::int64_t y = 0; y < part.height; ++y) {
            float* const row = samples.row(y);
            // 0 minus the depth, so that untouched material is 0 and not -0.
            for (std::int64_t x = 0; x < part.width; ++x)
                row[x] =
                    static_cast<float>(0 - depthMetres * static_cast<double>(std::clamp(row[x], 0.0F, 1.0F)));
            std::memcpy(first + static_cast<std::size_t>(part.y - area.y + y) * stride, row,
                        static_cast<std::size_t>(part.width) * sizeof(float));
        }
    };
    backend_.start(std::move(request), std::move(done));
}

}  // namespace burin
