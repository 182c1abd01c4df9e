// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/output_name.hpp"
#include "app/problem_words.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/measuring/predicted_graph.hpp"
#include "core/export/root_blocks.hpp"
#include "core/geometry/length.hpp"
#include "core/geometry/region.hpp"
#include "core/images/picture_file.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/preview/bookmarks.hpp"
#include "core/preview/compared_picture.hpp"
#include "core/preview/preview.hpp"
#include "core/preview/usual_level.hpp"
#include "core/render/memory_fit.hpp"
#include "core/sinks/formats.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace burin::app {

namespace {

constexpr std::int64_t mostPixels = std::int64_t{1} << 28;

void requirePictureSuffix(const std::string& file) {
    const std::string suffix = lowerSuffix(file);
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

NodeIndex nodeToShow(const Arguments& arguments, const Design& design,
                     const std::optional<Bookmark>& bookmark) {
    const auto name =
        bookmark && !bookmark->node.empty() ? std::optional(bookmark->node) : arguments.find("node");
    if (!name) return rootIndex(design);
    if (const std::optional<NodeIndex> node = design.find(*name)) return *node;
    throw wrongOption(bookmark ? "bookmark" : "node", *name, "the design has no node with that name");
}

/// The values of a node that the picture shows.
enum class ViewOf { samples, depths, prediction };

/// A node of the picture.
struct ViewedNode {
    NodeIndex node = 0;
    ViewOf view = ViewOf::samples;  ///< always samples for nodes other than the root
};

/// The nodes of the picture: a single one, or A and B of a bookmark. \throws UsageError if the design does
/// not have one of them, or has no spot for a prediction
std::vector<ViewedNode> nodesToShow(const Arguments& arguments, const Design& design,
                                    const std::optional<Bookmark>& bookmark) {
    ViewedNode shown{nodeToShow(arguments, design, bookmark)};
    const bool predicted = bookmark && bookmark->predicted && design.root == shown.node;
    if (predicted && !canPredict(design))
        throw wrongOption("bookmark", bookmark->name,
                          "it shows the predicted surface, which needs a spot; the design has no job.spot");
    if (predicted) shown.view = ViewOf::prediction;
    // The 3-D view shows only one node.
    if (!bookmark || !bookmark->compared || bookmark->camera) return {shown};
    const std::string& name = bookmark->compared->node;
    const std::optional<NodeIndex> second = name.empty() ? rootIndex(design) : design.find(name);
    if (!second)
        throw wrongOption("bookmark", bookmark->name, "the design has no node %1, which it compares",
                          {quotedForMessage(name)});
    const bool depths = predicted && design.root == *second;
    const ViewedNode other{*second, depths ? ViewOf::depths : ViewOf::samples};
    if (bookmark->compared->exchanged) return {other, shown};
    return {shown, other};
}

/// Why no card can compute one of the nodes; empty if cards can compute all of them.
std::string whyNoCardShows(const Design& design, const std::vector<ViewedNode>& nodes) {
    for (const ViewedNode& each : nodes) {
        if (each.view != ViewOf::samples) return predictionOnCpu;
        if (std::string why = design.whyNotOnCards(each.node); !why.empty()) return why;
    }
    return {};
}

/// A node of the picture as a graph, and as a graph for first pictures.
struct ViewedGraph {
    std::shared_ptr<const Graph> exact;
    std::shared_ptr<const Graph> provisional;
};

std::shared_ptr<const Graph> graphToShow(const Design& design, const ViewedNode& shown,
                                         const GraphOptions& options) {
    return graphOrRefused(shown.view == ViewOf::prediction ? bindPrediction(design, options)
                          : shown.view == ViewOf::depths   ? bindWrittenDepths(design, options)
                                                           : bindGraph(design, shown.node, options));
}

/// \throws DesignRefused, Cancelled
ViewedGraph graphsToShow(EngineMeans means, const Design& design, const ViewedNode& shown,
                         const std::stop_token& stop) {
    ViewedGraph graphs;
    graphs.exact = graphToShow(design, shown, fittingOptions(means, design, shown.node, {.stop = stop}));
    means.tileSide = graphs.exact->tileSide;
    graphs.provisional = graphToShow(
        design, shown, fittingOptions(means, design, shown.node, {.provisional = true, .stop = stop}));
    return graphs;
}

/// Computes the nodes of the picture with one backend and one budget of memory.
class ViewEngine {
  public:
    /// \throws UsageError if the options are wrong, DesignRefused, OutOfMemory, Cancelled
    ViewEngine(const Arguments& arguments, const Design& design, const std::vector<ViewedNode>& nodes,
               const std::stop_token& stop)
        : computer_(arguments, whyNoCardShows(design, nodes)) {
        if (!whyNoCardShows(design, nodes).empty()) computer_.means.cards = nullptr;
        for (const ViewedNode& each : nodes)
            graphs_.push_back(graphsToShow(computer_.means, design, each, stop));
        engine_.emplace(computer_.means, graphs_.front().exact);
        for (const ViewedGraph& each : graphs_) {
            const std::size_t held = residentBytes(*each.exact);
            residents_.push_back(budget().tryReserve(held, Holder::tables));
            if (!residents_.back())
                throw TooLittleMemory(budget().shortage(residentsText(*each.exact), held));
        }
    }

    [[nodiscard]] const std::vector<ViewedGraph>& graphs() const { return graphs_; }
    [[nodiscard]] Backend& backend() { return engine_->backend(); }
    [[nodiscard]] MemoryBudget& budget() { return engine_->budget(); }

  private:
    Computer computer_;
    std::vector<ViewedGraph> graphs_;
    std::optional<NodeEngine> engine_;
    std::vector<Reservation> residents_;  ///< images and tables of the graphs, in the budget of `engine_`
};

/// Whether a node has an error because its file cannot be read, or because it names none.
bool lacksFile(const DesignNode& node, const Diagnostic& diagnostic) {
    if (diagnostic.severity != Severity::error) return false;
    if (diagnostic.ofFile) return true;
    const ParameterDescription* const parameter =
        node.kind == nullptr ? nullptr : node.kind->description.parameter(diagnostic.parameter);
    return parameter != nullptr && parameter->type == ParameterType::file;
}

/// Mutes the nodes whose files cannot be read, because file managers may let programs that make thumbnails
/// read only the design. \return whether there are such nodes
bool muteUnreadable(Design& design) {
    Diagnostics others;
    bool any = false;
    for (Diagnostic& diagnostic : design.diagnostics) {
        const auto index = diagnostic.group.empty() ? design.find(diagnostic.node) : std::nullopt;
        DesignNode* const node = index ? &design.nodes[*index] : nullptr;
        if (node != nullptr && lacksFile(*node, diagnostic)) {
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
    const std::optional<double> seconds = parseNumber(text);
    if (seconds && *seconds >= 0 && *seconds <= 1e6) return *seconds;
    throw wrongOption("seconds", text, "a number of seconds, 0 or more, is expected");
}

/// The samples to show: those of --bookmark or --region if one is given, otherwise the extent of the node.
Rect samplesToShow(const Arguments& arguments, const Design& design, const std::vector<ViewedGraph>& graphs,
                   const std::optional<Bookmark>& bookmark) {
    if (bookmark) {
        Rect seen;
        for (const ViewedGraph& each : graphs)
            seen = boundingRect(seen, each.exact->top().extent.clip(bookmark->region));
        if (seen.empty()) throw wrongOption("bookmark", bookmark->name, "it shows no part of the node");
        return seen;
    }
    const Extent& extent = graphs.front().exact->top().extent;
    if (const auto text = arguments.find("region")) {
        return parseRegion(*text, design.pixelUm, rectWithin(extent), "region", arguments.value("node", {}));
    }
    if (!extent.bounded()) return {0, 0, usualPictureSide, usualPictureSide};
    if (extent.empty()) throw UsageError("the node is empty; there is nothing to show");
    return extent.rect();
}

/// How the bookmark compares two nodes; nothing if the picture shows a single node.
std::optional<ComparisonMode> modeToShow(const std::optional<Bookmark>& bookmark,
                                         const std::vector<ViewedNode>& nodes) {
    if (nodes.size() < 2) return {};
    return comparisonModeOf(bookmark->compared->mode);
}

/// The first column of blocks that lies right of the line of A/B.
std::int64_t splitOf(const Bookmark& bookmark, int level) {
    const double along = bookmark.compared->place * static_cast<double>(bookmark.region.width);
    return floorDiv(bookmark.region.x + std::llround(along), std::int64_t{1} << level);
}

/// The part of the message that names the nodes of the picture; empty for the samples of one node.
std::string wordsOfNodes(const Design& design, const std::vector<ViewedNode>& nodes,
                         std::optional<ComparisonMode> mode) {
    const auto named = [&design](const ViewedNode& shown) {
        const std::string name = quotedForMessage(design.nodes[shown.node].name);
        return shown.view == ViewOf::prediction ? name + " as predicted (a linear model)" : name;
    };
    const std::string first = named(nodes.front());
    if (!mode) return nodes.front().view == ViewOf::prediction ? "; " + first : std::string();
    const std::string second = named(nodes.back());
    if (*mode == ComparisonMode::line) return "; left of the line " + first + ", right of it " + second;
    if (*mode == ComparisonMode::beside) return "; on the left " + first + ", on the right " + second;
    return "; " + first + " minus " + second + ", equal values are gray";
}

/// The part of the message which says that the viewport goes round a roller and therefore shows more than the
/// picture; empty if it does not.
std::string wordsOfJoint(const Design& design, const std::vector<ViewedNode>& nodes, const Rect& samples,
                         const std::optional<Bookmark>& bookmark) {
    const auto roller = rollerOf(design.job);
    if (!bookmark || !roller || nodes.size() > 1 || design.root != nodes.front().node) return {};
    const Rect& region = bookmark->region;
    const bool whole = roller->roundX() ? samples.x == region.x && samples.width == region.width
                                        : samples.y == region.y && samples.height == region.height;
    return whole ? std::string()
                 : "; the part that the bookmark shows beyond the joint of the roller is left out";
}

/// One picture of each node, of the part of `samples` that it has.
std::vector<Picture> picturesOf(ViewEngine& engine, PreviewRequest request, const Rect& samples) {
    std::vector<Picture> pictures;
    for (const ViewedGraph& each : engine.graphs()) {
        const Rect seen = each.exact->top().extent.clip(samples);
        request.graph = each.exact;
        request.provisional = each.provisional;
        Picture picture;
        picture.level = request.level;
        picture.exact = true;
        if (!seen.empty()) {
            request.area = blocksCovering(seen, request.level);
            picture = renderPreview(engine.backend(), engine.budget(), request);
        }
        pictures.push_back(std::move(picture));
    }
    return pictures;
}

/// Like picturesOf(), but names the node if an item of a series cannot be made. Only the items that the
/// picture shows are made, so this is not known before.
/// \param smaller  ends the message that the picture needs too much memory \throws DesignRefused
std::vector<Picture> picturesOrPlace(ViewEngine& engine, const PreviewRequest& request, const Rect& samples,
                                     const Design& design, const std::vector<ViewedNode>& nodes,
                                     const std::string& smaller) {
    try {
        return picturesOf(engine, request, samples);
    } catch (const DrawingError&) {
        for (const ViewedNode& each : nodes)
            requireItems(design, each.node, request.stop);
        throw;
    } catch (const OutOfMemory& shortage) {
        if (shortage.refused) throw;
        throw std::runtime_error(failureWords(shortage) + smaller);
    }
}

/// The options that make the picture smaller, as the end of a sentence about its memory.
std::string smallerPictureWords(const Arguments& arguments) {
    const std::string coarser = arguments.has("fit") ? "a smaller --fit" : "a higher --level";
    return ", or choose " + coarser + (arguments.has("bookmark") ? "" : " or a smaller --region");
}

/// Whether the picture has more than one shade of gray.
bool showsSomething(const Picture& picture) {
    const auto [least, most] = std::minmax_element(picture.values.begin(), picture.values.end());
    return least != picture.values.end() && *most - *least >= 1.0F / 255;
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
    if (muted) warnOfMuted(design, &printMessage);
    const auto bookmark = bookmarkToShow(arguments, design);
    const std::vector<ViewedNode> nodes = nodesToShow(arguments, design, bookmark);
    const auto mode = modeToShow(bookmark, nodes);
    const bool shade = arguments.has("shade");
    if (shade && mode == ComparisonMode::difference)
        throw wrongOption("bookmark", bookmark->name, "it shows a difference; leave out --shade");
    ViewEngine engine(arguments, design, nodes, signals.token());
    const std::vector<ViewedGraph>& graphs = engine.graphs();
    const Rect samples = samplesToShow(arguments, design, graphs, bookmark);
    request.level = level ? static_cast<int>(*level)
                    : fit ? levelFitting(samples, *fit)
                          : usualLevel(samples, engine.budget().limit());
    request.patience /= static_cast<double>(nodes.size());
    request.stop = signals.token();
    const Rect area = blocksCovering(samples, request.level);
    const std::int64_t width = mode == ComparisonMode::beside ? 2 * area.width : area.width;
    if (width > mostPixels / area.height) {
        throw UsageError({.reason = "the picture would be %1 x %2 px; a higher --level makes it smaller",
                          .details = {std::to_string(width), std::to_string(area.height)}});
    }
    std::vector<Picture> pictures =
        picturesOrPlace(engine, request, samples, design, nodes, smallerPictureWords(arguments));
    if (muted && std::none_of(pictures.begin(), pictures.end(), showsSomething))
        throw UsageError("the picture would be empty, because files of the design cannot be read");
    for (Picture& each : pictures) {
        if (shade) each = shaded(each);
    }
    const Picture picture = mode ? comparedPicture(pictures.front(), pictures.back(), *mode, area,
                                                   splitOf(*bookmark, request.level))
                                 : std::move(pictures.front());
    const Root* root = rootOf(*graphs.front().exact);
    const bool fine = root != nullptr && root->depth == 16 && !shade && !mode;
    writePicture(*target, picture.values, {picture.area.width, picture.area.height}, fine ? 16 : 8);
    printMessage(*target + ": " + grouped(picture.area.width) + " x " + grouped(picture.area.height) +
                 " px, level " + std::to_string(picture.level) +
                 (picture.exact ? ", exact" : ", approximate") + wordsOfNodes(design, nodes, mode) +
                 wordsOfJoint(design, nodes, samples, bookmark));
    return exitDone;
}

}  // namespace

Command renderCommand() {
    std::vector<Option> options = {
        {"to", "FILE", "a .png or .tif; an existing file is replaced"},
        {"region", "X,Y,W,H", "part of the surface, in pixels or lengths (default all)"},
        {"level", "K", "one pixel stands for 2^K x 2^K samples (default: fit 2048 px and the memory)"},
        {"fit", "N", "choose the level at which the picture has at most N x N px, N up to 2048"},
        {"node", "NAME", "show this node, clamped to 0..1; INSTANCE/NAME for a node inside an instance"},
        {"bookmark", "NAME", "show the view of a bookmark of the design"},
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
