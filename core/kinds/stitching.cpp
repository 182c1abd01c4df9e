// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/stitching.hpp"

#include "core/kinds/canonical.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace burin {

namespace {

constexpr std::array<std::pair<std::string_view, Stitching::Blend>, 5> names = {
    {{"over", Stitching::Blend::over},
     {"mean", Stitching::Blend::mean},
     {"add", Stitching::Blend::add},
     {"max", Stitching::Blend::max},
     {"min", Stitching::Blend::min}}};

constexpr double mostOverlaps = 16384;

/// A pattern up to this size is fetched whole and once; a larger one piece by piece for each repeat.
constexpr std::int64_t wholePatternSamples = std::int64_t{1} << 18;

bool parallel(Vector u, Vector v) {
    return !(std::abs(determinant(u, v)) > 1e-9 * std::hypot(u.x, u.y) * std::hypot(v.x, v.y));
}

bool fetchedWhole(const LinkShape& link) {
    return link.support.rect().area() <= wholePatternSamples;
}

using RowKernel = void (*)(float*, const float*, std::int64_t);

RowKernel rowKernel(Stitching::Blend blend) {
    const PointwiseKernels& kernels = pointwiseKernels();
    switch (blend) {
        case Stitching::Blend::add:
            return kernels.add;
        case Stitching::Blend::max:
            return kernels.maxCovered;
        case Stitching::Blend::min:
            return kernels.minCovered;
        default:
            return kernels.over;
    }
}

}  // namespace

void Reduction<Stitching, Trait::pattern>::apply(const Stitching& node, const LinkCall& call) {
    const Rect pattern = call.link.support.rect();
    if (pattern.empty()) return;
    const bool whole = fetchedWhole(call.link);
    ConstSamplesView samples;
    if (whole) samples = call.child.fetch({pattern});
    const auto piece = [&](Point place, const Rect& covered) {
        const Rect part = covered.translated(-place);
        if (!whole) return call.child.fetch({part});
        return samples.part(part.x - pattern.x, part.y - pattern.y, part.width, part.height);
    };
    const Repeats repeats = node.repeats(call.links, call.area);
    if (node.blend != Stitching::Blend::mean) {
        const RowKernel blend = rowKernel(node.blend);
        repeats.forEach([&](Point place, const Rect& covered) {
            const ConstSamplesView from = piece(place, covered);
            const SamplesView value = call.valueOver(covered);
            for (std::int64_t y = 0; y < covered.height; ++y)
                blend(value.row(y), from.row(y), covered.width);
        });
        return;
    }
    const auto count = static_cast<std::size_t>(call.area.area());
    float* number = call.scratch.array<float>(count);
    std::memset(number, 0, count * sizeof(float));
    repeats.forEach([&](Point place, const Rect& covered) {
        const ConstSamplesView from = piece(place, covered);
        const SamplesView sum = call.valueOver(covered);
        const std::int64_t start = (covered.y - call.area.y) * call.area.width + covered.x - call.area.x;
        for (std::int64_t y = 0; y < covered.height; ++y) {
            pointwiseKernels().accumulate(sum.row(y), number + start + y * call.area.width, from.row(y),
                                          covered.width);
        }
    });
    for (std::int64_t y = 0; y < call.area.height; ++y) {
        pointwiseKernels().divide(call.value.row(y), number + y * call.area.width, call.area.width);
    }
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

Extent Stitching::support(std::span<const LinkShape> links, const Extent& own) const {
    Extent result = links[0].support.empty() ? Extent(Rect{}) : own;
    for (const LinkShape& link : links.subspan(1)) {
        result = intersection(result, link.support.translated(link.at));
    }
    return result;
}

void Stitching::fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                        std::vector<Fetch>& out) const {
    const LinkShape& link = links[index];
    if (link.support.empty()) return;
    if (fetchedWhole(link)) {
        out.push_back({link.support.rect()});
        return;
    }
    repeats(links, area).forEach([&](Point place, const Rect& covered) {
        out.push_back({covered.translated(-place)});
    });
}

bool Stitching::pointwise(std::span<const LinkShape>, std::size_t) const {
    return false;
}

std::optional<std::int64_t> Stitching::halo(std::span<const LinkShape>, std::size_t) const {
    return {};
}

std::size_t Stitching::scratchBytes(std::span<const LinkShape>, std::size_t, const Rect& area) const {
    return blend == Blend::mean ? Scratch::padded(static_cast<std::size_t>(area.area()) * sizeof(float)) : 0;
}

std::optional<Lattice> Stitching::period(std::span<const LinkShape> links,
                                         std::optional<Lattice> children) const {
    const auto whole = [](double value) { return value == std::floor(value) && std::abs(value) < 0x1p31; };
    const auto onGrid = [](double value) { return std::floor(value * 0x1p20) == value * 0x1p20; };
    const Vector a = stepU(links);
    const Vector b = stepV(links);
    if (!children || !whole(a.x) || !whole(a.y) || !whole(b.x) || !whole(b.y)) return {};
    if (!onGrid(origin.x) || !onGrid(origin.y) || std::abs(origin.x) > 0x1p31 ||
        std::abs(origin.y) > 0x1p31) {
        return {};
    }
    const auto own = Lattice::spanned({static_cast<std::int64_t>(a.x), static_cast<std::int64_t>(a.y)},
                                      {static_cast<std::int64_t>(b.x), static_cast<std::int64_t>(b.y)});
    return own ? Lattice::common(*own, *children) : own;
}

namespace {

/// `times` repeats of a vector, and how far the nearest whole vector is off, as a part of their length.
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
    constexpr std::int64_t flattest = 64;  // lower cells are read in many short rows
    if (const std::optional<Lattice> exact = period(links, children)) return exact;
    const Vector a = stepU(links);
    const Vector b = stepV(links);
    const double area = std::abs(determinant(a, b));
    std::optional<Lattice> best;
    double least = 0.01;  // more would show
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
    const LinkShape& pattern = links[0];
    if (!pattern.extent.bounded())
        return ParameterProblem{"inputs", "the pattern is unbounded", "a pattern with width and height"};
    if (pattern.extent.empty()) return {};
    const Vector a = stepU(links);
    const Vector b = stepV(links);
    if (parallel(a, b))
        return ParameterProblem{v ? "v" : "u", "u and v are parallel", "vectors that span the plane"};
    const double overlaps = static_cast<double>(pattern.extent.rect().width) *
                            static_cast<double>(pattern.extent.rect().height) / std::abs(determinant(a, b));
    if (overlaps > mostOverlaps) {
        const auto repeats = static_cast<long long>(std::min(overlaps, 1e18));
        return ParameterProblem{"u", "about " + std::to_string(repeats) + " repeats lie over one pixel",
                                "longer u and v, so that at most 16384 do"};
    }
    return {};
}

std::string Stitching::fingerprint() const {
    const auto text = [](const std::optional<Vector>& w) {
        return w ? canonicalNumber(w->x) + " " + canonicalNumber(w->y) : std::string("default");
    };
    std::string result = "stitching u " + text(u) + " v " + text(v) + " origin " + text(origin);
    for (const auto& [name, value] : names) {
        if (value == blend) result += " " + std::string(name);
    }
    return result;
}

namespace {

std::shared_ptr<const Operation> bindStitching(const BindContext& context) {
    Stitching node;
    if (const Vector* u = context.values.find<Vector>("u")) node.u = *u;
    if (const Vector* v = context.values.find<Vector>("v")) node.v = *v;
    node.origin = context.values.as<Vector>("origin");
    const std::string& wanted = context.values.as<std::string>("blend");
    for (const auto& [name, value] : names) {
        if (name == wanted) node.blend = value;
    }
    if (node.u && node.v && parallel(*node.u, *node.v)) {
        context.problem("v", "u and v are parallel", "vectors that span the plane");
        return nullptr;
    }
    return std::make_shared<OperationOf<Stitching>>(node);
}

}  // namespace

Kind stitchingKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "stitching";
    d.title = "Stitching";
    d.help = "Repeats a bounded pattern over a lattice that two vectors span.";
    d.words = {"lattice", "array", "grid",      "tile",      "tiling",  "repeat",   "repetition", "copies",
               "hexagon", "hex",   "hexagonal", "honeycomb", "texture", "seamless", "mosaic",     "pattern"};
    d.category = Category::combine;
    ParameterDescription blend{.key = "blend",
                               .title = "Blend",
                               .type = ParameterType::choice,
                               .fallback = "over",
                               .help = "What repeats that overlap make of one another."};
    for (const auto& [name, value] : names)
        blend.choices.push_back(name);
    d.parameters = {
        {.key = "u",
         .title = "Vector u",
         .type = ParameterType::vector,
         .unit = "px",
         .minimum = -0x1p31,
         .maximum = 0x1p31,
         .help = "First repetition vector; by default the pattern's width along x."},
        {.key = "v",
         .title = "Vector v",
         .type = ParameterType::vector,
         .unit = "px",
         .minimum = -0x1p31,
         .maximum = 0x1p31,
         .help = "Second repetition vector; by default the pattern's height along y."},
        {.key = "origin",
         .title = "Origin",
         .type = ParameterType::vector,
         .unit = "px",
         .minimum = -0x1p31,
         .maximum = 0x1p31,
         .fallback = "[0, 0]",
         .help = "Where the repeat (0, 0) lies."},
        blend,
    };
    d.links = {{.trait = Trait::pattern,
                .minimum = 1,
                .maximum = 1,
                .first = true,
                .help = "What is repeated; bounded."},
               {.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    kind.bind = &bindStitching;
    return kind;
}

}  // namespace burin
