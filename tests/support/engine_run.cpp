// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/engine_run.hpp"

#include "core/export/root_blocks.hpp"

#include <cstring>
#include <future>
#include <stdexcept>

namespace burin::test {

namespace {

std::string textOf(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics)
        text += d.text() + "\n";
    return text;
}

}  // namespace

std::shared_ptr<const Graph> bindText(const std::string& yaml, const std::filesystem::path& folder,
                                      const EngineOptions& options, const std::string& node) {
    return bindDesign(parseDesign(yaml, folder), options, node);
}

std::shared_ptr<const Graph> bindDesign(const Design& design, const EngineOptions& options,
                                        const std::string& node) {
    const std::optional<NodeIndex> top = node.empty() ? design.root : design.find(node);
    if (design.refused || !top) throw std::runtime_error(textOf(design.diagnostics));
    GraphOptions graphOptions;
    graphOptions.tileSide = options.tileSide;
    graphOptions.largestCellBytes = options.largestCellBytes;
    BoundGraph bound = bindGraph(design, *top, graphOptions);
    if (!bound.graph) throw std::runtime_error(textOf(bound.errors));
    return std::make_shared<const Graph>(std::move(*bound.graph));
}

std::vector<float> samplesOf(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& area) {
    std::vector<float> result(static_cast<std::size_t>(area.area()), std::numeric_limits<float>::quiet_NaN());
    RenderRequest request;
    request.graph = graph;
    request.area = area;
    request.consume = [&](const Rect& part, const SamplesView& samples) {
        for (std::int64_t y = 0; y < part.height; ++y) {
            float* const row = result.data() + (part.y - area.y + y) * area.width + (part.x - area.x);
            std::memcpy(row, samples.row(y), static_cast<std::size_t>(part.width) * sizeof(float));
        }
    };
    renderAndWait(backend, std::move(request));
    return result;
}

std::vector<int> writtenBy(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& area) {
    const int depth = rootOf(*graph)->depth;
    const auto width = static_cast<std::size_t>(area.width);
    const std::size_t stride = (width * static_cast<std::size_t>(depth) + 7) / 8;
    std::vector<std::byte> packed(stride * static_cast<std::size_t>(area.height));
    RootBlocks blocks(backend, graph, {});
    std::promise<void> ended;
    blocks.start(
        area, [&packed] { return packed.data(); }, stride,
        [&](std::exception_ptr error) { error ? ended.set_exception(std::move(error)) : ended.set_value(); });
    ended.get_future().get();
    std::vector<int> result;
    for (std::size_t y = 0; y < static_cast<std::size_t>(area.height); ++y) {
        const auto* row = reinterpret_cast<const std::uint8_t*>(packed.data() + y * stride);
        for (std::size_t x = 0; x < width; ++x) {
            result.push_back(depth == 8    ? row[x]
                             : depth == 16 ? row[2 * x] | row[2 * x + 1] << 8
                                           : row[x / 8] >> (7 - x % 8) & 1);
        }
    }
    return result;
}

}  // namespace burin::test
