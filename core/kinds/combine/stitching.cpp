// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/combine/stitching.hpp"

#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

bool parallel(Vector u, Vector v) {
    return !(std::abs(determinant(u, v)) > 1e-9 * std::hypot(u.x, u.y) * std::hypot(v.x, v.y));
}

}  // namespace

void Reduction<Stitching, Trait::pattern>::apply(const Stitching& node, const LinkCall& call) {
    if (call.index > 0) return;  // the call for the first link reads all patterns
    if (node.box(call.links).empty()) return;
    if (!node.plain()) {
        RepeatPainter painter(call, node.blend, node.variation);
        node.forEachRepeat(call.links, call.area, [&](const Repeat& repeat) { painter.paint(repeat); });
        return painter.finish();
    }
    if (call.link.support.empty()) return;
    RepeatPainter painter(call, node.blend, node.variation);
    node.repeats(call.links, call.area).forEach([&](Point place, const Rect& covered) {
        painter.paintPlain(covered, covered.translated(-place));
    });
    painter.finish();
}

Vector Stitching::stepU(std::span<const LinkShape> links) const {
    return u ? *u : Vector{static_cast<double>(links[0].extent.rect().width), 0};
}

Vector Stitching::stepV(std::span<const LinkShape> links) const {
    return v ? *v : Vector{0, static_cast<double>(links[0].extent.rect().height)};
}

Repeats Stitching::repeats(std::span<const LinkShape> links, const Rect& area) const {
    return {stepU(links), stepV(links), origin, links[0].at, links[0].support.rect(), area};
}

Rect Stitching::box(std::span<const LinkShape> links) const {
    return boxOf(variation, links, [](const LinkShape& pattern, Size sides) {
        const Rect& rect = pattern.extent.rect();
        return Point{pattern.at.x + rect.x + floorDiv(rect.width - sides.width, 2),
                     pattern.at.y + rect.y + floorDiv(rect.height - sides.height, 2)};
    });
}

Repeats Stitching::repeatsAround(std::span<const LinkShape> links, const Rect& area) const {
    const Closing closed = closing(links);
    // A closed lattice differs by less than a pixel from the one that divides its steps evenly.
    return {closed.u().value_or(stepU(links)),
            closed.v().value_or(stepV(links)),
            origin,
            {},
            box(links).grown(1),
            area};
}

Closing Stitching::closing(std::span<const LinkShape> links) const {
    return closes == Size{} ? Closing() : Closing(stepU(links), stepV(links), closes);
}

Extent Stitching::support(std::span<const LinkShape> links, const Extent& own) const {
    return variation.anyShown(links) ? masked(links, own) : Extent(Rect{});
}

void Stitching::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                        std::vector<Fetch>& out) const {
    if (index > 0) return;
    const std::vector<bool> named = RepeatPainter::nameWhole(links, variation, out);
    if (std::find(named.begin(), named.end(), false) == named.end()) return;
    if (plain()) {
        return repeats(links, area).forEach([&](Point place, const Rect& covered) {
            out.push_back({covered.translated(-place)});
        });
    }
    forEachRepeat(links, area, [&](const Repeat& repeat) {
        if (!named[repeat.variant().pattern]) RepeatPainter::nameParts(repeat, area, out);
    });
}

bool Stitching::pointwise(std::span<const LinkShape>, std::size_t) const {
    return false;
}

std::optional<std::int64_t> Stitching::halo(std::span<const LinkShape>, std::size_t) const {
    return {};
}

std::size_t Stitching::scratchBytes(std::span<const LinkShape>, std::size_t index, const Rect& area) const {
    return index > 0 ? 0 : RepeatPainter::scratchBytes(area, blend, variation);
}

std::optional<Lattice> Stitching::ownPeriod(std::span<const LinkShape> links) const {
    const double longest = variation.picks() ? 0x1p31 / static_cast<double>(variation.patterns) : 0x1p31;
    const auto whole = [longest](double v) { return v == std::floor(v) && std::abs(v) < longest; };
    const auto onGrid = [](double value) { return std::floor(value * 0x1p20) == value * 0x1p20; };
    const bool exact =
        onGrid(origin.x) && onGrid(origin.y) && std::abs(origin.x) <= 0x1p31 && std::abs(origin.y) <= 0x1p31;
    const Vector a = stepU(links);
    const Vector b = stepV(links);
    const bool folds = !variation.varies() || (!variation.random() && closes == Size{});
    if (folds && exact && whole(a.x) && whole(a.y) && whole(b.x) && whole(b.y)) {
        const auto times = static_cast<std::int64_t>(variation.picks() ? variation.patterns : 1);
        const auto all = [times](double step) { return times * static_cast<std::int64_t>(step); };
        return Lattice::spanned({all(a.x), all(a.y)}, {all(b.x), all(b.y)});
    }
    if (closes.width > 0 && closes.height > 0) return Lattice{closes.width, closes.height, 0};
    return {};
}

std::optional<Lattice> Stitching::period(std::span<const LinkShape> links,
                                         std::optional<Lattice> children) const {
    const std::optional<Lattice> own = children ? ownPeriod(links) : std::nullopt;
    return own ? Lattice::common(*own, *children) : own;
}

namespace {

/// `times` repeats of a vector, and the distance to the nearest integer vector relative to their length.
struct NearlyWhole {
    Point vector;
    double drift;

    NearlyWhole(Vector step, int times)
        : vector{std::llround(step.x * times), std::llround(step.y * times)},
          drift(std::hypot(step.x * times - static_cast<double>(vector.x),
                           step.y * times - static_cast<double>(vector.y)) /
                (std::hypot(step.x, step.y) * times)) {}
};

}  // namespace

std::optional<Lattice> Stitching::nearPeriod(std::span<const LinkShape> links,
                                             std::optional<Lattice> children) const {
    constexpr int mostTimes = 64;
    constexpr double mostSamples = 0x1p21;
    constexpr std::int64_t flattest = 64;  // lower cells would be read in many short rows
    if (const std::optional<Lattice> exact = period(links, children)) return exact;
    if (variation.varies() || closes != Size{}) return {};
    const Vector a = stepU(links);
    const Vector b = stepV(links);
    const double area = std::abs(determinant(a, b));
    std::optional<Lattice> best;
    double least = 0.01;  // larger deviations would be visible
    for (int i = 1; i <= mostTimes && i * area <= mostSamples; ++i) {
        for (int j = 1; j <= mostTimes && i * j * area <= mostSamples; ++j) {
            const NearlyWhole u0(a, i);
            const NearlyWhole v0(b, j);
            if (u0.drift + v0.drift >= least) continue;
            const std::optional<Lattice> cell = Lattice::spanned(u0.vector, v0.vector);
            if (!cell || cell->height < flattest) continue;
            best = cell;
            least = u0.drift + v0.drift;
        }
    }
    return best && children ? Lattice::common(*best, *children) : std::nullopt;
}

std::optional<ParameterProblem> Stitching::complaint(std::span<const LinkShape> links) const {
    if (auto problem = unboundedPattern(links.first(variation.patterns))) return problem;
    const Rect around = box(links);
    if (around.empty()) return {};
    const Vector a = stepU(links);
    const Vector b = stepV(links);
    if (parallel(a, b))
        return ParameterProblem{v ? "v" : "u", "u and v are parallel",
                                "choose vectors that are not parallel"};
    if (auto problem = overlapComplaint("u", around, std::abs(determinant(a, b)))) {
        problem->problem.advice = "choose longer u and v, so that at most 16384 repeats overlap";
        return problem;
    }
    const Closing closed = closing(links);
    if (closed.closes()) return {};
    const auto uncounted = [](const std::optional<Closing::Step>& step) {
        return step && step->cells == Point{};
    };
    if (uncounted(closed.alongX()) || uncounted(closed.alongY())) {
        return ParameterProblem{"closes",
                                {.reason = "there are too many repeats within %1",
                                 .details = {closesText(closes)},
                                 .advice = "choose longer u and v, or shorter lengths"}};
    }
    const std::string nearest = closed.nearestText();
    return ParameterProblem{
        "closes",
        {.reason = "u and v do not close after %1",
         .details = {closesText(closes), nearest},
         .advice = nearest.empty() ? "write lengths that are sums of integer multiples of u and v"
                                   : "the nearest vectors that do are %2"}};
}

std::optional<Rect> Stitching::middleRepeat(std::span<const LinkShape> links, const Extent& extent) const {
    if (links[0].support.empty()) return {};
    const Rect pattern = links[0].extent.rect();
    const Rect whole = extent.bounded() ? extent.rect() : pattern;
    std::optional<Rect> repeat;
    repeats(links, {whole.x + whole.width / 2, whole.y + whole.height / 2, 1, 1})
        .forEach([&](Point p, const Rect&) { repeat = pattern.translated(p); });
    return repeat;
}

std::vector<Problem> Stitching::remarks(std::span<const LinkShape> links) const {
    const Closing closed = closing(links);
    if (!variation.picks() || !closed.any()) return {};
    for (const auto& step : {closed.alongX(), closed.alongY()}) {
        if (step && !variation.picksFit(step->cells)) {
            return {
                {.reason =
                     "`pick` does not fit `closes`: the order of the patterns changes after %1 u and %2 v",
                 .details = {std::to_string(step->cells.x), std::to_string(step->cells.y)}}};
        }
    }
    return {};
}

int Stitching::bits(std::span<const int> children) const {
    if (computes() || variation.ids || children.size() != variation.patterns) return 32;
    return *std::max_element(children.begin(), children.end());
}

std::string Stitching::fingerprint() const {
    const auto text = [](const std::optional<Vector>& w) {
        return w ? canonicalNumber(w->x) + " " + canonicalNumber(w->y) : std::string("default");
    };
    std::string result = "stitching u " + text(u) + " v " + text(v) + " origin " + text(origin) + " " +
                         std::string(repeatBlendNames[static_cast<std::size_t>(blend)]) +
                         variation.fingerprint();
    if (closes != Size{})
        result += " closes " + std::to_string(closes.width) + " " + std::to_string(closes.height);
    return result;
}

namespace {

std::shared_ptr<const Operation> bindStitching(const BindContext& context) {
    Stitching node;
    if (const Vector* u = context.values.find<Vector>("u")) node.u = *u;
    if (const Vector* v = context.values.find<Vector>("v")) node.v = *v;
    node.origin = context.values.as<Vector>("origin");
    node.blend = repeatBlendNamed(context.values.as<std::string>("blend"));
    node.variation = Variation::bound(context.values, patternCount(context.links));
    node.closes = closesOf(context.values);
    if (node.u && node.v && parallel(*node.u, *node.v))
        context.problem("v", "u and v are parallel", "choose vectors that are not parallel");
    reportSummedIds(context, node.blend, node.variation);
    if (!context.problems.empty()) return nullptr;
    return std::make_shared<OperationOf<Stitching>>(node);
}

}  // namespace

Kind stitchingKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "stitching";
    d.title = "Lattice";
    d.help = "Repeats bounded patterns over a lattice: square, hexagonal, brick or free.";
    d.words = {"array",   "pitch",    "grid",   "tile",      "tiling",    "repeat", "repetition",
               "copies",  "hexagon",  "hex",    "hexagonal", "honeycomb", "brick",  "square",
               "texture", "seamless", "mosaic", "pattern",   "spacing"};
    d.category = Category::combine;
    d.parameters = {
        {.key = "u",
         .title = "Vector u",
         .type = ParameterType::vector,
         .unit = "px",
         .minimum = -0x1p31,
         .maximum = 0x1p31,
         .help = "The first repetition vector; by default the first pattern's width along x."},
        {.key = "v",
         .title = "Vector v",
         .type = ParameterType::vector,
         .unit = "px",
         .minimum = -0x1p31,
         .maximum = 0x1p31,
         .help = "The second repetition vector; by default the first pattern's height along y."},
        {.key = "origin",
         .title = "Origin",
         .type = ParameterType::vector,
         .unit = "px",
         .minimum = -0x1p31,
         .maximum = 0x1p31,
         .fallback = "[0, 0]",
         .help = "The position of the repeat (0, 0)."},
        repeatBlendDescription(),
        Variation::varyDescription(true),
        Variation::valueDescription(),
        closesDescription(),
    };
    d.links = {{.trait = Trait::pattern,
                .minimum = 1,
                .maximum = 64,
                .first = true,
                .help = "The children to repeat; each must be bounded.",
                .since = 2,
                .maximumBefore = 1},
               {.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    kind.bind = &bindStitching;
    return kind;
}

}  // namespace burin
