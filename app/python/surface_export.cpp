// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/surface_export.hpp"

#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/geometry/region.hpp"
#include "core/remote/address.hpp"

#include <utility>
#include <variant>

namespace burin::python {
namespace {

Rect regionOf(const ExportWishes& wishes, const Rect& whole) {
    if (!wishes.part) return wishes.region.empty() ? whole : wishes.region;
    const auto& [x, y, width, height] = *wishes.part;
    const std::string text = std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(width) + "," +
                             std::to_string(height);
    const auto found = regionIn(text, 1, whole);
    if (const auto* why = std::get_if<Problem>(&found))
        throw UsageError({.reason = "region %1", .details = {why->text()}});
    return std::get<Rect>(found);
}

}  // namespace

void ExportWishes::set(const std::string& key, const std::string& text) {
    if (const std::string expected = setWord(key, text); !expected.empty())
        throw UsageError({.reason = "%1 %2: %3", .details = {key, quotedForMessage(text), expected}});
}

ExportOutcome exportedTo(const Design& design, const ExportWishes& wishes, const ProgressCallback& progress,
                         const std::stop_token& stop) {
    if (isMachine(wishes.target))
        throw UsageError(wishes.target, "the module does not send jobs to machines; `burin export` does");
    const NodeIndex root = nodeNamed(design, "");
    const bool hashed = wishes.keepsHash();
    const std::jthread hashing = hashed ? hashAhead(design, root) : std::jthread();
    EngineWishes engineWishes = wishes.engine;
    engineWishes.everyItem = true;
    SurfaceEngine engine(design, root, engineWishes, stop);
    ExportOutcome outcome;
    outcome.backend = engine.backend().name();
    if (hashed) outcome.hash = designHash(*engine.graph(), stop);
    ExportRequest request = wishes;
    request.region = regionOf(wishes, engine.graph()->top().extent.rect());
    RequestedExport exporting(engine, request, outcome.hash, stop);
    for (const Problem& note : exporting.finished())
        outcome.finished.push_back(note.text());
    outcome.result.totalSamples = request.region.area();
    if (exporting.allFinished()) {
        outcome.result.doneSamples = request.region.area();
    } else {
        outcome.result = exporting.run(progress);
    }
    return outcome;
}

}  // namespace burin::python
