// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/warp.hpp"

#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/placement.hpp"
#include "core/kinds/methods/prefetch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace burin {

namespace {

using By = Warp::By;
using Between = Warp::Between;

constexpr std::array<std::string_view, 3> byNames = {"xy", "angle", "slope"};
constexpr std::array<std::string_view, 3> betweenNames = {"nearest", "linear", "cubic"};

/// Wider areas are computed in strips, so that places inside a picture fit 32 bits.
constexpr std::int64_t stripWidth = std::int64_t{1} << 16;

/// A strip is computed column by column: what a row of this width reads of the picture stays in the fastest
/// cache for the next row, which reads almost the same.
constexpr std::int64_t columnWidth = 1024;

template <class Enum>
Enum warpChoice(const std::array<std::string_view, 3>& names, std::string_view name) {
    return static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
}

/// The part of a map in a strip.
struct MapPart {
    Rect inside;               ///< in the node's frame; outside of it the map displaces nothing
    ConstSamplesView samples;  ///< samples of `inside`, grown by the map's radius
    std::int64_t radius = 0;

    /// The samples of a row from a column on. \pre they are inside
    [[nodiscard]] const float* at(std::int64_t x, std::int64_t y) const {
        return samples.row(y - inside.y + radius) + (x - inside.x + radius);
    }
};

/// Computes one row of a strip, one block of columns after another.
class WarpRow {
  public:
    WarpRow(const Warp& node, std::span<const MapPart> maps) : node_(node), maps_(maps) {}

    /// The displacements of the columns from `x` on. Places outside of a map are not displaced.
    void displace(std::int64_t x, std::int64_t y, std::int64_t count) {
        const WarpKernels& kernels = warpKernels();
        const Rect row{x, y, count, 1};
        const auto coversRow = [&](const MapPart& map) { return map.inside.contains(row); };
        if (!std::all_of(maps_.begin(), maps_.end(), coversRow)) {
            std::fill_n(dx_, count, 0.0);
            std::fill_n(dy_, count, 0.0);
        }
        for (std::size_t k = 0; k < maps_.size(); ++k) {
            const MapPart& map = maps_[k];
            const Rect part = intersection(map.inside, row);
            if (part.empty()) continue;
            const std::int64_t first = part.x - x;
            const std::int64_t length = part.width;
            const float* const m = map.at(part.x, y);
            if (node_.parameters.by == By::xy) {
                kernels.displace(node_.scale, m, (k == 0 ? dx_ : dy_) + first, length);
            } else if (node_.parameters.by == By::angle) {
                kernels.displaceAlong(node_.scale, m, dx_ + first, dy_ + first, length);
            } else {
                const float* const around[] = {m - map.samples.stride, m - 1, m + 1, m + map.samples.stride};
                kernels.displaceBySlope(node_.scale, around, dx_ + first, dy_ + first, length);
            }
        }
    }

    /// Prefetches the samples of the maps that displace() will read.
    void prefetchMaps(std::int64_t x, std::int64_t y, std::int64_t count) const {
        for (const MapPart& map : maps_) {
            const Rect part = intersection(map.inside, {x, y, count, 1});
            if (part.empty()) continue;
            prefetchSamples(map.at(part.x, y) + map.radius * map.samples.stride, part.width);
        }
    }

    /// \param at  the picture's sample at the first column before it is displaced
    void sample(const float* at, std::ptrdiff_t stride, float* out, std::int64_t count) const {
        const WarpKernels& kernels = warpKernels();
        const auto kernel = node_.parameters.between == Between::nearest  ? kernels.nearest
                            : node_.parameters.between == Between::linear ? kernels.linear
                                                                          : kernels.cubic;
        kernel(at, stride, dx_, dy_, out, count);
    }

  private:
    const Warp& node_;
    std::span<const MapPart> maps_;
    alignas(64) double dx_[warpBlock];
    alignas(64) double dy_[warpBlock];
};

/// \param picture  the samples of the column, grown by the node's radii
void warpColumn(const Warp& node, WarpRow& row, const Rect& column, ConstSamplesView picture,
                SamplesView value) {
    const auto pictureRow = [&](std::int64_t y) { return picture.row(y) + node.radiusX; };
    for (std::int64_t y = 0; y < column.height; ++y) {
        for (std::int64_t x = 0; x < column.width; x += warpBlock) {
            const std::int64_t count = std::min(warpBlock, column.width - x);
            row.prefetchMaps(column.x + x, column.y + y + 1, count);
            prefetchSamples(pictureRow(y + 2 * node.radiusY) + x, count);
            row.displace(column.x + x, column.y + y, count);
            if (y + 1 < column.height) prefetchSamples(value.row(y + 1) + x, count);
            row.sample(pictureRow(y + node.radiusY) + x, picture.stride, value.row(y) + x, count);
        }
    }
}

/// \pre the maps are fetched before the picture, so that their samples stay valid: see linksAreHeld()
MapPart mapOver(const Warp& node, const LinkCall& call, std::size_t link, const Rect& strip) {
    const LinkShape& map = call.links[call.index + link];
    MapPart part{Warp::mapped(map, strip), {}, node.mapRadius()};
    if (!part.inside.empty()) part.samples = call.child.fetch(node.mapFetch(map, link, part.inside));
    return part;
}

}  // namespace

Warp::Warp(const Parameters& all) : parameters(all) {
    const Turn turn = Turn::byDegrees(all.degrees);
    scale = {all.amplitudePx, all.center, all.fullSlope, turn.cosine, turn.sine};
    edge = all.edge;
    radiusX = static_cast<std::int64_t>(std::ceil(all.amplitudePx)) + 2;
    radiusY = radiusX;
}

Rect Warp::mapped(const LinkShape& map, const Rect& area) {
    return map.extent.translated(map.at).clip(area);
}

Fetch Warp::mapFetch(const LinkShape& map, std::size_t link, const Rect& part) const {
    return {part.translated(-map.at).grown(mapRadius()), Edge::extend, link};
}

Extent Warp::support(std::span<const LinkShape> links, const Extent& own) const {
    if (edge != Edge::empty || links.empty()) return FilterBase::support(links, own);
    const LinkShape& picture = links.front();
    if (!picture.support.bounded() || picture.support.empty()) return intersection(picture.support, own);
    return intersection(own, picture.support.grown(radiusX).translated(picture.at));
}

void Warp::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                   std::vector<Fetch>& out) const {
    if (index > 0) return;
    for (std::size_t link = 1; link <= mapCount(); ++link) {
        const Rect part = mapped(links[link], area);
        if (!part.empty()) out.push_back(mapFetch(links[link], link, part));
    }
    out.push_back(neighbourhood(links[index], area));
}

std::optional<std::int64_t> Warp::halo(std::span<const LinkShape>, std::size_t index) const {
    return index == 0 ? radiusX : mapRadius();
}

float Warp::dust(std::span<const LinkShape>) const {
    return parameters.between == Between::nearest ? 0.0F : dustLimit;
}

std::string Warp::fingerprint() const {
    std::string text = "by " + std::string(byNames[static_cast<std::size_t>(parameters.by)]);
    if (parameters.by == By::angle) text += " " + canonicalNumber(parameters.degrees);
    text += parameters.by == By::slope ? " full " + canonicalNumber(parameters.fullSlope)
                                       : " center " + canonicalNumber(parameters.center);
    return text + " amplitude " + canonicalNumber(parameters.amplitudePx) + " " +
           std::string(betweenNames[static_cast<std::size_t>(parameters.between)]) + " edge " +
           std::string(edgeName(edge));
}

void Reduction<Warp, Trait::data>::apply(const Warp& node, const LinkCall& call) {
    if (call.index > 0) return;
    for (std::int64_t left = 0; left < call.area.width; left += stripWidth) {
        const Rect strip{call.area.x + left, call.area.y, std::min(stripWidth, call.area.width - left),
                         call.area.height};
        std::array<MapPart, 2> maps;
        for (std::size_t k = 0; k < node.mapCount(); ++k)
            maps[k] = mapOver(node, call, k + 1, strip);
        const ConstSamplesView picture = call.child.fetch(node.neighbourhood(call.link, strip));
        WarpRow row(node, std::span(maps).first(node.mapCount()));
        for (std::int64_t x = 0; x < strip.width; x += columnWidth) {
            const std::int64_t width = std::min(columnWidth, strip.width - x);
            const Rect column{strip.x + x, strip.y, width, strip.height};
            warpColumn(node, row, column, picture.part(x, 0, width + 2 * node.radiusX, picture.height),
                       call.value.part(left + x, 0, width, strip.height));
        }
    }
}

namespace {

/// The side of the square of samples that one interpolation reads.
std::int64_t patchSide(Between between) {
    return between == Between::nearest ? 1 : between == Between::linear ? 2 : 4;
}

/// Some samples at places anywhere.
class ScatteredWarp {
  public:
    ScatteredWarp(const Warp& node, const ScatteredCall& call) : node_(node), call_(call) {}

    /// Displaces the places [first, first + count). \pre count <= warpBlock
    void displace(std::size_t first, std::size_t count) {
        std::fill_n(dx_, count, 0.0);
        std::fill_n(dy_, count, 0.0);
        for (std::size_t link = 1; link <= node_.mapCount(); ++link)
            displaceBy(link, call_.places.subspan(first, count));
    }
    [[nodiscard]] Vector displacement(std::size_t k) const { return {dx_[k], dy_[k]}; }

    /// Reads the picture at the places that displace() has displaced. \pre it was called for the same places
    void sample(std::size_t first, std::size_t count) const {
        const Between between = node_.parameters.between;
        const double half = between == Between::nearest ? 0.5 : 0;
        const std::int64_t side = patchSide(between);
        const std::int64_t before = (side - 1) / 2;
        std::vector<Point> around;
        for (std::int64_t k = 0; k < side * side; ++k)
            around.push_back({k % side - before, k / side - before});
        std::vector<Point> places;
        for (std::size_t k = 0; k < count; ++k) {
            const Point moved{static_cast<std::int64_t>(std::floor(dx_[k] + half)),
                              static_cast<std::int64_t>(std::floor(dy_[k] + half))};
            places.push_back(call_.places[first + k] + moved);
        }
        float* const out = call_.value + first;
        if (between == Between::nearest) return call_.children.sample(0, node_.edge, places, around, out);
        std::vector<float> patches(places.size() * around.size());
        call_.children.sample(0, node_.edge, places, around, patches.data());
        const WarpKernels& kernels = warpKernels();
        (between == Between::linear ? kernels.linearPatches : kernels.cubicPatches)(
            patches.data(), dx_, dy_, out, static_cast<std::int64_t>(count));
    }

  private:
    /// Adds a map's displacements to the places for which it has samples.
    void displaceBy(std::size_t link, std::span<const Point> places) {
        const Extent mapped = call_.links[link].extent.translated(call_.links[link].at);
        std::vector<Point> inside;
        std::vector<std::size_t> owners;
        for (std::size_t k = 0; k < places.size(); ++k) {
            if (mapped.bounded() && !mapped.rect().contains(places[k])) continue;
            inside.push_back(places[k]);
            owners.push_back(k);
        }
        if (inside.empty()) return;
        std::vector<double> dx(inside.size());
        std::vector<double> dy(inside.size());
        displacements(link, inside, dx.data(), dy.data());
        for (std::size_t k = 0; k < owners.size(); ++k) {
            dx_[owners[k]] += dx[k];
            dy_[owners[k]] += dy[k];
        }
    }

    void displacements(std::size_t link, std::span<const Point> places, double* dx, double* dy) const {
        static constexpr std::array<Point, 1> here = {{{0, 0}}};
        static constexpr std::array<Point, 4> sides = {{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};
        const auto count = static_cast<std::int64_t>(places.size());
        const bool slope = node_.parameters.by == By::slope;
        const std::span<const Point> around = slope ? std::span<const Point>(sides) : here;
        std::vector<float> m(places.size() * around.size());
        call_.children.sample(link, Edge::extend, places, around, m.data());
        const WarpKernels& kernels = warpKernels();
        if (node_.parameters.by == By::xy)
            return kernels.displace(node_.scale, m.data(), link == 1 ? dx : dy, count);
        if (node_.parameters.by == By::angle)
            return kernels.displaceAlong(node_.scale, m.data(), dx, dy, count);
        for (std::int64_t k = 0; k < count; ++k) {
            const float* const own = m.data() + 4 * k;
            const float* const each[] = {own, own + 1, own + 2, own + 3};
            kernels.displaceBySlope(node_.scale, each, dx + k, dy + k, 1);
        }
    }

    const Warp& node_;
    const ScatteredCall& call_;
    alignas(64) double dx_[warpBlock];
    alignas(64) double dy_[warpBlock];
};

}  // namespace

std::vector<ScatteredRead> Warp::scatteredReads(std::span<const LinkShape>) const {
    const std::int64_t side = patchSide(parameters.between);
    std::vector<ScatteredRead> reads = {{0, 1, side, side * side}};
    for (std::size_t link = 1; link <= mapCount(); ++link)
        reads.push_back(parameters.by == By::slope ? ScatteredRead{link, 1, 3, 4} : ScatteredRead{link});
    return reads;
}

void Warp::readAt(const ScatteredCall& call) const {
    ScatteredWarp warp(*this, call);
    for (std::size_t first = 0; first < call.places.size(); first += warpBlock) {
        const std::size_t count = std::min<std::size_t>(warpBlock, call.places.size() - first);
        warp.displace(first, count);
        warp.sample(first, count);
    }
}

std::vector<Vector> Warp::fieldAt(const ScatteredCall& call) const {
    std::vector<Vector> all;
    ScatteredWarp warp(*this, call);
    for (std::size_t first = 0; first < call.places.size(); first += warpBlock) {
        const std::size_t count = std::min<std::size_t>(warpBlock, call.places.size() - first);
        warp.displace(first, count);
        for (std::size_t k = 0; k < count; ++k) {
            const Vector reads = warp.displacement(k);  // a picture read further right moves left
            all.push_back({-reads.x / parameters.amplitudePx, -reads.y / parameters.amplitudePx});
        }
    }
    return all;
}

namespace {

/// Reports `key` if it is given although it has no meaning for this value of `by`.
bool surplus(const BindContext& context, const char* key, bool wanted, const std::string& forWhat) {
    if (wanted || !context.values.has(key)) return false;
    context.problem(key, {.reason = "'%1' is for %2, not for `by: %3`",
                          .details = {std::string(key), forWhat, context.values.as<std::string>("by")},
                          .advice = "remove it, or change `by`"});
    return true;
}

std::shared_ptr<const Operation> bindWarp(const BindContext& context) {
    const Values& values = context.values;
    Warp::Parameters all;
    all.by = warpChoice<By>(byNames, values.as<std::string>("by"));
    all.amplitudePx = values.as<double>("amplitude");
    all.between = warpChoice<Between>(betweenNames, values.as<std::string>("interpolation"));
    all.edge = edgeNamed(values.as<std::string>("edge"));
    if (const auto* center = values.find<double>("center")) all.center = *center;
    if (const auto* degrees = values.find<double>("angle")) all.degrees = *degrees;
    if (const auto* slope = values.find<double>("full_slope")) all.fullSlope = *slope;
    bool wrong = surplus(context, "angle", all.by == By::angle, "`by: angle`");
    wrong = surplus(context, "full_slope", all.by == By::slope, "`by: slope`") || wrong;
    wrong = surplus(context, "center", all.by != By::slope, "`by: xy` and `by: angle`") || wrong;
    const std::size_t wanted = all.by == By::xy ? 3 : 2;
    const auto data =
        static_cast<std::size_t>(std::count(context.links.begin(), context.links.end(), Trait::data));
    if (data != wanted) {
        context.problem("inputs", {.reason = "`by: %1` needs %2 data links, not %3",
                                   .details = {values.as<std::string>("by"), std::to_string(wanted),
                                               std::to_string(data)},
                                   .advice = wanted == 3 ? "link the picture, a map for x and a map for y"
                                                         : "link the picture and a map"});
        wrong = true;
    }
    if (wrong) return nullptr;
    return std::make_shared<OperationOf<Warp>>(Warp(all));
}

std::vector<ParameterDescription> warpParameters() {
    ParameterDescription edge = edgeDescription();
    edge.choices.push_back("empty");
    edge.help =
        "How the picture continues outside its rectangle: nearest pixel, mirrored, repeated, or empty.";
    return {
        {.key = "amplitude",
         .title = "Amplitude",
         .type = ParameterType::realPixels,
         .unit = "px",
         .minimum = 0,
         .maximum = 1023,
         .required = true,
         .help = "The greatest distance that a sample moves.",
         .since = 2,
         .strictlyPositive = true},
        {.key = "by",
         .title = "By",
         .type = ParameterType::choice,
         .fallback = "xy",
         .choices = {byNames.begin(), byNames.end()},
         .help = "How the maps move the picture. xy: the first map moves along x, the second along y. angle: "
                 "one map moves along a direction. slope: the picture is moved along the slope of a map, as "
                 "glass refracts.",
         .since = 2},
        {.key = "angle",
         .title = "Angle",
         .type = ParameterType::number,
         .unit = "deg",
         .minimum = -36000,
         .maximum = 36000,
         .help = "White samples of the map fetch the picture from this direction, clockwise from the x axis. "
                 "Only with `by: angle`; the default is 0.",
         .since = 2,
         .usedWith = {"by", {"angle"}}},
        {.key = "full_slope",
         .title = "Full slope",
         .type = ParameterType::number,
         .unit = "1/px",
         .minimum = 1e-6,
         .maximum = 1000,
         .help = "The slope of the map, in samples a pixel, that moves the picture by the amplitude. Only "
                 "with `by: slope`; the default is 0.05.",
         .since = 2,
         .usedWith = {"by", {"slope"}}},
        {.key = "center",
         .title = "Centre",
         .type = ParameterType::number,
         .minimum = -16,
         .maximum = 16,
         .help = "The sample of a map that leaves the picture in place. Not with `by: slope`; the default is "
                 "0.5.",
         .since = 2,
         .usedWith = {"by", {"xy", "angle"}}},
        {.key = "interpolation",
         .title = "Interpolation",
         .type = ParameterType::choice,
         .fallback = "linear",
         .choices = {betweenNames.begin(), betweenNames.end()},
         .help = "nearest, linear, or cubic (Catmull-Rom).",
         .since = 2},
        edge};
}

}  // namespace

Kind warpKind() {
    KindDescription d;
    d.name = "warp";
    d.title = "Warp";
    d.help =
        "Moves each sample of a picture by the brightness, or along the slope, of other nodes: wood "
        "grain, marble, water, frosted glass, wrinkles.";
    d.category = Category::filter;
    d.since = 2;
    d.parameters = warpParameters();
    d.links = {{.trait = Trait::data,
                .minimum = 2,
                .maximum = 3,
                .first = true,
                .help = "The picture that is moved, then the maps: two with `by: xy`, else one. The picture "
                        "stays in place under the empty part of a map."},
               {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."}};
    d.words = {"displace", "displacement", "distort", "distortion", "bend",    "turbulent",
               "swirl",    "wobble",       "water",   "glass",      "refract", "wrinkle",
               "remap",    "domain warp",  "wiggle",  "perturb",    "liquify"};
    return {std::move(d), &bindWarp};
}

}  // namespace burin
