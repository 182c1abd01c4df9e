// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/surface/export_time.hpp"

#include "core/surface/root_blocks.hpp"
#include "core/surface/surface_info.hpp"

#include <chrono>

namespace burin {

double estimatedSeconds(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& region,
                        int sideBySide, std::stop_token stop) {
    std::int64_t side = 1024;
    while (side * side < backend.requestSamples())
        side *= 2;
    constexpr int afterPictures = -1;
    const Root& root = *rootOf(*graph);
    const std::size_t stride = packedBytes(side, root.depth);
    const std::shared_ptr<std::byte[]> packed = backend.hostMemory(stride * static_cast<std::size_t>(side));
    std::int64_t samples = 0;
    std::chrono::duration<double> spent{0};
    for (int k = 0; k < 12 && spent.count() < 1; ++k) {
        const Rect block = intersection({region.x + (region.width - side) * (k * 5 % 12) / 12,
                                         region.y + (region.height - side) * k / 12, side, side},
                                        region);
        const auto begun = std::chrono::steady_clock::now();
        RenderRequest request;
        request.graph = graph;
        request.area = block;
        request.priority = afterPictures;
        request.stop = stop;
        request.packed = PackedTarget{&root, [&packed] { return packed.get(); }, stride};
        renderAndWait(backend, std::move(request));
        if (k == 0) continue;  // tables and cells are filled once
        spent += std::chrono::steady_clock::now() - begun;
        samples += block.area();
    }
    if (samples == 0) return 0;
    return spent.count() * static_cast<double>(region.area()) / static_cast<double>(samples) / sideBySide;
}

}  // namespace burin
