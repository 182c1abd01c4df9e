// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/export_request.hpp"

#include "core/base/calendar.hpp"
#include "core/base/errors.hpp"
#include "core/design/roller.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/bands.hpp"

#include <regex>
#include <utility>

namespace burin {
namespace {

/// A day, or a day with a time and possibly the offset of its zone, as in XML Schema.
std::optional<std::string> parseDate(const std::string& text) {
    static const std::regex zone("|Z|[+-](0\\d|1[0-3]):[0-5]\\d|[+-]14:00");
    const std::string time = text.size() == 10 ? text + "T00:00:00Z" : text;
    const std::string local = time.substr(0, 19);
    if (!secondsUntil(local + 'Z') || !std::regex_match(time.substr(local.size()), zone)) return {};
    return time;
}

std::optional<bool> parsePrediction(const std::string& text) {
    if (text != "designed" && text != "predicted") return {};
    return text == "predicted";
}

/// Sets `field` if `value` is not empty. \return `expected` if it is empty
template <class Field, class Value>
std::string set(Field& field, const std::optional<Value>& value, const char* expected) {
    if (!value) return expected;
    field = *value;
    return {};
}

}  // namespace

std::string ExportRequest::setWord(std::string_view key, const std::string& text) {
    if (key == "scan") {
        const auto scan = parseScan(text);
        return set(sink.scan.swathWidth, scan ? std::optional(scan->swathWidth) : std::nullopt,
                   "rows or swaths:W is expected, W in pixels");
    }
    if (key == "compression")
        return set(sink.compression, parseCompression(text), "none, deflate, lzw or zstd is expected");
    if (key == "layout") return set(sink.blocks, parseTiffBlocks(text), "auto, strips or tiles is expected");
    if (key == "shard") return set(sink.shard, parseShard(text), "I/N is expected, with 0 <= I < N");
    if (key == "date")
        return set(sink.date, parseDate(text), "a date such as 2026-11-24T08:00:00Z is expected");
    if (key == "helix") return set(helix, parseHelix(text), "linear or nearest is expected");
    return set(predicted, parsePrediction(text), "designed or predicted is expected");
}

std::optional<Problem> ExportRequest::conflict() const {
    for (const auto& [key, given] :
         {std::pair("layers", layers > 0), std::pair("helix", helix.has_value())}) {
        if (predicted && given)
            return Problem{"surface 'predicted'", "heights are exported", {}, {{Remedy::Way::leaveOut, key}}};
    }
    if (helix && sink.scan.swathWidth != 0)
        return Problem{"helix", "swaths have no next row", {}, {{Remedy::Way::scanRows}}};
    if (helix && layers > 0)
        return Problem{"helix", "a helix has no layers", {}, {{Remedy::Way::leaveOut, "layers"}}};
    return {};
}

std::optional<Problem> ExportRequest::conflictWith(const Design& design) const {
    const auto roller = helix ? rollerOf(design.job) : std::nullopt;
    if (!helix || (roller && roller->roundX())) return {};
    return Problem{.subject = "helix",
                   .reason = "rows must go round a roller",
                   .advice = "write `roller: {diameter: 200 mm, axis: y}` under `job`"};
}

std::jthread ExportRequest::hashAhead(const Design& design, NodeIndex root) const {
    return keepsHash() ? burin::hashAhead(design, root) : std::jthread();
}

std::string ExportRequest::hashOf(const Graph& graph, const std::stop_token& stop) const {
    if (keepsHash()) return designHash(graph, stop);
    requireOneVersion(graph);
    return {};
}

SurfaceInfo ExportRequest::infoOf(const Graph& graph, const std::string& backend,
                                  const std::string& designHash) const {
    std::string hash = sinkHash ? sinkHash(designHash) : designHash;
    if (keepsHash()) {
        // A file of the flat surface cannot be resumed as a helix.
        if (helix) hash += "-helix-" + std::string(helixName(*helix));
        if (predicted) hash += "-predicted";
    }
    return surfaceInfo(graph, region, backend, std::move(hash));
}

std::vector<LayerFile> ExportRequest::outputs(const SurfaceInfo& surface) const {
    if (layers == 0) return {{target, surface, {}}};
    std::vector<LayerFile> files = layerFiles(target, surface, layers);
    findOlderFiles(target, files, sink);
    return files;
}

RequestedExport::RequestedExport(NodeEngine& engine, const ExportRequest& request,
                                 const std::string& designHash, const std::stop_token& stop, int priority)
    : Export({engine.backend(), engine.budget(), engine.threads(), priority}, engine.graph(),
             request.region.origin(), stop) {
    SinkOptions options = request.sink;
    options.stop = stop;
    options.layered = request.layers > 0;
    options.bandBytes = engine.budget().limit() / bandsInMemory;
    while (options.chunkSide * options.chunkSide < engine.backend().requestSamples())
        options.chunkSide *= 2;
    const SurfaceInfo surface = request.infoOf(*engine.graph(), engine.backend().name(), designHash);
    for (const LayerFile& output : request.outputs(surface)) {
        options.policy.older = output.older;
        options.olderFiles = output.olderFiles;
        auto sink = request.connect ? request.connect(output.surface, options)
                                    : openSink(output.path, output.surface, options);
        if (request.helix) {
            addHelix(std::move(sink), *request.helix);
        } else if (!request.predicted) {
            add(std::move(sink), output.threshold);
        } else if (sink->grid().layout().depth != heightDepth) {
            throw UsageError(output.path, "only a .gsf or .x3p holds heights");
        } else {
            addHeights(std::move(sink), request.heights());
        }
    }
}

std::optional<Problem> settleOtherLayers(const ExportRequest& request) {
    if (request.layers == 0) return {};
    const ResumePolicy& policy = request.sink.policy;
    const OlderFiles listed =
        policy.resume && !policy.force ? olderFilesListed(request.target, request.layers) : OlderFiles{};
    return settleOtherLayers(request.target, request.layers, policy.force || listed, request.sink.inputs,
                             listed);
}

}  // namespace burin
