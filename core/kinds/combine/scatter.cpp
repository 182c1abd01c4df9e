// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/combine/scatter.hpp"

#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr double mostDistance = 4;  // in pitches

/// Decides which of the points remain at the density of a map.
class Density {
  public:
    Density(const LinkCall& call, const ScatterPoints& points)
        : call_(call), points_(points), map_(Scatter::mapOf(call.links)) {}

    /// Reads the map for points that are visited together.
    void look(Scatter::Places places) {
        if (!map_) return;
        std::size_t k = 0;
        Scatter::forEachMapFetch(call_.links, *map_, places, [&](const Fetch& fetch, Scatter::Places part) {
            const ConstSamplesView samples = call_.child.fetch(fetch);
            for (const ScatterPoints::Place& point : part) {
                const Point place = point.home - call_.links[*map_].at - fetch.area.origin();
                leaves_[k++] = points_.remains(point.cell, samples.row(place.y)[place.x]);
            }
        });
    }
    /// Whether the map leaves point k of the last look().
    [[nodiscard]] bool leaves(std::size_t k) const { return !map_ || leaves_[k]; }

  private:
    const LinkCall& call_;
    ScatterPoints points_;
    std::optional<std::size_t> map_;
    std::array<bool, ScatterPoints::mostAtOnce> leaves_{};
};

}  // namespace

void Reduction<Scatter, Trait::pattern>::apply(const Scatter& node, const LinkCall& call) {
    if (call.index > 0 || !node.variation.anyShown(call.links)) return;
    RepeatPainter painter(call, node.blend, node.variation);
    const ScatterPoints all = node.points();
    Density density(call, all);
    all.forEach(node.pointsAround(call.links, call.area), [&](Scatter::Places points) {
        density.look(points);
        for (std::size_t k = 0; k < points.size(); ++k) {
            const Variant variant = node.variation.of(points[k].cell);
            if (density.leaves(k) && !call.links[variant.pattern].support.empty())
                painter.paint(Scatter::repeatAt(call.links, points[k], variant));
        }
    });
    painter.finish();
}

void Scatter::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                      std::vector<Fetch>& out) const {
    if (index > 0 || !variation.anyShown(links)) return;
    const std::vector<bool> named = RepeatPainter::nameWhole(links, variation, out);
    const bool allNamed = std::find(named.begin(), named.end(), false) == named.end();
    const std::optional<std::size_t> map = mapOf(links);
    if (allNamed && !map) return;
    points().forEach(pointsAround(links, area), [&](Places found) {
        if (map) {
            forEachMapFetch(links, *map, found, [&](const Fetch& fetch, Places) { out.push_back(fetch); });
        }
        if (allNamed) return;
        for (const ScatterPoints::Place& point : found) {
            const Variant variant = variation.of(point.cell);
            if (!named[variant.pattern]) RepeatPainter::nameParts(repeatAt(links, point, variant), area, out);
        }
    });
}

std::size_t Scatter::scratchBytes(std::span<const LinkShape>, std::size_t index, const Rect& area) const {
    return index > 0 ? 0 : RepeatPainter::scratchBytes(area, blend, variation);
}

std::optional<std::size_t> Scatter::mapOf(std::span<const LinkShape> links) {
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (links[i].trait == Trait::data) return i;
    }
    return {};
}

Fetch Scatter::mapFetch(std::span<const LinkShape> links, std::size_t map, Places points) {
    Rect around;
    for (const ScatterPoints::Place& point : points)
        around = boundingRect(around, {point.home.x, point.home.y, 1, 1});
    return {around.translated(-links[map].at), Edge::empty, map};
}

Rect Scatter::pointsAround(std::span<const LinkShape> links, const Rect& area) const {
    const Rect around = box(links);
    return {area.x - around.right() + 1, area.y - around.bottom() + 1, area.width + around.width - 1,
            area.height + around.height - 1};
}

Repeats Scatter::cellsAround(std::span<const LinkShape> links, const Rect& area) const {
    const Vector sides = points().cellSides();
    const Rect around = box(links).grown(1);
    const Rect pattern{around.x, around.y, around.width + static_cast<std::int64_t>(std::ceil(sides.x)),
                       around.height + static_cast<std::int64_t>(std::ceil(sides.y))};
    return {{sides.x, 0}, {0, sides.y}, {}, {}, pattern, area};
}

Repeat Scatter::repeatAt(std::span<const LinkShape> links, const ScatterPoints::Place& point,
                         const Variant& variant) {
    const LinkShape& pattern = links[variant.pattern];
    Repeat repeat(pattern, variant);
    repeat.moveTo(point.at + pattern.at - Point{repeat.size().width / 2, repeat.size().height / 2});
    return repeat;
}

Rect Scatter::box(std::span<const LinkShape> links) const {
    return boxOf(variation, links, [](const LinkShape& pattern, Size sides) {
        return pattern.at - Point{sides.width / 2, sides.height / 2};
    });
}

Extent Scatter::support(std::span<const LinkShape> links, const Extent& own) const {
    if (!variation.anyShown(links)) return Extent(Rect{});
    Extent result = masked(links, own);
    const std::optional<std::size_t> map = mapOf(links);
    if (!map || closes != Size{} || !links[*map].support.bounded()) return result;
    const Rect left = links[*map].support.rect().translated(links[*map].at);
    if (left.empty()) return Extent(Rect{});
    const Rect around = box(links);
    return intersection(result, Extent({left.x + around.x, left.y + around.y, left.width + around.width - 1,
                                        left.height + around.height - 1}));
}

std::optional<Lattice> Scatter::period(std::span<const LinkShape>, std::optional<Lattice> children) const {
    if (!children || closes.width == 0 || closes.height == 0) return {};
    return Lattice::common({closes.width, closes.height, 0}, *children);
}

std::optional<ParameterProblem> Scatter::complaint(std::span<const LinkShape> links) const {
    if (auto problem = unboundedPattern(links.first(variation.patterns))) return problem;
    auto problem = overlapComplaint("pitch", box(links), points().cellArea());
    if (problem) problem->problem.advice = "choose a larger pitch, so that at most 16384 repeats overlap";
    return problem;
}

int Scatter::bits(std::span<const int> children) const {
    if (computes() || variation.ids || children.size() != variation.patterns) return 32;
    return *std::max_element(children.begin(), children.end());
}

std::string Scatter::fingerprint() const {
    std::string result = "scatter pitch " + canonicalNumber(pitch) + " distance " +
                         canonicalNumber(distance) + " seed " + std::to_string(variation.seed) + " " +
                         std::string(repeatBlendNames[static_cast<std::size_t>(blend)]) +
                         variation.fingerprint();
    if (closes != Size{})
        result += " closes " + std::to_string(closes.width) + " " + std::to_string(closes.height);
    return result;
}

namespace {

/// Each point is repeated after `closes`. If its own repeat were too near, one of the two would always give
/// way, and no point would be left.
void reportNearRepeats(const BindContext& context, const Scatter& node) {
    for (const std::int64_t after : {node.closes.width, node.closes.height}) {
        if (after == 0 || static_cast<double>(after) >= node.distance) continue;
        return context.problem("closes",
                               {.reason = "the surface repeats after %1 px, which is less than the distance",
                                .details = {std::to_string(after), canonicalNumber(node.distance)},
                                .advice = "write at least %2 px, or a smaller distance"});
    }
}

std::shared_ptr<const Operation> bindScatter(const BindContext& context) {
    Scatter node;
    node.pitch = context.values.as<double>("pitch");
    node.distance = context.values.as<double>("distance");
    node.blend = repeatBlendNamed(context.values.as<std::string>("blend"));
    node.variation = Variation::bound(context.values, patternCount(context.links));
    node.variation.seed = static_cast<std::uint32_t>(context.values.as<std::int64_t>("seed"));
    node.closes = closesOf(context.values);
    if (node.distance > mostDistance * node.pitch) {
        context.problem("distance", {.reason = "the distance is more than 4 pitches",
                                     .details = {canonicalNumber(mostDistance * node.pitch)},
                                     .advice = "write at most %1 px, or a larger pitch"});
    }
    reportNearRepeats(context, node);
    reportSummedIds(context, node.blend, node.variation);
    if (!context.problems.empty()) return nullptr;
    return std::make_shared<OperationOf<Scatter>>(node);
}

}  // namespace

Kind scatterKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "scatter";
    d.title = "Scatter";
    d.help = "Scatters bounded patterns over irregular points. A map can set how dense they are.";
    d.words = {"strew",   "sprinkle", "random", "points",     "dots",  "stipple",   "stippling",
               "poisson", "disk",     "spread", "distribute", "grain", "scattered", "pattern"};
    d.category = Category::combine;
    d.since = 2;
    d.parameters = {
        {.key = "pitch",
         .title = "Pitch",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = 2,
         .maximum = 0x1p31 - 1,
         .required = true,
         .help = "The side of the cells of a grid. Each cell has at most one point.",
         .since = 2},
        {.key = "distance",
         .title = "Distance",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = 0,
         .maximum = 0x1p33,
         .fallback = "0",
         .help = "The least distance between two points, up to 4 pitches.",
         .since = 2},
        {.key = "seed",
         .title = "Seed",
         .type = ParameterType::integer,
         .minimum = 0,
         .maximum = 0x1p32 - 1,
         .fallback = "0",
         .help = "Another seed gives other points. Seeds below 65536 share no random numbers.",
         .since = 2,
         .seed = true},
        repeatBlendDescription(),
        Variation::varyDescription(false),
        Variation::valueDescription(),
        closesDescription(),
    };
    d.links = {
        {.trait = Trait::pattern,
         .minimum = 1,
         .maximum = 64,
         .first = true,
         .help = "The children to scatter; each must be bounded."},
        {.trait = Trait::data, .maximum = 1, .help = "The density of the points: 0 for none, 1 for all."},
        {.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    kind.bind = &bindScatter;
    return kind;
}

}  // namespace burin
