// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"
#include "core/design/design.hpp"
#include "core/render/cpu_backend.hpp"

#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace burin::app {

/// Options of every command that computes.
[[nodiscard]] std::vector<Option> engineOptions();

/// \throws UsageError where these options are wrong on any machine, whatever it has
void checkEngineOptions(const Arguments& arguments);

/// Turns Ctrl-C and SIGTERM into a stop token, for as long as it lives. One at a time.
class StopOnSignal {
  public:
    StopOnSignal();
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;
    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

    /// What SIGUSR2 does from now on, in another thread; empty: nothing.
    void onUserSignal(std::function<void()> action);

  private:
    sigset_t signals_{};
    std::mutex mutex_;
    std::function<void()> action_;
    std::stop_source source_;
    std::atomic<bool> ending_ = false;
    std::thread waiter_;  ///< last
};

/// Reads a design and prints its warnings. \throws UsageError where the file is refused, Cancelled
[[nodiscard]] Design loadChecked(const std::string& file, const std::stop_token& stop = {});

/// The root. \throws UsageError where there is none, with the design's errors printed
[[nodiscard]] NodeIndex rootIndex(const Design& design);

/// Says on stderr which nodes are muted.
void warnOfMuted(const Design& design);

/// What of this computer may compute.
struct Computer {
    /// \param whyNotOnCards  why no card can do what is wanted; empty: one can
    /// \throws UsageError where the options are wrong, or ask for a card that is not there or cannot do it
    explicit Computer(const Arguments& arguments, const std::string& whyNotOnCards = {});

    std::size_t memoryBytes;
    int threads;
    std::string whyNoGpu;          ///< if `--backend auto` found none, or none that can do it
    std::unique_ptr<Backend> gpu;  ///< where there is one, and it is wanted
};

/// What computes one node of a design, with all that it stands on.
struct NodeEngine : Computer {
    /// \throws UsageError where the design or the options are wrong; its errors are printed
    NodeEngine(const Arguments& arguments, const Design& design, NodeIndex node);

    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const Graph> provisional;  ///< the same for first pictures
    MemoryBudget budget;
    TileCache cache;
    CpuBackend cpu;
    Backend& backend;      ///< the one of the two that computes
    Reservation resident;  ///< tables and decoded images of the graph
};

/// `X,Y,W,H` in pixels or lengths. \throws UsageError where it is malformed, empty or outside of `whole`
[[nodiscard]] Rect parseRegion(const std::string& text, double pixelUm, const Rect& whole);

/// Memory that the system could give right now, in bytes, as far as this process may use it.
[[nodiscard]] std::size_t availableMemory();

/// `1,234,567`.
[[nodiscard]] std::string grouped(std::int64_t number);

/// A length of `pixels` in the unit that reads best.
[[nodiscard]] std::string metricText(std::int64_t pixels, double pixelUm);

}  // namespace burin::app
