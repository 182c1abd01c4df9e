// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/predicted_graph.hpp"
#include "core/render/cpu_backend.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace burin::test {

/// A surface of 63 x 47 samples.
inline std::string spotted(const QByteArray& root, const QByteArray& job) {
    return "burin: 2\npixel: 1 um\nnodes:\n  s: {kind: root, width: 63, height: 47, full_depth: 40 um, " +
           root.toStdString() +
           " inputs: [{data: m}]}\n"
           "  m: {kind: math2d, expression: \"clamp(0.6 + 0.5 * sin(x / 3) * cos(y / 4) + (x > 40), 0, "
           "1)\"}\n"
           "job: {" +
           job.toStdString() + "}\n";
}

/// A prediction that is bound and computed.
struct Predicting {
    explicit Predicting(const std::string& text)
        : design(parseDesign(text, ".")), bound(bindPrediction(design, {})) {
        if (bound.graph) graph = std::make_shared<const Graph>(*bound.graph);
    }

    [[nodiscard]] std::vector<float> samples(const Rect& area) {
        std::vector<float> out(static_cast<std::size_t>(area.area()));
        RenderRequest request;
        request.graph = graph;
        request.area = area;
        request.consume = [&](const Rect& part, const SamplesView& from) {
            for (std::int64_t y = 0; y < part.height; ++y) {
                std::copy_n(from.row(y), part.width,
                            out.data() + (part.y + y - area.y) * area.width + part.x - area.x);
            }
        };
        renderAndWait(backend, std::move(request));
        return out;
    }

    Design design;
    BoundGraph bound;
    std::shared_ptr<const Graph> graph;
    MemoryBudget budget{std::size_t{64} << 20U};
    TileCache cache{budget};
    CpuBackend backend{budget, cache, 2};
};

}  // namespace burin::test
