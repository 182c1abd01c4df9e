// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.hpp"
#include "app/session.hpp"
#include "core/base/errors.hpp"
#include "core/export/export_time.hpp"
#include "core/export/progress.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/surface_info.hpp"

#include <cstdio>
#include <set>

namespace burin::app {

namespace {

std::string sizeText(const Extent& extent, double pixelUm) {
    if (!extent.bounded()) return "unbounded";
    if (extent.empty()) return "empty";
    const Rect& r = extent.rect();
    return grouped(r.width) + " x " + grouped(r.height) + " px, " + metricText(r.width, pixelUm) + " x " +
           metricText(r.height, pixelUm);
}

std::string residenceText(const GraphNode& node) {
    if (node.residence == Residence::cell) {
        return ", repeats every " + std::to_string(node.period->width) + " x " +
               std::to_string(node.period->height) + " px";
    }
    return node.residence == Residence::tiles ? ", kept in tiles" : "";
}

void printTree(const Design& design, const Graph& graph) {
    struct Place {
        NodeIndex node;
        int depth;
        std::string role;
    };
    std::set<NodeIndex> shown;
    std::vector<Place> open = {{*design.root, 0, ""}};
    while (!open.empty()) {
        const Place place = open.back();
        open.pop_back();
        const DesignNode& node = design.nodes[place.node];
        const bool again = !shown.insert(place.node).second;
        std::string text;
        for (const GraphNode& bound : graph.nodes) {
            if (bound.name == node.name) text = sizeText(bound.extent, graph.pixelUm) + residenceText(bound);
        }
        std::printf("%*s%s%s (%s%s)  %s\n", 2 * place.depth, "", place.role.c_str(), node.name.c_str(),
                    std::string(node.kind->description.name).c_str(), node.muted ? ", muted" : "",
                    again ? "as above" : text.c_str());
        if (again) continue;
        for (std::size_t i = node.links.size(); i-- > 0;) {
            open.push_back(
                {*node.links[i].child, place.depth + 1, std::string(traitName(node.links[i].trait)) + ": "});
        }
    }
}

std::string durationText(double seconds) {
    char text[48];
    if (seconds < 100) {
        std::snprintf(text, sizeof text, "%.1f s", seconds);
    } else if (seconds < 2 * 3600) {
        std::snprintf(text, sizeof text, "%.0f min", seconds / 60);
    } else {
        std::snprintf(text, sizeof text, "%.1f h", seconds / 3600);
    }
    return text;
}

/// What a block takes; one that takes more than there is will be computed in parts.
std::string blockText(const NodeEngine& engine, const Rect& block) {
    try {
        return bytesText(CpuBackend::bytesFor(*engine.graph, block, engine.threads, engine.memoryBytes));
    } catch (const Plan::Unfit&) {
        return "more";
    }
}

int info(const Arguments& arguments) {
    const StopOnSignal signals;
    const Design design = loadChecked(arguments.operands()[0], signals.token());
    NodeEngine engine(arguments, design, rootIndex(design));
    const Rect whole = engine.graph->top().extent.rect();
    const int depth = rootOf(*engine.graph)->depth;
    printTree(design, *engine.graph);
    const double bytes =
        static_cast<double>(packedBytes(whole.width, depth)) * static_cast<double>(whole.height);
    std::printf("\nsurface   %s, %d bit, %s\n", sizeText(engine.graph->top().extent, design.pixelUm).c_str(),
                depth, bytesText(static_cast<std::size_t>(bytes)).c_str());
    std::printf("hash      %s\n", designHash(*engine.graph, signals.token()).c_str());
    std::printf("backends  %s%s\n", engine.cpu.description().c_str(),
                engine.gpu ? (", " + engine.gpu->description()).c_str() : "");
    const Rect block = intersection({whole.x, whole.y, 1024, 1024}, whole);
    std::printf("memory    budget %s, a block takes %s, tiles of %d px\n",
                bytesText(engine.memoryBytes).c_str(), blockText(engine, block).c_str(),
                engine.graph->tileSide);
    // One block at a time keeps one thread busy, or a whole card.
    const int sideBySide = engine.gpu ? 1 : engine.threads;
    const double seconds = estimatedSeconds(engine.backend, engine.graph, whole, sideBySide, signals.token());
    std::printf("time      about %s\n", durationText(seconds).c_str());
    for (const std::string& remark : bindGraph(design, *design.root, {}).remarks) {
        std::printf("note      %s\n", remark.c_str());
    }
    return exitDone;
}

}  // namespace

Command infoCommand() {
    return {"info", "DESIGN", "the tree, sizes, bytes, memory plan and estimated time", engineOptions(), 1,
            1,      &info};
}

}  // namespace burin::app
