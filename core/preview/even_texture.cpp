// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/even_texture.hpp"

#include "core/base/parallel_rows.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace burin {

namespace {

/// Whether the node or one below it is a random texture.
std::vector<bool> randomNodes(const Graph& graph) {
    std::vector<bool> random(graph.nodes.size(), false);
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        const GraphNode& node = graph.nodes[n];
        random[n] =
            node.operation->evenFrom().has_value() ||
            std::any_of(node.children.begin(), node.children.end(), [&](std::size_t c) { return random[c]; });
    }
    return random;
}

/// The mean of a product of two textures is the product of their means only if they are independent.
bool masksAreRandom(const GraphNode& node, const std::vector<bool>& random) {
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        if (node.links[i].trait == Trait::mask && random[node.children[i]]) return true;
    }
    return false;
}

}  // namespace

std::optional<EvenTexture> EvenTexture::of(const Graph& graph) {
    std::vector<int> readers(graph.nodes.size(), 0);
    for (const GraphNode& node : graph.nodes) {
        for (const std::size_t child : node.children)
            ++readers[child];
    }
    const std::vector<bool> random = randomNodes(graph);
    std::size_t n = graph.nodes.size() - 1;
    while (random[n]) {
        const GraphNode& node = graph.nodes[n];
        if (const auto from = node.operation->evenFrom()) {
            if (node.extent.empty() || masksAreRandom(node, random)) return {};
            return EvenTexture{n, *from};
        }
        std::optional<std::size_t> next;
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            const std::size_t child = node.children[i];
            if (!random[child]) continue;
            if (next || readers[child] > 1 || !node.operation->passesMean(node.links, i)) return {};
            next = child;
        }
        if (!next) return {};
        n = *next;
    }
    return {};
}

float EvenTexture::meanIn(const Graph& graph, const std::stop_token& stop) const {
    constexpr std::int64_t rows = 64;
    constexpr std::int64_t each = 512;
    constexpr std::int64_t side = std::int64_t{1} << 24;
    const GraphNode& texture = graph.nodes[node];
    const Rect area = texture.extent.bounded() ? texture.extent.rect() : Rect{0, 0, side, side};
    texture.operation->prepare(stop);
    std::vector<double> sums(rows);
    parallelRows(rows, [&](std::int64_t row) {
        std::vector<Point> places;
        for (std::int64_t k = 0; k < each; ++k) {
            const std::uint64_t chance = mixedHash(static_cast<std::uint64_t>(row * each + k), 1);
            const auto part = [](std::uint64_t bits, std::int64_t length) {
                return static_cast<std::int64_t>(bits % static_cast<std::uint64_t>(length));
            };
            places.push_back(
                {area.x + part(chance & 0xFFFFFFFFU, area.width), area.y + part(chance >> 32U, area.height)});
        }
        std::vector<float> values(places.size());
        texture.operation->beginAt(texture.links, places.data(), each, values.data());
        sums[static_cast<std::size_t>(row)] = std::accumulate(values.begin(), values.end(), 0.0);
    });
    return static_cast<float>(std::accumulate(sums.begin(), sums.end(), 0.0) / double{rows * each});
}

}  // namespace burin
