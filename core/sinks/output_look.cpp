// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/output_look.hpp"

#include "core/base/errors.hpp"
#include "core/export/samples_done.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <variant>

namespace burin {
namespace {

double doneShareOf(const Sink& sink) {
    const std::int64_t all = std::max<std::int64_t>(1, samplesOf(sink.grid(), sink.range()));
    return static_cast<double>(samplesDone(sink)) / static_cast<double>(all);
}

}  // namespace

OutputLook lookAtOutput(const std::string& spec, const SurfaceInfo& surface, const SinkOptions& options) {
    const auto opened = [&](const ResumePolicy& policy) {
        SinkOptions withPolicy = options;
        withPolicy.policy = policy;
        return sinkOrObstacle(spec, surface, withPolicy);
    };
    using Opened = std::unique_ptr<Sink>;
    using State = OutputLook::State;
    const auto fresh = opened({});
    if (const auto* sink = std::get_if<Opened>(&fresh)) return {State::free, (*sink)->grid(), 0, {}, spec};
    const auto resumed = opened({.resume = true, .older = options.policy.older});
    if (const auto* obstacle = std::get_if<Problem>(&resumed)) {
        const auto overwriting = opened({.force = true});
        if (const auto* still = std::get_if<Problem>(&overwriting)) throw UsageError(*still);
        return {State::occupied, std::get<Opened>(overwriting)->grid(), 0, *obstacle, spec};
    }
    const Sink& sink = *std::get<Opened>(resumed);
    if (sink.alreadyFinished()) return {State::finished, sink.grid(), 1, {}, spec};
    return {State::begun, sink.grid(), doneShareOf(sink), {}, spec};
}

OutputLook lookAtOutputs(const ExportRequest& request, const SurfaceInfo& surface) {
    using State = OutputLook::State;
    const std::vector<LayerFile> outputs = request.outputs(surface);
    SinkOptions options = request.sink;
    std::optional<OutputLook> all;
    double done = 0;
    for (const LayerFile& output : outputs) {
        options.policy.older = output.older;
        OutputLook look = lookAtOutput(output.path, output.surface, options);
        if (look.state == State::occupied) return look;
        done += look.doneShare / static_cast<double>(outputs.size());
        if (all && look.state != all->state) look.state = State::begun;
        all = std::move(look);
    }
    all->doneShare = done;
    return *all;
}

}  // namespace burin
