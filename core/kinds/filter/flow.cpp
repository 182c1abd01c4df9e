// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/flow.hpp"

#include "core/kernels/textures/flow_kernels.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace burin {

namespace {

using Along = Flow::Along;

constexpr std::array<std::string_view, 4> alongNames = {"angle", "map", "gradient", "contour"};

std::uint32_t packed(Flow::Step step) {
    return (static_cast<std::uint32_t>(step.x) & 0xFFFF) | static_cast<std::uint32_t>(step.y) << 16;
}

std::vector<std::uint32_t> stepsOfTurn() {
    std::vector<std::uint32_t> all;
    for (std::int64_t i = 0; i < flowDirections; ++i)
        all.push_back(packed(Flow::stepAt(360.0 * static_cast<double>(i) / double{flowDirections})));
    return all;
}

/// Writes the directions of an area of `size` to `out`.
/// \param map  the samples of the area; if slopes are read, with one more on each side
void writeDirections(const Flow& node, const ConstSamplesView& map, std::uint32_t* out, const Size& size) {
    const FlowKernels& kernels = flowKernels();
    for (std::int64_t y = 0; y < size.height; ++y) {
        for (std::int64_t x = 0; x < size.width; x += flowBlock) {
            const std::int64_t count = std::min(flowBlock, size.width - x);
            std::uint32_t* const to = out + y * size.width + x;
            if (node.parameters.along == Along::map) {
                kernels.turns(map.row(y) + x, node.turns.value().data(), to, count);
            } else {
                const float* const around[] = {map.row(y) + x + 1, map.row(y + 1) + x, map.row(y + 1) + x + 2,
                                               map.row(y + 2) + x + 1};
                kernels.slopes(around, node.parameters.along == Along::contour, to, count);
            }
        }
    }
}

std::size_t directionBytes(const Flow& node, const Rect& area) {
    if (!node.readsMap()) return 0;
    return Scratch::padded(static_cast<std::size_t>(area.grown(node.directionRadius()).area()) *
                           sizeof(std::uint32_t));
}

}  // namespace

Flow::Flow(const Parameters& all) : parameters(all), steps(all.lengthPx / 2) {
    edge = all.edge;
    radiusX = steps + 1;
    radiusY = radiusX;
    double sum = 1;
    for (std::int64_t k = 0; k <= steps; ++k) {
        const double weight =
            all.triangle ? 1 - static_cast<double>(k) / static_cast<double>(steps + 1) : 1.0;
        weights.push_back(static_cast<float>(weight));
        if (k > 0) sum += 2 * weight;
    }
    weightSum = static_cast<float>(sum);
    if (all.along == Along::map)
        turns = Deferred<std::vector<std::uint32_t>>([](const std::stop_token&) { return stepsOfTurn(); });
}

Flow::Step Flow::stepAt(double degrees) {
    const Turn turn = Turn::byDegrees(degrees);
    const auto whole = [](double share) { return static_cast<std::int32_t>(std::floor(256 * share + 0.5)); };
    return {whole(turn.cosine), whole(turn.sine)};
}

std::int64_t Flow::mapRadius() const {
    return directionRadius() + (parameters.along == Along::map ? 0 : 1);
}

Fetch Flow::mapFetch(std::span<const LinkShape> links, const Rect& area) const {
    return {area.translated(-links[1].at).grown(mapRadius()), Edge::extend, 1};
}

void Flow::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                   std::vector<Fetch>& out) const {
    if (index > 0) return;
    if (readsMap()) out.push_back(mapFetch(links, area));
    out.push_back(neighbourhood(links[index], area));
}

std::optional<std::int64_t> Flow::halo(std::span<const LinkShape>, std::size_t index) const {
    return index == 0 ? radiusX : mapRadius();
}

std::size_t Flow::scratchBytes(std::span<const LinkShape>, std::size_t index, const Rect& area) const {
    return index > 0 ? 0 : directionBytes(*this, area);
}

void Flow::prepare(const std::stop_token& stop) const {
    if (parameters.along == Along::map) static_cast<void>(turns.value(stop));
}

std::string Flow::fingerprint() const {
    std::string text = "along " + std::string(alongNames[static_cast<std::size_t>(parameters.along)]);
    if (parameters.along == Along::angle) text += " " + canonicalNumber(parameters.degrees);
    return text + " length " + std::to_string(parameters.lengthPx) +
           (parameters.triangle ? " triangle" : " box") + " edge " + std::string(edgeName(edge));
}

std::size_t Flow::residentBytes() const {
    return parameters.along == Along::map ? flowDirections * sizeof(std::uint32_t) : 0;
}

namespace {

/// Wider areas are computed in strips, so that places fit 32 bits.
constexpr std::int64_t widestFlow = std::int64_t{1} << 16;

void flowOver(const Flow& node, const LinkCall& call, const Rect& strip, std::uint32_t* directions) {
    const std::int64_t around = node.directionRadius();
    FlowField field;
    if (directions != nullptr) {
        field.directionStride = strip.width + 2 * around;
        writeDirections(node, call.child.fetch(node.mapFetch(call.links, strip)), directions,
                        {field.directionStride, strip.height + 2 * around});
    }
    const ConstSamplesView picture = call.child.fetch(node.neighbourhood(call.link, strip));
    field.pictureStride = picture.stride;
    field.weights = node.weights.data();
    field.weightSum = node.weightSum;
    field.steps = node.steps;
    const Flow::Step straight = Flow::stepAt(node.parameters.degrees);
    for (std::int64_t y = 0; y < strip.height; ++y) {
        for (std::int64_t x = 0; x < strip.width; x += flowBlock) {
            const std::int64_t count = std::min(flowBlock, strip.width - x);
            float* const out = call.valueOver(strip).row(y) + x;
            field.picture = picture.row(y + node.radiusY) + x + node.radiusX;
            if (directions == nullptr) {
                flowKernels().followStraight(field, straight.x, straight.y, out, count);
            } else {
                field.directions = directions + (y + around) * field.directionStride + x + around;
                flowKernels().follow(field, out, count);
            }
        }
    }
}

}  // namespace

void Reduction<Flow, Trait::data>::apply(const Flow& node, const LinkCall& call) {
    if (call.index > 0) return;
    Rect strip = call.area;
    strip.width = std::min(strip.width, widestFlow);
    std::uint32_t* directions = nullptr;
    if (node.readsMap())
        directions = reinterpret_cast<std::uint32_t*>(call.scratch.allocate(directionBytes(node, strip)));
    for (std::int64_t left = 0; left < call.area.width; left += widestFlow) {
        const std::int64_t width = std::min(widestFlow, call.area.width - left);
        flowOver(node, call, {call.area.x + left, call.area.y, width, call.area.height}, directions);
    }
}

namespace {

/// The paths through some scattered places, all followed together in both directions.
class ScatteredFlow {
  public:
    ScatteredFlow(const Flow& node, const ScatteredCall& call, std::size_t first, std::size_t count)
        : node_(node),
          call_(call),
          origins_(call.places.subspan(first, count)),
          out_(call.value + first),
          ends_(2 * count),
          steps_(2 * count, Flow::stepAt(node.parameters.degrees)) {}

    /// The directions at the places themselves.
    [[nodiscard]] std::vector<Flow::Step> directions() {
        if (node_.readsMap()) turn();
        return {steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(origins_.size())};
    }

    void compute() {
        static constexpr std::array<Point, 1> here = {{{0, 0}}};
        const std::size_t count = origins_.size();
        std::vector<float> sum(count);
        call_.children.sample(0, node_.edge, origins_, here, sum.data());
        for (std::int64_t first = 1; first <= node_.steps; first += flowStepsAtATime) {
            std::vector<float> part(count);
            for (std::int64_t k = first; k < first + flowStepsAtATime && k <= node_.steps; ++k) {
                step();
                add(node_.weights[static_cast<std::size_t>(k)], part);
            }
            for (std::size_t k = 0; k < count; ++k)
                sum[k] += part[k];
        }
        for (std::size_t k = 0; k < count; ++k)
            out_[k] = sum[k] / node_.weightSum;
    }

  private:
    /// The pixels of all ends: first those of the forward paths, then those of the backward paths.
    template <class Whole>
    [[nodiscard]] std::vector<Point> pixels(Whole whole) const {
        std::vector<Point> all(ends_.size());
        for (std::size_t k = 0; k < ends_.size(); ++k)
            all[k] = origins_[k % origins_.size()] + Point{whole(ends_[k].x), whole(ends_[k].y)};
        return all;
    }

    void step() {
        if (node_.readsMap()) turn();
        for (std::size_t k = 0; k < ends_.size(); ++k) {
            const std::int32_t sign = k < origins_.size() ? 1 : -1;
            ends_[k] = {ends_[k].x + sign * steps_[k].x, ends_[k].y + sign * steps_[k].y};
        }
    }

    /// Reads the directions of the nearest pixels.
    void turn() {
        static constexpr std::array<Point, 1> here = {{{0, 0}}};
        static constexpr std::array<Point, 4> sides = {{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};
        const bool turned = node_.parameters.along == Along::map;
        const std::span<const Point> around = turned ? std::span<const Point>(here) : sides;
        const std::vector<Point> nearest = pixels([](std::int32_t end) { return (end + 128) >> 8; });
        std::vector<float> m(nearest.size() * around.size());
        call_.children.sample(1, Edge::extend, nearest, around, m.data());
        const FlowKernels& kernels = flowKernels();
        for (std::size_t k = 0; k < nearest.size(); ++k) {
            const float* const own = m.data() + k * around.size();
            std::uint32_t direction = 0;
            if (turned) {
                kernels.turns(own, node_.turns.value().data(), &direction, 1);
            } else {
                const float* const each[] = {own, own + 1, own + 2, own + 3};
                kernels.slopes(each, node_.parameters.along == Along::contour, &direction, 1);
            }
            steps_[k] = {static_cast<std::int32_t>(direction << 16) >> 16,
                         static_cast<std::int32_t>(direction) >> 16};
        }
    }

    void add(float weight, std::vector<float>& sum) const {
        static constexpr std::array<Point, 4> around = {{{0, 0}, {1, 0}, {0, 1}, {1, 1}}};
        const std::vector<Point> places = pixels([](std::int32_t end) { return end >> 8; });
        std::vector<float> samples(places.size() * around.size());
        call_.children.sample(0, node_.edge, places, around, samples.data());
        for (std::size_t k = 0; k < places.size(); ++k) {
            const float* const c = samples.data() + k * around.size();
            const float u = static_cast<float>(ends_[k].x & 255) * 0x1p-8F;
            const float v = static_cast<float>(ends_[k].y & 255) * 0x1p-8F;
            const float upper = c[0] + (c[1] - c[0]) * u;
            const float lower = c[2] + (c[3] - c[2]) * u;
            sum[k % origins_.size()] += (upper + (lower - upper) * v) * weight;
        }
    }

    const Flow& node_;
    const ScatteredCall& call_;
    std::span<const Point> origins_;
    float* out_;
    std::vector<Flow::Step> ends_;  ///< in 1/256 px from the origins
    std::vector<Flow::Step> steps_;
};

}  // namespace

std::vector<ScatteredRead> Flow::scatteredReads(std::span<const LinkShape>) const {
    std::vector<ScatteredRead> reads = {{0, 2 * steps + 1, 2, 4}};
    if (readsMap())
        reads.push_back(parameters.along == Along::map ? ScatteredRead{1, 2 * steps}
                                                       : ScatteredRead{1, 2 * steps, 3, 4});
    return reads;
}

void Flow::readAt(const ScatteredCall& call) const {
    for (std::size_t first = 0; first < call.places.size(); first += flowBlock)
        ScatteredFlow(*this, call, first, std::min<std::size_t>(flowBlock, call.places.size() - first))
            .compute();
}

std::vector<Vector> Flow::fieldAt(const ScatteredCall& call) const {
    if (steps == 0) return std::vector<Vector>(call.places.size());
    std::vector<Vector> field;
    for (const Step& step : ScatteredFlow(*this, call, 0, call.places.size()).directions())
        field.push_back({step.x / 256.0, step.y / 256.0});
    return field;
}

namespace {

std::shared_ptr<const Operation> bindFlow(const BindContext& context) {
    const Values& values = context.values;
    const std::string& along = values.as<std::string>("along");
    Flow::Parameters all;
    all.along =
        static_cast<Along>(std::find(alongNames.begin(), alongNames.end(), along) - alongNames.begin());
    all.lengthPx = values.as<std::int64_t>("length");
    all.triangle = values.as<std::string>("weights") == "triangle";
    all.edge = edgeNamed(values.as<std::string>("edge"));
    const auto* degrees = values.find<double>("angle");
    if (degrees != nullptr) all.degrees = *degrees;
    const std::size_t problemsBefore = context.problems.size();
    if (degrees != nullptr && all.along != Along::angle) {
        context.problem("angle", {.reason = "'angle' is for `along: angle`, not for `along: %1`",
                                  .details = {along},
                                  .advice = "remove it, or write `along: angle`"});
    }
    const std::size_t wanted = all.along == Along::angle ? 1 : 2;
    const auto data =
        static_cast<std::size_t>(std::count(context.links.begin(), context.links.end(), Trait::data));
    if (data != wanted) {
        context.problem(
            "inputs",
            {.reason = "`along: %1` needs %2, not %3",
             .details = {along, (wanted == 1 ? "one data link" : "two data links"), std::to_string(data)},
             .advice = wanted == 1 ? "link the picture alone; a map needs `along: map`, gradient or contour"
                                   : "link the picture and a map"});
    }
    if (context.problems.size() > problemsBefore) return nullptr;
    return std::make_shared<OperationOf<Flow>>(Flow(all));
}

std::vector<ParameterDescription> flowParameters() {
    return {
        {.key = "along",
         .title = "Along",
         .type = ParameterType::choice,
         .fallback = "angle",
         .choices = {alongNames.begin(), alongNames.end()},
         .help = "The directions of the paths. angle: one for all. map: a map, in turns. gradient: uphill "
                 "on the map. contour: along the contours of the map.",
         .since = 2},
        {.key = "angle",
         .title = "Angle",
         .type = ParameterType::number,
         .unit = "deg",
         .minimum = -36000,
         .maximum = 36000,
         .help = "The direction, clockwise from the x axis. Only with `along: angle`; the default is 0.",
         .since = 2,
         .usedWith = {"along", {"angle"}}},
        {.key = "length",
         .title = "Length",
         .type = ParameterType::pixels,
         .unit = "px",
         .minimum = 1,
         .maximum = 1023,
         .required = true,
         .help = "The length of a path: half of it in each direction.",
         .since = 2},
        {.key = "weights",
         .title = "Weights",
         .type = ParameterType::choice,
         .fallback = "box",
         .choices = {"box", "triangle"},
         .help = "box: all samples of a path count alike. triangle: those at its ends count less.",
         .since = 2},
        edgeDescription()};
}

}  // namespace

Kind flowKind() {
    KindDescription d;
    d.name = "flow";
    d.title = "Flow";
    d.help =
        "Smears a picture along lines: brush strokes, hair, brushed metal, wood grain, motion blur. The "
        "lines are straight, or follow a map.";
    d.category = Category::filter;
    d.since = 2;
    d.parameters = flowParameters();
    d.links = {{.trait = Trait::data,
                .minimum = 1,
                .maximum = 2,
                .first = true,
                .help = "The input samples, then a map of directions unless `along` is angle."},
               {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."}};
    d.words = {"smear", "motion blur", "directional blur", "brush", "hair",  "fur",  "stroke",       "streak",
               "lic",   "streamlines", "line integral",    "fibre", "fiber", "comb", "vector field", "smudge",
               "drag",  "wood"};
    return {std::move(d), &bindFlow};
}

}  // namespace burin
