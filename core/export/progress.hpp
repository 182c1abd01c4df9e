// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/transfer_status.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace burin {

/// The progress of an export.
struct Progress {
    enum class State {
        running,
        waiting,  ///< waits for the sink
        paused,
        done,
        failed  ///< failed or stopped; `message` says which
    };
    State state = State::running;
    std::int64_t doneSamples = 0;  ///< includes an earlier run; for a machine, engraved samples
    std::int64_t totalSamples = 0;
    std::uint64_t bytes = 0;  ///< bytes that this run has passed to the sink
    double seconds = 0;       ///< since this run began
    double samplesPerSecond = 0;
    double bytesPerSecond = 0;
    double secondsLeft = -1;  ///< negative if it is not known yet
    std::string message;
    std::optional<TransferStatus> machine;  ///< if the sink is a machine

    /// The share of the samples that is done, from 0 to 1; 1 if there are none.
    [[nodiscard]] double share() const {
        return totalSamples > 0 ? static_cast<double>(doneSamples) / static_cast<double>(totalSamples) : 1;
    }
};

using ProgressCallback = std::function<void(const Progress&)>;

/// `running`, `waiting`, `paused`, `done` or `failed`.
[[nodiscard]] const char* stateText(Progress::State state);
/// One JSON object without an end of line.
[[nodiscard]] std::string progressJson(const Progress& progress);
/// Percent, pixels and bytes (if any are written) per second, elapsed and remaining time.
///
/// If the line takes more than `most` columns of a terminal, less important parts are left out. Percent,
/// remaining time, states and messages stay, so that it may still be longer.
[[nodiscard]] std::string progressLine(const Progress& progress,
                                       std::size_t most = std::numeric_limits<std::size_t>::max());

/// Counts the progress of an export and reports it to a callback at regular intervals, even while the
/// exporting thread waits. The callback runs in its own thread, never twice at once.
class ProgressReporter {
  public:
    /// \param callback  may be empty
    /// \param machine  asks for the state of the receiving machine; may be empty
    ProgressReporter(ProgressCallback callback, std::chrono::milliseconds interval, std::int64_t doneSamples,
                     std::int64_t totalSamples, std::function<std::optional<TransferStatus>()> machine = {});
    ~ProgressReporter();

    void add(std::int64_t samples, std::size_t bytes);
    void setPaused(bool paused) { paused_ = paused; }
    /// Time between these two calls is spent in the sink.
    void enterSink();
    void leaveSink() { sinkEnteredNs_ = 0; }
    /// Sends the last report and stops the thread.
    void conclude(Progress::State state, const std::string& message);

    [[nodiscard]] std::int64_t doneSamples() const;

  private:
    [[nodiscard]] Progress now() const;
    [[nodiscard]] std::optional<TransferStatus> machineNow() const;
    void run(const std::stop_token& stop);

    const ProgressCallback callback_;
    const std::chrono::milliseconds interval_;
    const std::function<std::optional<TransferStatus>()> machine_;
    std::int64_t alreadyDone_;
    const std::int64_t totalSamples_;
    const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    std::atomic<std::int64_t> doneSamples_;
    std::atomic<std::uint64_t> bytes_ = 0;
    std::atomic<std::int64_t> sinkEnteredNs_ = 0;
    std::atomic<bool> paused_ = false;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

}  // namespace burin
