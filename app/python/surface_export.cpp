// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/surface_export.hpp"

#include "core/base/errors.hpp"
#include "core/export/export.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/scan.hpp"
#include "core/geometry/region.hpp"
#include "core/remote/address.hpp"
#include "core/sinks/open_sink.hpp"

#include <utility>
#include <variant>

namespace burin::python {
namespace {

SinkOptions sinkOptionsOf(const ExportWishes& wishes, const std::stop_token& stop) {
    SinkOptions options;
    const auto scan = parseScan(wishes.scan);
    if (!scan) throw UsageError("scan '" + wishes.scan + "': 'rows' or 'swaths:W' is expected, W in pixels");
    options.scan = *scan;
    options.scan.serpentine = wishes.serpentine;
    const auto compression = parseCompression(wishes.compression);
    if (!compression)
        throw UsageError("compression '" + wishes.compression +
                         "': 'none', 'deflate', 'lzw' or 'zstd' is expected");
    options.compression = *compression;
    options.bigTiff = wishes.bigTiff;
    const auto blocks = parseTiffBlocks(wishes.layout);
    if (!blocks) throw UsageError("layout '" + wishes.layout + "': 'auto', 'strips' or 'tiles' is expected");
    options.blocks = *blocks;
    options.policy = wishes.policy;
    if (!wishes.shard.empty()) {
        const auto shard = parseShard(wishes.shard);
        if (!shard) throw UsageError("shard '" + wishes.shard + "': 'I/N' is expected, with 0 <= I < N");
        options.shard = *shard;
    }
    options.date = wishes.date;
    options.stop = stop;
    return options;
}

Rect regionOf(const ExportWishes& wishes, const Rect& whole) {
    if (!wishes.region) return whole;
    const auto& [x, y, width, height] = *wishes.region;
    const std::string text = std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(width) + "," +
                             std::to_string(height);
    const auto found = regionIn(text, 1, whole);
    if (const auto* why = std::get_if<std::string>(&found)) throw UsageError("region " + *why);
    return std::get<Rect>(found);
}

}  // namespace

ExportOutcome exportedTo(const Design& design, const ExportWishes& wishes, const ProgressCallback& progress,
                         const std::stop_token& stop) {
    if (isMachine(wishes.target))
        throw UsageError(wishes.target, "the module does not send jobs to machines; `burin export` does");
    const NodeIndex root = nodeNamed(design, "");
    const bool hashed = keepsDesignHash(wishes.target);
    const std::jthread hashing = hashed ? hashAhead(design, root) : std::jthread();
    EngineWishes engineWishes = wishes.engine;
    engineWishes.everyItem = true;
    SurfaceEngine engine(design, root, engineWishes, stop);
    ExportOutcome outcome;
    outcome.backend = engine.backend().name();
    if (hashed) outcome.hash = designHash(*engine.graph(), stop);
    const Rect region = regionOf(wishes, engine.graph()->top().extent.rect());
    const SurfaceInfo info = surfaceInfo(*engine.graph(), region, outcome.backend, outcome.hash);
    SinkOptions options = sinkOptionsOf(wishes, stop);
    while (options.chunkSide * options.chunkSide < engine.backend().requestSamples())
        options.chunkSide *= 2;
    options.bandBytes = engineWishes.memoryBytes / 2;
    Export exporting({engine.backend(), engine.budget(), engine.threads()}, engine.graph(), region.origin(),
                     stop);
    exporting.add(openSink(wishes.target, info, options));
    outcome.finished = exporting.finished();
    outcome.result.totalSamples = region.area();
    if (exporting.allFinished()) {
        outcome.result.doneSamples = region.area();
    } else {
        outcome.result = exporting.run(progress);
    }
    return outcome;
}

}  // namespace burin::python
