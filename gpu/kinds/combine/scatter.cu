// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/combine/scatter.hpp"

#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/repeats/pieces.hpp"
#include "gpu/kinds/repeats/plan.hpp"

namespace burin::gpu {

namespace {

RepeatMixing mixingOf(const Scatter& node) {
    return {node.blend, node.variation.ids, node.computes() ? dustLimit : 0.0F};
}

RepeatPlan planOf(const Scatter& node, std::span<const LinkShape> links, const Rect& area) {
    return {node.variation, links, node.cellsAround(links, area)};
}

/// An interval of coordinates.
struct Stretch {
    std::int64_t start;
    std::int64_t length;
};

/// The stretches that contain the homes of points in a stretch. \param closes  0: the points are at home
std::vector<Stretch> homesOf(Stretch of, std::int64_t closes) {
    constexpr std::int64_t around = 2;  // places are rounded
    if (closes == 0) return {of};
    of = {of.start - around, of.length + 2 * around};
    if (of.length + 2 * around >= closes) return {{-around, closes + 2 * around}};
    const std::int64_t start = floorMod(of.start, closes);
    const std::int64_t before = std::min(of.length, closes - start);
    std::vector<Stretch> all = {{start - around, before + 2 * around}};
    if (before < of.length) all.push_back({-around, of.length - before + 2 * around});
    return all;
}

/// Rectangles that contain the homes of all points whose repeats may overlap `area`.
std::vector<Rect> homesAround(const Scatter& node, std::span<const LinkShape> links, const Rect& area) {
    const Rect points = node.pointsAround(links, area);
    std::vector<Rect> homes;
    for (const Stretch down : homesOf({points.y, points.height}, node.closes.height)) {
        for (const Stretch across : homesOf({points.x, points.width}, node.closes.width))
            homes.push_back({across.start, down.start, across.length, down.length});
    }
    return homes;
}

Fetch densitiesOver(const Rect& homes, std::span<const LinkShape> links, std::size_t map) {
    return {homes.translated(-links[map].at), Edge::empty, map};
}

void scatterPieces(const Scatter& node, const DeviceCall& call) {
    PiecePainter painter(call, mixingOf(node));
    const ScatterPoints points = node.points();
    const std::optional<std::size_t> map = Scatter::mapOf(call.links);
    std::optional<KeptPoints> kept;
    if (map) kept.emplace(call.scratch);
    points.forEach(node.pointsAround(call.links, call.area), [&](Scatter::Places places) {
        if (kept) {
            const Fetch fetch = Scatter::mapFetch(call.links, *map, places);
            kept->look(call.cudaStream, points, places, fetch.area.origin() + call.links[*map].at,
                       call.child.fetch(fetch));
        }
        for (std::size_t k = 0; k < places.size(); ++k) {
            const Variant variant = node.variation.of(places[k].cell);
            if (call.links[variant.pattern].support.empty()) continue;
            painter.paint(Scatter::repeatAt(call.links, places[k], variant), kept ? kept->shown(k) : nullptr);
        }
    });
    painter.finish();
}

}  // namespace

void OnDevice<Scatter>::fetches(const Scatter& node, std::span<const LinkShape> links, std::size_t index,
                                const Rect& area, std::vector<Fetch>& out) const {
    if (index > 0 || !node.variation.anyShown(links)) return;
    const std::optional<std::size_t> map = Scatter::mapOf(links);
    const RepeatPlan plan = planOf(node, links, area);
    if (plan.fits()) {
        plan.fetches(links, out);
        for (const Rect& part : plan.parts()) {
            if (!map) break;
            for (const Rect& homes : homesAround(node, links, part))
                out.push_back(densitiesOver(homes, links, *map));
        }
        return;
    }
    node.points().forEach(node.pointsAround(links, area), [&](Scatter::Places places) {
        if (map) out.push_back(Scatter::mapFetch(links, *map, places));
        for (const ScatterPoints::Place& place : places) {
            const Variant variant = node.variation.of(place.cell);
            if (links[variant.pattern].support.empty()) continue;
            RepeatPainter::nameParts(Scatter::repeatAt(links, place, variant), area, out);
        }
    });
}

std::size_t OnDevice<Scatter>::scratchBytes(const Scatter& node, std::span<const LinkShape> links,
                                            std::size_t index, const Rect& area) const {
    if (index > 0 || !node.variation.anyShown(links)) return 0;
    const RepeatPlan plan = planOf(node, links, area);
    if (plan.fits()) return plan.scratchBytes();
    return PiecePainter::scratchBytes(area, mixingOf(node)) + KeptPoints::scratchBytes();
}

void DeviceReduction<Scatter, Trait::pattern>::apply(const Scatter& node, const OnDevice<Scatter>&,
                                                     const DeviceCall& call) {
    if (call.index > 0) return;  // the call for the first link reads the map and all patterns
    if (!node.variation.anyShown(call.links)) return fillSamples(call.cudaStream, call.value, 0);
    const RepeatPlan plan = planOf(node, call.links, call.area);
    if (!plan.fits()) return scatterPieces(node, call);
    const ScatterRule rule{node.points(), node.variation};
    const std::optional<std::size_t> map = Scatter::mapOf(call.links);
    plan.paint(call, mixingOf(node), rule, [&](const Rect& part, const RepeatTable& table) {
        if (!map) return;
        for (const Rect& homes : homesAround(node, call.links, part)) {
            thinOut(call.cudaStream, rule, homes, call.child.fetch(densitiesOver(homes, call.links, *map)),
                    table);
        }
    });
}

std::unique_ptr<DeviceOperation> scatterOnDevice(std::shared_ptr<const OperationOf<Scatter>> operation,
                                                 Patience patience) {
    return std::make_unique<DeviceOperationOf<Scatter>>(std::move(operation), patience);
}

}  // namespace burin::gpu
