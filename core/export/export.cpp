// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export.hpp"

#include "core/base/errors.hpp"
#include "core/export/height_blocks.hpp"
#include "core/export/layer_blocks.hpp"
#include "core/export/root_blocks.hpp"

#include <utility>

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

ExportResult Export::run(const ProgressCallback& progress) {
    ExportResult all;
    Progress told;  // the latest report
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
        if (i > 0) outputs_[i - 1] = {};  // closes its files
        current_ = i;
        Sink& sink = *outputs_[i].sink;
        const auto others = static_cast<std::int64_t>(outputs_.size() - 1);
        const ProgressCallback tell = [&, before = told](Progress now) {
            now.doneSamples += all.doneSamples;
            now.totalSamples += others * now.totalSamples;  // all outputs have the same size
            now.bytes += before.bytes;
            now.seconds += before.seconds;
            if (now.secondsLeft >= 0 && now.samplesPerSecond > 0)
                now.secondsLeft =
                    static_cast<double>(now.totalSamples - now.doneSamples) / now.samplesPerSecond;
            if (now.state == Progress::State::done && i + 1 < outputs_.size())
                now.state = Progress::State::running;
            told = now;
            if (progress) progress(now);
        };
        const Writing writing(*this, sink);
        // A machine pauses itself after the line that it is engraving; samples that are sent to it wait for
        // credit.
        const bool pausesItself = sink.transfer().has_value();
        const ExportResult one =
            exportSurface(*outputs_[i].source, sink, origin_, means_.budget,
                          {.blockSamples = means_.backend.requestSamples(),
                           .paused = [this, pausesItself] { return !pausesItself && paused_; },
                           .threads = means_.threads},
                          tell, stop_);
        all.doneSamples += one.doneSamples;
        all.totalSamples = one.totalSamples * (others + 1);
        all.stopped = one.stopped;
        if (all.stopped) break;
    }
    return all;
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
