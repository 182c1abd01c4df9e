// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/measuring/heights.hpp"
#include "app/output_name.hpp"
#include "core/base/errors.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/engraving/comparing/comparison_text.hpp"
#include "core/engraving/comparing/part_comparison.hpp"
#include "core/engraving/comparing/residual_file.hpp"
#include "core/geometry/length.hpp"
#include "core/images/image_error.hpp"
#include "core/render/written_samples.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>

namespace burin::app {

namespace {

/// `X,Y` in um on the surface. \param surface  its samples \param pitch  of its samples
Vector placeOf(const std::string& text, double pixelUm, const Rect& surface, const Vector& pitch) {
    const std::size_t comma = text.find(',');
    const auto x = parseLength(text.substr(0, comma));
    const auto y = comma == std::string::npos ? std::optional<Length>() : parseLength(text.substr(comma + 1));
    if (!x || !y) throw wrongOption("at", text, "X,Y is expected, in pixels or lengths");
    const Vector place{x->pixels(pixelUm), y->pixels(pixelUm)};
    const auto within = [](double at, std::int64_t from, std::int64_t to) {
        return at >= static_cast<double>(from) && at <= static_cast<double>(to);
    };
    if (!within(place.x, surface.x, surface.right()) || !within(place.y, surface.y, surface.bottom()))
        throw wrongOption("at", text, "a place on the surface is expected");
    return {place.x * pitch.x, place.y * pitch.y};
}

double turnOf(const Arguments& arguments) {
    const std::string text = arguments.value("turn", "3");
    const std::optional<double> degrees = parseNumber(text);
    if (degrees && *degrees >= 0 && *degrees <= 180) return *degrees;
    throw wrongOption("turn", text, "degrees from 0 to 180 are expected");
}

MeasuredPart measuredPart(const std::string& file, MemoryBudget& budget) {
    try {
        return readPart(file, budget);
    } catch (const ImageError& error) {
        throw UsageError(error.problem());
    }
}

ComparisonOptions comparisonOptions(const Arguments& arguments, const Design& design,
                                    const PartSurface& surface) {
    ComparisonOptions options = optionsFor(surface, design);
    options.fullDepthUm = fullDepthOf(arguments, design);
    const Rect whole = surface.graph->top().extent.rect();
    if (const auto text = arguments.find("at"))
        options.atUm = placeOf(*text, design.pixelUm, whole, options.surfacePitchUm);
    if (const auto text = arguments.find("search")) {
        const double um = lengthOf("search", *text, design.pixelUm);
        options.reachUm = Vector{um, um};
    }
    if (const auto text = arguments.find("tolerance"))
        options.toleranceUm = lengthOf("tolerance", *text, design.pixelUm);
    options.mostTurn = turnOf(arguments);
    options.plane = formOf(arguments, "plane") == MeasuringOptions::Form::plane;
    return options;
}

/// What to do about a part that does not match.
const char* hintOf(const Comparison& found) {
    if (found.correlation < leastCorrelation) return "check --at, --search, mirroring";
    if (!found.withinLimits) return "the best fit lies beyond --search or --turn; check them, and --at";
    return "so few heights also match by chance; measure a larger part";
}

int compare(const Arguments& arguments) {
    const StopOnSignal signals;
    const auto target = arguments.find("to");
    if (target && !isResidualName(*target))
        throw wrongOption("to", *target, "a .gsf, .x3p or .png is expected");
    const std::string file = arguments.operands()[0];
    static_cast<void>(turnOf(arguments));
    const Design design = loadChecked(arguments, signals.token(), 1);
    refuseWrongOutputs(arguments, design, {"to"});
    CommandEngine engine(arguments, design, rootIndex(design), signals.token());
    const PartSurface surface{engine.backend(), engine.budget(), engine.graph()};
    const MeasuredPart part = measuredPart(file, engine.budget());
    ComparisonOptions options = comparisonOptions(arguments, design, surface);
    options.threads = engine.threads();
    options.stop = signals.token();
    const Comparison found = namingItems(design, *design.root, signals.token(),
                                         [&] { return comparePart(surface, part, options); });
    const std::string name = std::filesystem::path(file).filename().string();
    if (!matches(found)) {
        std::fprintf(stderr, "%s does not match (%.2f): %s.\n", printable(name).c_str(), found.correlation,
                     hintOf(found));
        return exitFailed;
    }
    const std::string text =
        arguments.has("json") ? comparisonJson(found, options, file) : comparisonTable(found, options, file);
    std::fputs(text.c_str(), stdout);  // first: the figures stay if the residual cannot be written
    if (target) writeResidual(*target, found.residual, name);
    return exitDone;
}

}  // namespace

Command compareCommand() {
    std::vector<Option> options = {
        {"at", "X,Y", "expected place of the measured middle on the surface (default: the surface's middle)"},
        {"search", "R", "how far around that place to search (default: a quarter of the measured sides)"},
        {"turn", "DEGREES", "largest turn to either side (default 3)"},
        {"form", "none|plane", "subtract the plane of least squares (default plane)"},
        {"tolerance", "T", "also print the share of residuals up to this length"},
        {"full-depth", "LENGTH", "the depth that 1 stands for (default: the root's full_depth)"},
        {"to", "FILE", "write the residual to a .gsf, .x3p or .png; an existing file is replaced"},
        {"json", nullptr, "print one JSON object"},
        setOption(),
    };
    for (const Option& o : engineOptions())
        options.push_back(o);
    return {"compare",
            "MEASURED DESIGN",
            "finds a measured part on its design and measures the differences",
            options,
            2,
            2,
            &compare};
}

}  // namespace burin::app
