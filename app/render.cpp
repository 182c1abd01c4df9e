// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/output_name.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/export/root_blocks.hpp"
#include "core/images/picture_file.hpp"
#include "core/preview/bookmarks.hpp"
#include "core/preview/preview.hpp"
#include "core/preview/usual_level.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

namespace burin::app {

namespace {

constexpr std::int64_t mostPixels = std::int64_t{1} << 28;

void requirePictureSuffix(const std::string& file) {
    std::string suffix = std::filesystem::path(file).extension().string();
    for (char& c : suffix)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (suffix != ".png" && suffix != ".tif" && suffix != ".tiff") {
        throw wrongOption("to", file, "a .png or .tif is expected");
    }
}

/// The view of `--bookmark`. \throws UsageError
std::optional<Bookmark> bookmarkToShow(const Arguments& arguments, const Design& design) {
    if (arguments.has("bookmark") && (arguments.has("region") || arguments.has("node")))
        throw UsageError("--bookmark says which node and region; leave out --node and --region");
    return bookmarkNamed(arguments, design);
}

/// The picture has one node, as it is designed.
void warnOfLeftOut(const Bookmark& bookmark) {
    const std::string shows = "warning: the bookmark " + quotedForMessage(bookmark.name) + " shows ";
    if (bookmark.predicted) printMessage(shows + "the predicted surface; the picture shows the designed one");
    if (bookmark.compared) printMessage(shows + "two nodes; the picture shows only the first");
}

NodeIndex nodeToShow(const Arguments& arguments, const Design& design,
                     const std::optional<Bookmark>& bookmark) {
    const auto name =
        bookmark && !bookmark->node.empty() ? std::optional(bookmark->node) : arguments.find("node");
    if (!name) return rootIndex(design);
    if (const std::optional<NodeIndex> node = design.find(*name)) return *node;
    throw wrongOption(bookmark ? "bookmark" : "node", *name, "the design has no node of that name");
}

/// Mutes the nodes whose files cannot be read. Programs that make thumbnails for file managers may see no
/// file but the design. \return whether there are any
bool muteUnreadable(Design& design) {
    Diagnostics others;
    bool any = false;
    for (Diagnostic& diagnostic : design.diagnostics) {
        const auto index = diagnostic.group.empty() ? design.find(diagnostic.node) : std::nullopt;
        DesignNode* const node = index ? &design.nodes[*index] : nullptr;
        const ParameterDescription* const parameter =
            node != nullptr && node->kind != nullptr ? node->kind->description.parameter(diagnostic.parameter)
                                                     : nullptr;
        const bool unreadable = diagnostic.severity == Severity::error && parameter != nullptr &&
                                parameter->type == ParameterType::file;
        if (unreadable) {
            node->muted = true;
            any = true;
        } else {
            others.push_back(std::move(diagnostic));
        }
    }
    design.diagnostics = std::move(others);
    return any;
}

double secondsOf(const Arguments& arguments) {
    const std::string text = arguments.value("seconds", "5");
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || !(seconds >= 0) || seconds > 1e6) {
        throw wrongOption("seconds", text, "a number of seconds, 0 or more, is expected");
    }
    return seconds;
}

/// The samples to show: those of --bookmark or --region if one is given, else the node's extent.
Rect samplesToShow(const Arguments& arguments, const Design& design, const Extent& extent,
                   const std::optional<Bookmark>& bookmark) {
    if (bookmark) {
        const Rect seen = extent.clip(bookmark->region);
        if (seen.empty()) throw wrongOption("bookmark", bookmark->name, "it shows nothing of the node");
        return seen;
    }
    const Rect everywhere{-(std::int64_t{1} << 40), -(std::int64_t{1} << 40), std::int64_t{1} << 41,
                          std::int64_t{1} << 41};
    if (const auto text = arguments.find("region")) {
        return parseRegion(*text, design.pixelUm, extent.bounded() ? extent.rect() : everywhere);
    }
    if (!extent.bounded()) return {0, 0, usualPictureSide, usualPictureSide};
    if (extent.empty()) throw UsageError("the node is empty; there is nothing to show");
    return extent.rect();
}

int render(const Arguments& arguments) {
    const StopOnSignal signals;
    const std::optional<std::string> target = arguments.find("to");
    if (!target) throw UsageError("render needs --to FILE, a .png or .tif");
    requirePictureSuffix(*target);
    refuseNameOfAnother(*target, "the picture");
    PreviewRequest request;
    request.patience = std::chrono::duration<double>(secondsOf(arguments));
    const auto level = arguments.number("level", 0, 31);
    const auto fit = arguments.number("fit", 1, usualPictureSide);
    if (level && fit) throw UsageError("--fit and --level exclude each other");
    Design design = loadChecked(arguments, signals.token());
    refuseWrongOutputs(arguments, design, {"to"});
    const bool muted = arguments.has("mute-unreadable") && muteUnreadable(design);
    if (muted) warnOfMuted(design);
    const auto bookmark = bookmarkToShow(arguments, design);
    if (bookmark) warnOfLeftOut(*bookmark);
    const NodeIndex node = nodeToShow(arguments, design, bookmark);
    CommandEngine engine(arguments, design, node, signals.token());
    const Rect samples = samplesToShow(arguments, design, engine.graph()->top().extent, bookmark);
    request.graph = engine.graph();
    request.provisional = engine.provisional(design, node, signals.token());
    request.level = level ? static_cast<int>(*level)
                    : fit ? levelFitting(samples, *fit)
                          : usualLevel(samples, engine.budget().limit());
    request.area = blocksCovering(samples, request.level);
    request.stop = signals.token();
    if (request.area.width > mostPixels / request.area.height) {
        throw UsageError(
            {.reason = "the picture would be %1 x %2 px; a higher --level makes it smaller",
             .details = {std::to_string(request.area.width), std::to_string(request.area.height)}});
    }
    Picture picture = renderPreview(engine.backend(), engine.budget(), request);
    const auto [least, most] = std::minmax_element(picture.values.begin(), picture.values.end());
    if (muted && *most - *least < 1.0F / 255)
        throw UsageError("without the files that cannot be read, the picture shows nothing");
    const Root* root = rootOf(*engine.graph());
    const bool fine = root != nullptr && root->depth == 16 && !arguments.has("shade");
    if (arguments.has("shade")) picture = shaded(picture);
    writePicture(*target, picture.values, {picture.area.width, picture.area.height}, fine ? 16 : 8);
    printMessage(*target + ": " + grouped(picture.area.width) + " x " + grouped(picture.area.height) +
                 " px, level " + std::to_string(picture.level) +
                 (picture.exact ? ", exact" : ", approximate"));
    return exitDone;
}

}  // namespace

Command renderCommand() {
    std::vector<Option> options = {
        {"to", "FILE", "a .png or .tif"},
        {"region", "X,Y,W,H", "part of the surface, in pixels or lengths (default all)"},
        {"level", "K", "one pixel stands for 2^K x 2^K samples (default: fit 2048 px and the memory)"},
        {"fit", "N", "choose the level at which the picture has at most N x N px, N up to 2048"},
        {"node", "NAME", "show this node, clamped to 0..1; INSTANCE/NAME for a node inside an instance"},
        {"bookmark", "NAME", "show the node and region of a bookmark of the design"},
        {"shade", nullptr, "draw a relief lit from the upper left"},
        {"mute-unreadable", nullptr,
         "mute the nodes whose files cannot be read, if something is left to show"},
        {"seconds", "S", "how long to refine (default 5; 0: the first picture)"},
        setOption(),
    };
    for (const Option& o : engineOptions())
        options.push_back(o);
    return {"render", "DESIGN", "draws one picture of a region at a preview level", options, 1, 1, &render};
}

}  // namespace burin::app
