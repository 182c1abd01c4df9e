// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures that a backend keeps, and the same pictures on the host.

#include "core/render/backend.hpp"
#include "support/engine_run.hpp"

namespace burin::test {

/// A surface that is different at every position.
inline const char* const noise =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 20000, height: 20000, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"hash(x, y, 3)\"}\n";

struct MeansOnBothSides {
    std::shared_ptr<const DevicePicture> kept;
    std::vector<float> onHost;
};

/// \pre the blocks lie inside the surface
[[nodiscard]] inline MeansOnBothSides meansOf(Backend& backend, const std::shared_ptr<const Graph>& graph,
                                              const Rect& blocks, int level) {
    const std::int64_t side = std::int64_t{1} << level;
    MeansOnBothSides means;
    means.onHost.resize(static_cast<std::size_t>(blocks.area()));
    for (const bool keep : {false, true}) {
        RenderRequest request;
        request.graph = graph;
        request.area = {blocks.x * side, blocks.y * side, blocks.width * side, blocks.height * side};
        request.means =
            MeansTarget{level, blocks, means.onHost.data(), blocks.width, keep ? &means.kept : nullptr};
        renderAndWait(backend, std::move(request));
    }
    return means;
}

}  // namespace burin::test
