// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/wedge.hpp"
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "core/base/errors.hpp"
#include "core/base/file_access.hpp"
#include "core/base/files.hpp"
#include "core/base/output_file.hpp"
#include "core/base/text.hpp"
#include "core/geometry/length.hpp"
#include "core/sinks/formats.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>

namespace burin::app {

namespace {

constexpr double longest = 2147483647;  // a design's largest side in pixels

/// A length of at least one `unit`. \throws UsageError
double lengthOption(const Arguments& arguments, const char* option, double fallback, double pixelUm,
                    bool inPixels) {
    const auto text = arguments.find(option);
    if (!text) return fallback;
    const std::optional<Length> length = parseLength(*text);
    const double value = !length ? 0 : inPixels ? length->wholePixels(pixelUm) : length->micrometres(pixelUm);
    const bool metric = inPixels || (length && length->unit != LengthUnit::pixel);
    if (metric && value > 0 && value <= longest) return value;
    throw wrongOption(option, *text,
                      inPixels ? "at least one pixel, in pixels or as a length such as 2mm, is expected"
                               : "a length such as 5um is expected");
}

WedgePlan planOf(const Arguments& arguments) {
    WedgePlan plan;
    plan.steps = static_cast<int>(arguments.number("steps", 2, 1000).value_or(plan.steps));
    const long square = std::lround(std::ceil(std::sqrt(plan.steps)));
    plan.columns = static_cast<int>(arguments.number("columns", 1, plan.steps).value_or(square));
    plan.pixelUm = lengthOption(arguments, "pixel", 1, 1, false);
    const double patch = lengthOption(arguments, "patch", std::ceil(2000 / plan.pixelUm), plan.pixelUm, true);
    // Only the default depends on the pixel, which may be tiny.
    if (patch > longest)
        throw wrongOption("pixel", arguments.value("pixel", ""), "a patch of 2 mm would have more than %1 px",
                          {grouped(static_cast<std::int64_t>(longest))});
    plan.patchPx = static_cast<std::int64_t>(patch);
    const double gap = lengthOption(arguments, "gap", std::ceil(patch / 4), plan.pixelUm, true);
    plan.gapPx = static_cast<std::int64_t>(gap);
    plan.depth = arguments.value("depth", "8") == "16" ? 16 : 8;
    if (arguments.value("depth", "8") != std::to_string(plan.depth)) {
        throw wrongOption("depth", arguments.value("depth", ""), "8 or 16 is expected");
    }
    plan.fullDepthUm = lengthOption(arguments, "full-depth", 0, plan.pixelUm, false);
    if (plan.widthPx() > longest || plan.heightPx() > longest) {
        throw UsageError({.reason =
                              "the wedge would be %1 x %2 px; to make it smaller, give a smaller --patch, "
                              "a larger --pixel or other --columns",
                          .details = {grouped(plan.widthPx()), grouped(plan.heightPx())}});
    }
    return plan;
}

int wedge(const Arguments& arguments) {
    const std::optional<std::string> target = arguments.find("to");
    if (!target) throw UsageError("wedge needs --to DESIGN, a .burin file");
    if (lowerSuffix(*target) != ".burin") throw wrongOption("to", *target, "a .burin file is expected");
    if (const auto obstacle = obstacleAt(*target)) throw wrongOption("to", *target, obstacle->problem);
    if (const auto protection = writeProtectionOf(*target))
        throw wrongOption("to", *target, protection->problem);
    const WedgePlan plan = planOf(arguments);
    std::error_code error;
    if (std::filesystem::exists(*target, error) && !arguments.has("force")) {
        throw UsageError(quotedForMessage(*target), "exists", {{Remedy::Way::overwrite}});
    }
    overwrite(*target, wedgeDesign(plan));
    printMessage(*target + ": " + std::to_string(plan.steps) + (plan.steps == 1 ? " patch" : " patches") +
                 " in " + counted(static_cast<std::size_t>(plan.rows()), "row") + ", " +
                 metricText(plan.widthPx(), plan.pixelUm) + " x " +
                 metricText(plan.heightPx(), plan.pixelUm) + "; the file's first lines say what to measure");
    return exitDone;
}

}  // namespace

Command wedgeCommand() {
    return {"wedge",
            "",
            "writes a test wedge: patches of known values, to be engraved and measured",
            {{"to", "DESIGN", "the .burin file to write"},
             {"steps", "N", "patches, 2 to 1000 (default 17, exact at 8 and 16 bits)"},
             {"columns", "N", "patches in a row (default: about a square)"},
             {"patch", "LENGTH", "side of a patch, in pixels or as a length (default 2mm)"},
             {"gap", "LENGTH", "gap between and around the patches (default a quarter of a patch)"},
             {"pixel", "LENGTH", "pitch of a pixel (default 1um)"},
             {"depth", "8|16", "bits per sample (default 8)"},
             {"full-depth", "LENGTH", "the depth of the value 1, for the headers of files"},
             {"force", nullptr, "overwrite an existing file instead of refusing it"}},
            0,
            0,
            &wedge};
}

}  // namespace burin::app
