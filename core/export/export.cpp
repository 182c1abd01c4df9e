// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export.hpp"

#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/export/height_blocks.hpp"
#include "core/export/layer_blocks.hpp"
#include "core/export/root_blocks.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace burin {

/// While this object lives, setPaused() reaches the sink. A pause that was requested earlier reaches it at
/// once.
class Export::Writing {
  public:
    Writing(Export& owner, Sink& sink) : owner_(owner) {
        const std::lock_guard lock(owner_.mutex_);
        owner_.written_ = &sink;
        if (owner_.paused_) sink.setPaused(true);
    }
    ~Writing() {
        const std::lock_guard lock(owner_.mutex_);
        owner_.written_ = nullptr;
    }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;

  private:
    Export& owner_;
};

void Export::add(std::unique_ptr<Sink> sink, std::optional<float> threshold) {
    std::unique_ptr<BlockSource> source;
    const bool heights = sink->grid().layout().depth == heightDepth;
    if (threshold && heights) throw UsageError("layers are single bits; a file of heights cannot hold them");
    if (heights) {
        source = std::make_unique<HeightBlocks>(means_.backend, graph_, stop_, means_.priority);
    } else if (threshold) {
        source = std::make_unique<LayerBlocks>(means_.backend, graph_, *threshold, stop_, means_.priority);
    } else {
        source = std::make_unique<RootBlocks>(means_.backend, graph_, stop_, means_.priority);
    }
    outputs_.push_back({std::move(source), std::move(sink)});
}

void Export::addHelix(std::unique_ptr<Sink> sink, Helix helix) {
    if (sink->grid().layout().depth == heightDepth)
        throw UsageError("a file of heights holds the flat surface, not a helix");
    auto source =
        std::make_unique<HelixBlocks>(means_.backend, means_.budget, graph_, helix, stop_, means_.priority);
    outputs_.push_back({std::move(source), std::move(sink)});
}

std::vector<Problem> Export::finished() const {
    std::vector<Problem> notes;
    for (const Output& output : outputs_) {
        if (auto note = output.sink->alreadyFinished()) notes.push_back(std::move(*note));
    }
    return notes;
}

ExportState Export::together(ExportState current) const {
    using Sequel = Sink::Sequel;
    // The outputs before the current one are finished, so they stay even if it fails.
    if (current_ > 0 && current.sequel != Sequel::none && current.sequel != Sequel::goesOn)
        current = {0, Sequel::goesOn};
    const double share = static_cast<double>(current_) + current.share;
    return {share / static_cast<double>(outputs_.size()), current.sequel};
}

ExportResult Export::run(const ProgressCallback& progress) {
    ExportResult all;
    Progress told;  // the latest report
    std::vector<std::function<std::optional<Problem>()>> checks;
    bool wrote = false;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
        if (i > 0) outputs_[i - 1] = {};  // closes its files
        current_ = i;
        const auto others = static_cast<std::int64_t>(outputs_.size() - 1);
        const ProgressCallback tell = [&, before = told](Progress now) {
            now.doneSamples += all.doneSamples;
            now.totalSamples += others * now.totalSamples;  // all outputs have the same size
            now.bytes += before.bytes;
            now.seconds += before.seconds;
            if (now.secondsLeft >= 0 && now.samplesPerSecond > 0)
                now.secondsLeft =
                    static_cast<double>(now.totalSamples - now.doneSamples) / now.samplesPerSecond;
            // Several outputs are done together, when none of them is lost.
            if (now.state == Progress::State::done && others > 0) now.state = Progress::State::running;
            told = now;
            if (progress) progress(now);
        };
        const bool writes = !outputs_[i].sink->alreadyFinished();
        const ExportResult one = write(i, wrote, tell);
        wrote = wrote || writes;
        all.doneSamples += one.doneSamples;
        all.totalSamples = one.totalSamples * (others + 1);
        all.stopped = one.stopped;
        if (all.stopped) return all;
        checks.push_back(outputs_[i].sink->lossCheck());
    }
    if (outputs_.size() < 2) return all;
    const std::optional<ExportError> loss = lossIn(checks);
    told.state = loss ? Progress::State::failed : Progress::State::done;
    told.message = loss ? loss->what() : "";
    told.doneSamples = all.doneSamples;
    told.totalSamples = all.totalSamples;
    if (progress && (wrote || loss)) progress(told);
    if (loss) throw *loss;
    return all;
}

/// Writes one output. A failure says what is written of all outputs together.
/// \param wroteOthers  whether this run has written other outputs. If so, an obstacle to this one is a
///                     failure during the export.
ExportResult Export::write(std::size_t number, bool wroteOthers, const ProgressCallback& progress) {
    const Output& output = outputs_[number];
    const Writing writing(*this, *output.sink);
    // A machine pauses itself after the line that it is engraving; samples that are sent to it wait for
    // credit.
    const bool pausesItself = output.sink->transfer().has_value();
    const double before = static_cast<double>(number) / static_cast<double>(outputs_.size());
    try {
        return exportSurface(*output.source, *output.sink, origin_, means_.budget,
                             {.blockSamples = means_.backend.requestSamples(),
                              .paused = [this, pausesItself] { return !pausesItself && paused_; },
                              .threads = means_.threads},
                             progress, stop_);
    } catch (const ExportError& error) {
        ExportError failure = error;
        const ExportState state = together({error.share, error.sequel});
        failure.share = state.share;
        failure.sequel = state.sequel;
        throw failure;
    } catch (const UsageError& error) {
        if (!wroteOthers) throw;
        ExportError failure(error.problem(), before, *output.sink);
        failure.sequel = Sink::Sequel::goesOn;
        throw failure;
    }
}

/// The failure if outputs are lost. \param checks  of all outputs
std::optional<ExportError> Export::lossIn(
    const std::vector<std::function<std::optional<Problem>()>>& checks) const {
    std::optional<Problem> first;
    std::size_t lost = 0;
    for (const auto& check : checks) {
        auto loss = check ? check() : std::nullopt;
        if (!loss) continue;
        ++lost;
        if (!first) first = std::move(loss);
    }
    if (!first) return {};
    if (lost > 1) {
        first->details = {first->reason, counted(lost - 1, "other file")};
        first->reason = lost == 2 ? "%1; %2 is lost too" : "%1; %2 are lost too";
    }
    const double share = 1 - static_cast<double>(lost) / static_cast<double>(checks.size());
    ExportError failure(std::move(*first), share, sink());
    failure.sequel = Sink::Sequel::goesOn;  // only the lost outputs are written again
    return failure;
}

void Export::setPaused(bool paused) {
    const std::lock_guard lock(mutex_);
    paused_ = paused;
    if (written_ != nullptr) written_->setPaused(paused);
}

std::optional<TransferStatus> Export::machine() const {
    const std::lock_guard lock(mutex_);
    return written_ == nullptr ? std::nullopt : written_->transfer();
}

}  // namespace burin
