// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "core/base/errors.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"

#include <algorithm>
#include <cstdio>
#include <tuple>

namespace burin::app {

namespace {

const DrawnOutline& outlineOf(const Arguments& arguments, const Design& design) {
    const auto name = arguments.find("node");
    if (!name) throw UsageError("outline needs --node N, a node of a vector kind");
    const std::optional<NodeIndex> node = design.find(*name);
    if (!node) throw wrongOption("node", *name, "the design has no node with that name");
    const std::shared_ptr<const Operation>& operation = design.nodes[*node].operation;
    if (operation == nullptr) {
        for (const Diagnostic& diagnostic : design.diagnostics) {
            if (diagnostic.node == *name) printMessage(diagnostic.text());
        }
        throw wrongOption("node", *name, "the node has errors");
    }
    const DrawnOutline* outline = operation->outline();
    if (outline == nullptr)
        throw wrongOption(
            "node", *name,
            "the node draws no outline, or a series of them; shape, path, text and code draw one");
    return *outline;
}

/// Prints the polygons of each layer with the layer's fill rule, and the items in the order of painting.
void printSnapped(const SnappedOutline& snapped) {
    for (std::size_t layer = 0; layer < snapped.layers.size(); ++layer) {
        std::printf("layer %zu %s\n", layer,
                    snapped.layers[layer].rule == FillRule::nonzero ? "nonzero" : "evenodd");
        for (std::size_t c = snapped.layers[layer].firstContour; c < snapped.layerEnd(layer); ++c) {
            std::printf("contour\n");
            for (std::size_t i = snapped.contours[c]; i < snapped.contourEnd(c); ++i)
                std::printf("%d %d\n", snapped.points[i].x, snapped.points[i].y);
        }
    }
    const auto printClips = [](const std::vector<std::size_t>& clips) {
        for (const std::size_t clip : clips)
            std::printf(" %zu", clip);
    };
    for (std::size_t clip = 0; clip < snapped.clips.size(); ++clip) {
        for (const OutlineClip::Part& part : snapped.clips[clip].parts) {
            std::printf("clip %zu layer %zu clips", clip, part.layer);
            printClips(part.clips);
            std::printf("\n");
        }
    }
    for (const OutlineItem& item : snapped.items) {
        std::printf("item layer %zu value %d clips", item.layer, item.value);
        printClips(item.clips);
        std::printf("\n");
    }
}

void printResolved(std::vector<ResolvedEdge> edges) {
    std::sort(edges.begin(), edges.end(), [](const ResolvedEdge& p, const ResolvedEdge& q) {
        return std::tie(p.a.x, p.a.y, p.b.x, p.b.y) < std::tie(q.a.x, q.a.y, q.b.x, q.b.y);
    });
    for (const ResolvedEdge& e : edges)
        std::printf("%d %d %d %d %d %d\n", e.a.x, e.a.y, e.b.x, e.b.y, e.left, e.right);
}

int outline(const Arguments& arguments) {
    const std::string stage = arguments.value("stage", "resolved");
    if (stage != "snapped" && stage != "resolved")
        throw wrongOption("stage", stage, "snapped or resolved is expected");
    const Design design = loadChecked(arguments);
    const DrawnOutline& drawn = outlineOf(arguments, design);
    if (stage == "snapped") {
        printSnapped(drawn.snapped());
    } else {
        printResolved(drawn.resolved());
    }
    return exitDone;
}

}  // namespace

Command outlineCommand() {
    return {"outline",
            "DESIGN",
            "prints the outline of a vector node, in steps of 1/256 px",
            {setOption(),
             {"node", "N", "the node"},
             {"stage", "STAGE",
              "resolved (default): sorted edges x0 y0 x1 y1 left right; snapped: the polygons before they "
              "are resolved"}},
            1,
            1,
            &outline};
}

}  // namespace burin::app
