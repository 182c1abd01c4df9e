// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/path_file.hpp"

#include "core/base/files.hpp"
#include "core/kinds/vectors/bound_file.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/dxf/dxf_reader.hpp"
#include "core/outlines/svg/svg_reader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace burin {

namespace {

/// Units of a DXF file that does not name its own, in micrometres.
constexpr std::array<std::pair<std::string_view, double>, 6> drawingUnits = {
    {{"um", 1}, {"mm", 1e3}, {"cm", 1e4}, {"m", 1e6}, {"in", 25400}, {"ft", 304800}}};

/// \param suffix  in lower case
bool nameEndsIn(std::string_view name, std::string_view suffix) {
    if (name.size() < suffix.size()) return false;
    const std::string_view end = name.substr(name.size() - suffix.size());
    return std::equal(end.begin(), end.end(), suffix.begin(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

class DrawingFile {
  public:
    explicit DrawingFile(const BindContext& context)
        : context_(context), values_(context.values), name_(values_.as<std::string>("file")) {}

    std::optional<Outline> read() {
        const bool svg = nameEndsIn(name_, ".svg");
        if (!svg && !nameEndsIn(name_, ".dxf"))
            return problem("file", "the name %1 ends in neither .svg nor .dxf",
                           "use a file whose name ends in .svg or .dxf", {name_});
        if (!keysFit(svg)) return {};
        const std::optional<DrawingRequest> request = requested();
        if (!request) return {};
        auto text = readBoundFile(context_, name_,
                                  "the path of an SVG or DXF file, absolute or relative to the design file");
        if (const auto* wrong = std::get_if<Problem>(&text)) {
            context_.problem("file", *wrong);
            return {};
        }
        try {
            auto& content = std::get<std::string>(text);
            return svg ? readSvg(std::move(content), *request, context_.stop)
                       : readDxf(std::move(content), *request, context_.stop);
        } catch (const DrawingError& error) {
            context_.problem("file", error.problem());
            return {};
        }
    }

  private:
    std::optional<Outline> problem(std::string_view key, std::string reason, std::string advice,
                                   std::vector<std::string> details = {}) const {
        context_.problem(
            std::string(key),
            {.reason = std::move(reason), .details = std::move(details), .advice = std::move(advice)});
        return {};
    }

    [[nodiscard]] bool keysFit(bool svg) const {
        if (!svg) {
            if (!values_.has("paint")) return true;
            static_cast<void>(problem(
                "paint", "paint is for SVG files: the colours of a DXF file are not read", "remove it"));
            return false;
        }
        for (const std::string_view key : {"join", "units"}) {
            if (!values_.has(key)) continue;
            static_cast<void>(problem(key, "%1 is for DXF files", "remove it", {std::string(key)}));
            return false;
        }
        const bool stroked = values_.has("stroke");
        if (!stroked && values_.as<bool>("fill")) return true;
        static_cast<void>(problem(stroked ? "stroke" : "fill", "an SVG file brings its own fills and strokes",
                                  "remove it, or change the drawing"));
        return false;
    }

    [[nodiscard]] std::optional<DrawingRequest> requested() const {
        DrawingRequest request;
        request.file = name_;
        request.pixelUm = context_.pixelUm;
        const auto* size = values_.find<std::vector<double>>("size");
        if (size != nullptr) request.width = size->front();
        if (size != nullptr && size->size() == 2) request.height = size->back();
        if (const auto* fit = values_.find<std::string>("fit")) {
            if (!request.height) {
                static_cast<void>(problem("fit", "fit needs a size with two sides", "write `size: [w, h]`"));
                return {};
            }
            request.fit = *fit == "contain" ? DrawingFit::contain
                          : *fit == "cover" ? DrawingFit::cover
                                            : DrawingFit::stretch;
        }
        if (const auto* paint = values_.find<std::string>("paint")) {
            request.paint = *paint == "shapes"      ? DrawingPaint::shapes
                            : *paint == "luminance" ? DrawingPaint::luminance
                                                    : DrawingPaint::darkness;
        }
        if (const auto* names = values_.find<std::vector<std::string>>("select")) request.select = *names;
        if (const auto* names = values_.find<std::vector<std::string>>("ignore")) request.ignore = *names;
        if (const double* join = values_.find<double>("join")) request.joinUm = *join;
        if (const auto* units = values_.find<std::string>("units")) {
            for (const auto& [name, um] : drawingUnits) {
                if (name == *units) request.unitUm = um;
            }
        }
        request.openAllowed = values_.has("stroke");
        return request;
    }

    const BindContext& context_;
    const Values& values_;
    const std::string& name_;
};

ParameterDescription choiceOf(std::string_view key, std::string_view title,
                              std::vector<std::string_view> choices, std::string_view help) {
    return {.key = key,
            .title = title,
            .type = ParameterType::choice,
            .choices = std::move(choices),
            .help = help,
            .since = 2,
            .group = "File"};
}

}  // namespace

std::vector<ParameterDescription> fileParameters() {
    std::vector<std::string_view> units;
    for (const auto& [name, um] : drawingUnits)
        units.push_back(name);
    return {
        {.key = "file",
         .title = "File",
         .type = ParameterType::file,
         .help = "The path of an SVG or DXF file, absolute or relative to the design file.",
         .since = 2,
         .group = "File",
         .insteadOf = "d"},
        {.key = "size",
         .title = "Size",
         .type = ParameterType::lengths,
         .unit = "px",
         .minimum = 0,
         .maximum = 0x1p22,
         .help = "The width of the drawing, or [width, height]; the file's own size if it is not given.",
         .since = 2,
         .minimumCount = 1,
         .maximumCount = 2,
         .strictlyPositive = true,
         .group = "File"},
        choiceOf("fit", "Fit", {"contain", "cover", "stretch"},
                 "How the drawing fits a size of other proportions; contain if it is not given."),
        {.key = "select",
         .title = "Select",
         .type = ParameterType::texts,
         .help = "The parts that are drawn: ids or Inkscape labels of an SVG, layers of a DXF; everything if "
                 "it is not given.",
         .since = 2,
         .group = "File",
         .offers = DrawingNames::parts},
        {.key = "ignore",
         .title = "Ignore",
         .type = ParameterType::texts,
         .help = "Parts that are left out instead of refused: elements of an SVG such as text, entities of "
                 "a DXF such as MTEXT.",
         .since = 2,
         .group = "File",
         .offers = DrawingNames::ignorable},
        choiceOf("paint", "Paint", {"shapes", "luminance", "darkness"},
                 "How an SVG is read. shapes: painted areas of any colour are 1. luminance: white is 1. "
                 "darkness: black is 1. shapes if it is not given."),
        {.key = "join",
         .title = "Join",
         .type = ParameterType::length,
         .unit = "um",
         .minimum = 0,
         .maximum = 1e6,
         .help = "Ends in a DXF that are nearer than this are joined; 1 um if it is not given.",
         .since = 2,
         .group = "File"},
        choiceOf("units", "Units", units, "The unit of a DXF that does not name it ($INSUNITS)."),
    };
}

std::optional<Outline> outlineOfFile(const BindContext& context) {
    return DrawingFile(context).read();
}

DrawingParts partsOfDrawing(const std::filesystem::path& file, const std::stop_token& stop) {
    const std::string name = file.filename().string();
    const bool svg = nameEndsIn(name, ".svg");
    if (!svg && !nameEndsIn(name, ".dxf"))
        throw DrawingError({.subject = name,
                            .reason = "the name of the file ends in neither .svg nor .dxf",
                            .advice = "use a file whose name ends in .svg or .dxf"});
    auto text = readWholeFile(file, stop);
    if (stop.stop_requested()) throw Cancelled();
    if (const auto* wrong = std::get_if<FileProblem>(&text)) throw DrawingError(wrong->about(name));
    auto& content = std::get<std::string>(text);
    return svg ? svgParts(std::move(content), name, stop) : dxfParts(std::move(content), name, stop);
}

}  // namespace burin
