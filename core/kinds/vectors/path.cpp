// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/path.hpp"

#include "core/base/text.hpp"
#include "core/kinds/vectors/path_curve.hpp"
#include "core/kinds/vectors/path_file.hpp"
#include "core/outlines/path_data.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

namespace {

/// A source of paths, and the keys that belong only to it.
struct PathSource {
    std::string_view key;
    std::vector<std::string_view> own;
};

const std::array<PathSource, 3>& pathSources() {
    static const std::array<PathSource, 3> sources = {{
        {"d", {"fill_rule"}},
        {"curve", {}},
        {"file", {"size", "fit", "select", "ignore", "paint", "join", "units"}},
    }};
    return sources;
}

/// The only source that the node names; nothing if a problem was reported.
const PathSource* sourceOfPath(const BindContext& context) {
    const PathSource* source = nullptr;
    for (const PathSource& one : pathSources()) {
        if (!context.values.has(one.key)) continue;
        if (source != nullptr) {
            context.problem(std::string(one.key),
                            {.reason = "a path has only one source, but %1 and %2 are given",
                             .details = {std::string(source->key), std::string(one.key)},
                             .advice = "keep only one of d, curve and file"});
            return nullptr;
        }
        source = &one;
    }
    if (source == nullptr) {
        context.problem("", "there is nothing to draw",
                        "write `d` (path data in quotes), `curve` (two formulas) or `file` (a drawing)");
        return nullptr;
    }
    for (const PathSource& one : pathSources()) {
        if (&one == source) continue;
        for (const std::string_view key : one.own) {
            if (!context.values.has(key)) continue;
            context.problem(std::string(key),
                            {.reason = "%1 belongs to %2, but the path is from %3",
                             .details = {std::string(key), std::string(one.key), std::string(source->key)},
                             .advice = "remove it"});
            return nullptr;
        }
    }
    return source;
}

std::optional<Outline> outlineOfData(const BindContext& context) {
    ContourList list;
    OutlineMeter meter(context.stop);
    if (const auto problem = parsePathData(context.values.as<std::string>("d"), list, meter)) {
        context.problem("d",
                        {.reason = "character %2: %1",
                         .details = {problem->problem.text(), std::to_string(problem->offset + 1),
                                     problem->problem.adviceText()},
                         .advice = "%3"},
                        problem->offset);
        return {};
    }
    const auto* rule = context.values.find<std::string>("fill_rule");
    Outline outline;
    outline.paint(std::move(list),
                  rule != nullptr && *rule == "evenodd" ? FillRule::evenodd : FillRule::nonzero);
    return outline;
}

std::optional<Outline> outlineOfPath(const BindContext& context) {
    const PathSource* const source = sourceOfPath(context);
    if (source == nullptr) return {};
    if (source->key == "d") {
        try {
            return outlineOfData(context);
        } catch (const OutlineError& error) {
            context.problem("d", error.problem());
            return {};
        }
    }
    return source->key == "curve" ? outlineOfCurve(context) : outlineOfFile(context);
}

/// Points along the only contour of a curve, see DrawnPath::curve.
std::vector<PlanePoint> pointsAlong(const Outline& outline) {
    const ContourList& list = outline.lists.front();
    const std::size_t each = 1 + list.points.size() / DrawnPath::mostCurvePoints;
    std::vector<PlanePoint> points = {list.heads.front().start};
    for (std::size_t i = each - 1; i < list.points.size(); i += each)
        points.push_back(list.points[i]);
    points.push_back(list.heads.front().closed ? list.heads.front().start : list.current());
    return points;
}

std::shared_ptr<const Operation> bindPath(const BindContext& context) {
    std::optional<Outline> outline = outlineOfPath(context);
    if (!outline) return nullptr;
    std::vector<PlanePoint> curve;
    if (context.values.has("curve")) curve = pointsAlong(*outline);
    std::optional<DrawnOutline> drawn = drawnOutline(context, std::move(*outline));
    if (!drawn) return nullptr;
    return std::make_shared<OperationOf<DrawnPath>>(DrawnPath{std::move(*drawn), std::move(curve)});
}

/// Most paths are logos from a file, so the file comes first.
std::vector<ParameterDescription> pathParameters() {
    std::vector<ParameterDescription> parameters = fileParameters();
    const std::vector<ParameterDescription> data = {
        {.key = "d",
         .title = "Path data",
         .type = ParameterType::text,
         .help = "The data of an SVG path, in pixels: M 0 0 L 100 0 A 50 50 0 0 1 0 0 Z.",
         .since = 2,
         .group = "Path",
         .insteadOf = "file",
         .start = "M 50 0 L 100 100 L 0 100 Z"},
        {.key = "fill_rule",
         .title = "Fill rule",
         .type = ParameterType::choice,
         .choices = {"nonzero", "evenodd"},
         .help = "How overlapping contours of path data are filled; nonzero if it is not given.",
         .since = 2,
         .group = "Path"},
    };
    for (const std::vector<ParameterDescription>& more :
         {data, curveParameters(), strokeParameters(), outlineParameters()})
        parameters.insert(parameters.end(), more.begin(), more.end());
    return parameters;
}

}  // namespace

Kind pathKind() {
    KindDescription d;
    d.name = "path";
    d.title = "Path";
    d.help =
        "Draws lines, curves and arcs, a curve given by formulas, or an SVG or DXF file, exact at any size.";
    d.category = Category::generate;
    d.files = {FilesRead::What::drawing, {"svg", "dxf"}};
    d.since = 2;
    d.parameters = pathParameters();
    d.links = {{.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"curve",   "bezier", "spline", "contour", "outline",   "vector",    "drawing",    "logo",
               "artwork", "svg",    "dxf",    "stroke",  "dash",      "hatch",     "freehand",   "file",
               "import",  "spiral", "wave",   "rosette", "guilloche", "lissajous", "parametric", "formula"};
    return {std::move(d), &bindPath};
}

}  // namespace burin
