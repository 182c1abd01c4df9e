// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/surface_export.hpp"

#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/remote/address.hpp"
#include "core/render/graph.hpp"

#include <utility>

namespace burin::python {
namespace {

Rect regionOf(const ExportWishes& wishes, const Design& design, const Rect& whole) {
    if (!wishes.part) return wishes.region.empty() ? whole : wishes.region;
    return regionInside(*wishes.part, design, whole);
}

}  // namespace

void refuseConflicts(const ExportWishes& wishes) {
    if (wishes.layers < 0 || wishes.layers > mostLayers)
        throw UsageError({.reason = "layers %1: 1 to %2 are expected",
                          .details = {std::to_string(wishes.layers), std::to_string(mostLayers)}});
    if (auto conflict = wishes.conflict()) throw UsageError(std::move(*conflict));
}

void ExportWishes::set(const std::string& key, const std::string& text) {
    if (const std::string expected = setWord(key, text); !expected.empty())
        throw UsageError({.reason = "%1 %2: %3", .details = {key, quotedForMessage(text), expected}});
}

ExportOutcome exportedTo(const Design& design, const ExportWishes& wishes, const ProgressCallback& progress,
                         const std::stop_token& stop) {
    if (isMachine(wishes.target))
        throw UsageError(wishes.target, "the module does not send jobs to machines; `burin export` does");
    refuseConflicts(wishes);
    if (auto conflict = wishes.conflictWith(design)) throw UsageError(std::move(*conflict));
    const NodeIndex root = nodeNamed(design, "");
    const std::jthread hashing = wishes.hashAhead(design, root);
    EngineWishes engineWishes = wishes.engine;
    engineWishes.everyItem = true;
    SurfaceEngine engine(design, root, engineWishes, stop);
    ExportOutcome outcome;
    outcome.backend = engine.backend().name();
    outcome.hash = wishes.hashOf(*engine.graph(), stop);
    ExportRequest request = wishes;
    request.sink.inputs = filesRead(design, kinds());
    request.region = regionOf(wishes, design, engine.graph()->top().extent.rect());
    RequestedExport exporting(engine, request, outcome.hash, stop);
    for (const Problem& note : exporting.finished())
        outcome.notes.push_back(note.text());
    if (!exporting.allFinished()) {
        for (const Problem& remark : remarksOnImages(*engine.graph()))
            outcome.notes.push_back(remark.text());
    }
    outcome.result = exporting.run(progress);
    if (!outcome.result.stopped) {
        if (const auto others = settleOtherLayers(request)) outcome.notes.push_back(others->text());
    }
    return outcome;
}

}  // namespace burin::python
