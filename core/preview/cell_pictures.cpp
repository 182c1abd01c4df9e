// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/cell_pictures.hpp"

#include "core/base/cancelled.hpp"
#include "core/preview/preview_means.hpp"
#include "core/preview/preview_spread.hpp"
#include "core/render/written_samples.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin {

std::optional<Lattice> surfacePeriod(const Graph& graph) {
    const Root* root = rootOf(graph);
    const DitherMatrix* matrix = root == nullptr ? nullptr : matrixOf(root->dither);
    const std::int64_t side = matrix == nullptr ? 1 : matrix->side();
    std::optional<Lattice> period = Lattice{side, side, 0};
    const GraphNode& top = graph.top();
    for (std::size_t i = 0; i < top.children.size() && period; ++i) {
        const std::optional<Lattice>& child = graph.nodes[top.children[i]].period;
        period = child ? Lattice::common(*period, *child) : child;
    }
    if (root == nullptr) period = top.period;
    if (!period || period->width > CellSums::mostSamples / period->height) return {};
    return period;
}

std::unique_ptr<float[]> cellSamples(Backend& backend, const Graph& graph, const Lattice& cell,
                                     const PreviewPart& part, std::stop_token stop) {
    auto unbounded = std::make_shared<Graph>(graph);
    unbounded->nodes.back().extent = {};
    unbounded->nodes.back().support = {};
    auto samples =
        std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(cell.width * cell.height));
    const WrittenSamples written(graph);
    RenderRequest whole;
    whole.graph = unbounded;
    whole.area = cell.cell();
    whole.priority = part.priority;
    whole.hurried = part.hurried;
    whole.nodes = part.nodes;
    whole.stop = std::move(stop);
    whole.consume = [&](const Rect& piece, const SamplesView& from) {
        for (std::int64_t y = 0; y < piece.height; ++y) {
            written.apply(from.row(y), {piece.x, piece.y + y}, piece.width);
            std::copy_n(from.row(y), piece.width, samples.get() + (piece.y + y) * cell.width + piece.x);
        }
    };
    renderAndWait(backend, std::move(whole));
    return samples;
}

Picture summed(const CellSums& sums, const Graph& graph, const PreviewPart& request) {
    Picture picture = blank(request);
    parallelRows(request.area.height, [&](std::int64_t y) {
        if (request.stop.stop_requested()) throw Cancelled();
        for (std::int64_t x = 0; x < request.area.width; ++x) {
            const Rect block =
                blockSamples({request.area.x + x, request.area.y + y}, request.level, graph.top().extent);
            picture.row(y)[x] = block.empty() ? 0.0F : static_cast<float>(sums.mean(block));
        }
    });
    picture.exact = !graph.top().provisional;
    picture.samplesEach = std::exp2(2.0 * request.level);
    return picture;
}

double secondsToSum(const Lattice& period, const PreviewPart& part) {
    constexpr double secondsOfPiece = 5e-8;  // four numbers of a table that exceeds the processor's cache
    const auto pieces = static_cast<double>(CellSums::piecesOf(period, std::int64_t{1} << part.level));
    return secondsOfPiece * pieces * static_cast<double>(part.area.area());
}

}  // namespace burin
