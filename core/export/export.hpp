// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exporter.hpp"
#include "core/export/helix_blocks.hpp"
#include "core/export/sink.hpp"
#include "core/render/backend.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// The means that compute an export.
struct ExportMeans {
    Backend& backend;
    MemoryBudget& budget;
    int threads;       ///< number of threads that encode
    int priority = 0;  ///< priority of the export's requests among all requests
};

/// How far an export came, and how a later run can resume it.
struct ExportState {
    double share = 0;  ///< share of the samples written, or engraved; 0 to 1
    Sink::Sequel sequel = Sink::Sequel::none;
};

/// One export of a design: a region of its surface into one output, or each of its layers into one. The
/// command line, the studio, Python and a batch start the same object.
class Export {
  public:
    /// \param graph  of the design's root \param origin  of the region in the surface, in samples
    Export(ExportMeans means, std::shared_ptr<const Graph> graph, Point origin, std::stop_token stop)
        : means_(means), graph_(std::move(graph)), origin_(origin), stop_(std::move(stop)) {}

    /// Adds an output.
    /// \param threshold  for a layer: samples above it are set; nothing: the output is the surface itself
    void add(std::unique_ptr<Sink> sink, std::optional<float> threshold = {});

    /// Adds an output that holds the surface as a helix. \throws UsageError if the sink holds heights
    void addHelix(std::unique_ptr<Sink> sink, Helix helix);

    /// Adds an output of heights that another source than the designed surface computes.
    void addHeights(std::unique_ptr<Sink> sink, std::unique_ptr<BlockSource> source) {
        outputs_.push_back({std::move(source), std::move(sink)});
    }

    /// The outputs that earlier runs have finished already, as lines of text. \pre not yet run
    [[nodiscard]] std::vector<Problem> finished() const;
    [[nodiscard]] bool allFinished() const { return finished().size() == outputs_.size(); }
    /// The output that is written now, or was written last. \pre one was added
    [[nodiscard]] const Sink& sink() const { return *outputs_[current_].sink; }

    /// The state of all outputs together. \param current  the state of sink() alone \pre one was added
    [[nodiscard]] ExportState together(ExportState current) const;

    /// Writes all unfinished outputs, one after the other; each is closed before the next one begins. If
    /// there are several, they are one result: it fails if one of them is lost before the last one is
    /// finished. \param progress  reports all outputs together \throws as exportSurface does
    ExportResult run(const ProgressCallback& progress);

    /// Pauses or resumes the machine that receives the export; if there is none, the computation.
    /// Thread-safe.
    void setPaused(bool paused);
    /// The state of the machine. Nothing if there is none, or while nothing is written. Thread-safe.
    [[nodiscard]] std::optional<TransferStatus> machine() const;

  private:
    struct Output {
        std::unique_ptr<BlockSource> source;
        std::unique_ptr<Sink> sink;
    };
    class Writing;

    ExportResult write(std::size_t number, bool wroteOthers, const ProgressCallback& progress);
    [[nodiscard]] std::optional<ExportError> lossIn(
        const std::vector<std::function<std::optional<Problem>()>>& checks) const;

    ExportMeans means_;
    std::shared_ptr<const Graph> graph_;
    Point origin_;
    std::stop_token stop_;
    std::vector<Output> outputs_;
    std::size_t current_ = 0;
    std::atomic<bool> paused_ = false;
    mutable std::mutex mutex_;
    Sink* written_ = nullptr;  ///< the sink that is being written; null between sinks
};

}  // namespace burin
