// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "core/base/errors.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/export/export_time.hpp"
#include "core/export/progress.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/surface_info.hpp"
#include "core/images/file_content.hpp"

#include <cstdio>
#include <filesystem>
#include <set>

namespace burin::app {

namespace {

std::string sizeText(const Extent& extent, const Vector& pitchUm) {
    if (!extent.bounded()) return "unbounded";
    if (extent.empty()) return "empty";
    const Rect& r = extent.rect();
    return grouped(r.width) + " x " + grouped(r.height) + " px, " + metricText(r.width, pitchUm.x) + " x " +
           metricText(r.height, pitchUm.y);
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
            if (bound.name == node.name) text = sizeText(bound.extent, graph.pitchUm) + residenceText(bound);
        }
        std::printf("%*s%s%s (%s%s)  %s\n", 2 * place.depth, "", place.role.c_str(),
                    printable(node.name).c_str(), std::string(node.kind->description.name).c_str(),
                    node.muted ? ", muted" : "", again ? "as above" : text.c_str());
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

/// Memory of one block. If a block needs more memory than is available, it is computed in parts.
std::string blockText(const CommandEngine& engine, const Rect& block) {
    const auto bytes =
        CpuBackend::bytesFor(*engine.graph(), block, engine.threads(), engine.means.memoryBytes);
    return bytes ? bytesText(*bytes) : "more";
}

/// The files whose bytes the design hash covers only in part.
std::set<std::filesystem::path> filesHashedInPart(const Graph& graph) {
    std::set<std::filesystem::path> files;
    for (const GraphNode& node : graph.nodes) {
        const FileContent* const content = node.operation->content();
        if (content != nullptr && hashedInPart(content->file().size())) files.insert(content->file().path());
    }
    return files;
}

int info(const Arguments& arguments) {
    const Design design = loadChecked(arguments);
    CommandEngine engine(arguments, design, rootIndex(design), {});
    const Rect whole = engine.graph()->top().extent.rect();
    const int depth = rootOf(*engine.graph())->depth;
    printTree(design, *engine.graph());
    const double bytes =
        static_cast<double>(packedBytes(whole.width, depth)) * static_cast<double>(whole.height);
    std::printf("\nsurface   %s, %d bit, %s\n",
                sizeText(engine.graph()->top().extent, engine.graph()->pitchUm).c_str(), depth,
                bytesText(static_cast<std::size_t>(bytes)).c_str());
    if (const auto roller = rollerOf(design.job)) {
        std::printf("roller    %s mm, %s px of %.11f um round it, along %s\n",
                    numberText(roller->diameterUm / 1000).c_str(),
                    grouped(roller->samplesRound(design.pixelUm)).c_str(),
                    roller->pitchRoundUm(design.pixelUm), roller->roundX() ? "x" : "y");
    }
    std::printf("hash      %s\n", designHash(*engine.graph()).c_str());
    std::printf("backends  %s%s\n", CpuBackend::descriptionWith(engine.threads()).c_str(),
                engine.cards() ? (", " + engine.cards()->description()).c_str() : "");
    const Rect block = intersection({whole.x, whole.y, 1024, 1024}, whole);
    const std::string limit = engine.memoryLimit.empty()
                                  ? ""
                                  : " (half of the memory left by " + onOneLine(engine.memoryLimit) + ")";
    std::printf("memory    budget %s%s, a block takes %s, tiles of %d px\n",
                bytesText(engine.means.memoryBytes).c_str(), limit.c_str(), blockText(engine, block).c_str(),
                engine.graph()->tileSide);
    // A block occupies one thread of the CPU, or a whole card.
    const int sideBySide = engine.cards() ? 1 : engine.threads();
    const double seconds = namingItems(design, *design.root, {}, [&] {
        return estimatedSeconds(engine.backend(), engine.graph(), whole, sideBySide, {});
    });
    std::printf("time      about %s\n", durationText(seconds).c_str());
    for (const Problem& remark : bindGraph(design, *design.root, {}).remarks) {
        std::printf("note      %s\n", printable(remark.text(), std::string::npos).c_str());
    }
    for (const std::filesystem::path& file : filesHashedInPart(*engine.graph())) {
        std::printf(
            "note      %s is larger than 1 GiB: the hash covers its length, the time of its last change "
            "and a part of its content\n",
            printable(file.string(), std::string::npos).c_str());
    }
    return exitDone;
}

}  // namespace

Command infoCommand() {
    std::vector<Option> options = engineOptions();
    options.insert(options.begin(), setOption());
    return {"info", "DESIGN", "prints the tree, sizes, bytes, memory plan and estimated time", options, 1,
            1,      &info};
}

}  // namespace burin::app
