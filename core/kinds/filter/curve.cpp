// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/curve.hpp"

#include "core/geometry/monotone_cubic.hpp"
#include "core/kernels/expression_kernels.hpp"
#include "core/kinds/form/canonical.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <variant>

namespace burin {

namespace {

using Way = ToneCurve::Way;

/// Samples whose power is computed at once.
constexpr std::int64_t powerStrip = 512;

/// Straight lines from point to point.
std::vector<CubicPiece> chords(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<CubicPiece> pieces;
    for (std::size_t k = 0; k + 1 < x.size(); ++k)
        pieces.push_back({x[k], y[k], (y[k + 1] - y[k]) / (x[k + 1] - x[k]), 0, 0});
    pieces.push_back({x.back(), y.back(), 0, 0, 0});
    return pieces;
}

std::vector<CubicPiece> joined(const ToneCurve::Parameters& all) {
    std::vector<double> x;
    std::vector<double> y;
    for (const Vector& point : all.points) {
        x.push_back(point.x);
        y.push_back(point.y);
    }
    return all.monotone ? monotoneCubic(x, y) : chords(x, y);
}

bool fitsBinary32(double number) {
    return std::isfinite(static_cast<float>(number));
}

}  // namespace

ToneCurve::ToneCurve(const Parameters& all) : parameters(all) {
    if (all.way == Way::points) joinPoints();
    if (all.way == Way::levels && all.gamma != 1)
        power_ = std::get<Expression>(Expression::parse("t ^ p", {"t", "p"}));
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> workspace(workspaceBytes() / sizeof(Line) + 1);
    const float zero = 0;
    float mapped = 0;
    map(&zero, &mapped, 1, workspace[0].bytes);
    keepsZero_ = std::abs(mapped) < dustLimit;
}

void ToneCurve::joinPoints() {
    for (const CubicPiece& piece : joined(parameters)) {
        start_.push_back(static_cast<float>(piece.start));
        c0_.push_back(static_cast<float>(piece.c0));
        c1_.push_back(static_cast<float>(piece.c1));
        c2_.push_back(static_cast<float>(piece.c2));
        c3_.push_back(static_cast<float>(piece.c3));
    }
}

std::size_t ToneCurve::workspaceBytes() const {
    if (!power_) return 0;
    return 2 * powerStrip * sizeof(double) + Scratch::padded(power_->workspaceBytes());
}

void ToneCurve::map(const float* in, float* out, std::int64_t count, std::byte* workspace) const {
    const ToneKernels& kernels = toneKernels();
    const Parameters& all = parameters;
    const auto low = static_cast<float>(all.range.x);
    if (all.way == Way::points) return kernels.pieces(pieces(), in, out, count);
    if (all.way == Way::threshold) {
        return kernels.threshold(static_cast<float>(all.threshold), low, static_cast<float>(all.range.y), in,
                                 out, count);
    }
    kernels.levels({static_cast<float>(all.black), static_cast<float>(1 / (all.white - all.black))}, in, out,
                   count);
    auto* const wide = reinterpret_cast<double*>(workspace);
    for (std::int64_t from = 0; power_ && from < count; from += powerStrip) {
        const std::int64_t length = std::min(powerStrip, count - from);
        expressionKernels().widen(out + from, wide, length);
        const Operand operands[] = {{wide, 0}, {nullptr, 1 / all.gamma}};
        power_->evaluate(operands, length, wide + powerStrip, workspace + 2 * powerStrip * sizeof(double));
        expressionKernels().narrow(wide + powerStrip, out + from, length);
    }
    kernels.stretch(low, static_cast<float>(all.range.y - all.range.x), out, out, count);
}

Extent ToneCurve::extent(std::span<const LinkShape> links) const {
    return links.empty() ? Extent(Rect{}) : links.front().extent.translated(links.front().at);
}

Extent ToneCurve::support(std::span<const LinkShape> links, const Extent& own) const {
    if (!keepsZero_ || links.empty()) return masked(links, own);
    return masked(links, intersection(own, links.front().support.translated(links.front().at)));
}

std::string ToneCurve::fingerprint() const {
    const Parameters& p = parameters;
    std::string text = "way " + std::to_string(static_cast<int>(p.way)) + (p.monotone ? " monotone" : "");
    for (const double number : {p.black, p.white, p.gamma, p.threshold, p.range.x, p.range.y})
        text += " " + canonicalNumber(number);
    for (const Vector& point : p.points)
        text += " " + canonicalNumber(point.x) + ":" + canonicalNumber(point.y);
    return text;
}

void Reduction<ToneCurve, Trait::data>::apply(const ToneCurve& node, const LinkCall& call) {
    const ConstSamplesView child = call.aligned();
    std::byte* const workspace = call.scratch.allocate(node.workspaceBytes());
    for (std::int64_t y = 0; y < call.value.height; ++y)
        node.map(child.row(y), call.value.row(y), call.value.width, workspace);
}

namespace {

constexpr std::array<std::string_view, 3> ways = {"points", "levels", "threshold"};

/// Whether the parameters that are given fit together; if not, reports why.
bool fit(const BindContext& context) {
    const Values& values = context.values;
    std::vector<std::string_view> given;
    std::copy_if(ways.begin(), ways.end(), std::back_inserter(given),
                 [&](auto key) { return values.has(key); });
    if (given.empty()) {
        context.problem("points", "the curve is missing", "give one of points, levels and threshold");
    } else if (given.size() > 1) {
        context.problem(std::string(given.back()), "there is more than one curve",
                        "keep only one of points, levels and threshold");
    } else if (values.has("through") && !values.has("points")) {
        context.problem("through", "'through' is for points only", "give points, or remove 'through'");
    } else if (values.has("range") && values.has("points")) {
        context.problem("range", "'range' is for levels and threshold only",
                        "remove 'range': each point gives its own result");
    } else {
        return true;
    }
    return false;
}

bool bindPoints(const BindContext& context, ToneCurve::Parameters& all) {
    all.way = Way::points;
    all.points = context.values.as<std::vector<Vector>>("points");
    const auto* through = context.values.find<std::string>("through");
    all.monotone = through != nullptr && *through == "monotone";
    for (std::size_t k = 0; k + 1 < all.points.size(); ++k) {
        if (static_cast<float>(all.points[k].x) < static_cast<float>(all.points[k + 1].x)) continue;
        context.problem("points",
                        {.reason = "the points at %1 and %2 are the same in 32 bits",
                         .details = {canonicalNumber(all.points[k].x), canonicalNumber(all.points[k + 1].x)},
                         .advice = "move them farther apart"});
        return false;
    }
    const std::vector<CubicPiece> pieces = joined(all);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const CubicPiece& piece = pieces[k];
        const double length = k + 1 < pieces.size() ? pieces[k + 1].start - piece.start : 0;
        const double all32[] = {piece.start, piece.c0, piece.c1, piece.c2, piece.c3, length};
        if (std::all_of(std::begin(all32), std::end(all32), fitsBinary32)) continue;
        context.problem("points",
                        {.reason = "the curve at the point [%1, %2] exceeds what 32 bits can hold",
                         .details = {canonicalNumber(all.points[k].x), canonicalNumber(all.points[k].y)},
                         .advice = "write smaller numbers, or move the points farther apart"});
        return false;
    }
    return true;
}

bool bindLevels(const BindContext& context, ToneCurve::Parameters& all) {
    const Values& levels = *context.values.as<std::shared_ptr<const Values>>("levels");
    all.way = Way::levels;
    all.black = levels.as<double>("black");
    all.white = levels.as<double>("white");
    all.gamma = levels.as<double>("gamma");
    if (!fitsBinary32(all.black)) {
        context.problem("levels", {.reason = "black is %1, which exceeds what 32 bits can hold",
                                   .details = {canonicalNumber(all.black)},
                                   .advice = "write a smaller number"});
        return false;
    }
    if (fitsBinary32(1 / (all.white - all.black))) return true;
    context.problem("levels", {.reason = "black and white are both %1",
                               .details = {canonicalNumber(all.white)},
                               .advice = "write different numbers"});
    return false;
}

std::shared_ptr<const Operation> bindCurve(const BindContext& context) {
    const Values& values = context.values;
    ToneCurve::Parameters all;
    if (!fit(context)) return nullptr;
    if (const auto* range = values.find<Vector>("range")) all.range = *range;
    if (const auto* threshold = values.find<double>("threshold")) all.threshold = *threshold;
    if (values.has("points") && !bindPoints(context, all)) return nullptr;
    if (values.has("levels") && !bindLevels(context, all)) return nullptr;
    return std::make_shared<OperationOf<ToneCurve>>(ToneCurve(all));
}

ParameterDescription levelsDescription() {
    const auto number = [](std::string_view key, std::string_view title, std::string_view fallback,
                           std::string_view help) {
        return ParameterDescription{.key = key,
                                    .title = title,
                                    .type = ParameterType::number,
                                    .fallback = fallback,
                                    .help = help,
                                    .since = 2};
    };
    ParameterDescription gamma = number("gamma", "Gamma", "1", "Above 1 the middle becomes lighter.");
    gamma.minimum = 0;
    gamma.maximum = 100;
    gamma.strictlyPositive = true;
    return {.key = "levels",
            .title = "Levels",
            .type = ParameterType::map,
            .alternatives = {number("black", "Black", "0", "The sample that becomes the range's low end."),
                             number("white", "White", "1", "The sample that becomes the range's high end."),
                             gamma},
            .help = "Stretches the samples from black to white over the range.",
            .since = 2,
            .insteadOf = "points through threshold"};
}

}  // namespace

Kind curveKind() {
    KindDescription d;
    d.name = "curve";
    d.title = "Curve";
    d.help = "Maps each sample to another, by a curve through points, by levels, or by a threshold.";
    d.category = Category::filter;
    d.since = 2;
    d.parameters = {{.key = "points",
                     .title = "Points",
                     .type = ParameterType::points,
                     .help = "The curve [[in, out], ...], constant beyond its ends.",
                     .since = 2,
                     .minimumCount = 2,
                     .maximumCount = 1024,
                     .axes = {.x = "in", .y = "out", .joined = "through"},
                     .insteadOf = "levels threshold range",
                     .start = "[[0, 0], [1, 1]]"},
                    {.key = "through",
                     .title = "Through",
                     .type = ParameterType::choice,
                     .choices = {"lines", "monotone"},
                     .help = "How points are joined: by straight lines, or by a smooth curve that is "
                             "monotone between them. The default is lines.",
                     .since = 2},
                    levelsDescription(),
                    {.key = "threshold",
                     .title = "Threshold",
                     .type = ParameterType::number,
                     .help = "Samples above it become the range's high end, all others its low end.",
                     .since = 2,
                     .insteadOf = "points through levels"},
                    {.key = "range",
                     .title = "Range",
                     .type = ParameterType::range,
                     .minimum = -16,
                     .maximum = 16,
                     .help = "The range of the results of levels and threshold. Default: [0, 1].",
                     .since = 2}};
    d.links = {
        {.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The input samples."},
        {.trait = Trait::mask, .help = "Multiplies the result by the mask, clamped to 0..1."}};
    d.words = {"tone",   "levels", "gamma",  "contrast",  "brightness", "curves", "gradation",
               "binary", "clip",   "linear", "posterize", "map values", "remap"};
    return {std::move(d), &bindCurve};
}

}  // namespace burin
