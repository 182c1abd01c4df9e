// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"
#include "core/base/errors.hpp"
#include "core/design/design.hpp"
#include "core/design/settings.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/preview/bookmarks.hpp"
#include "core/render/node_engine.hpp"
#include "core/tile/memory_budget.hpp"

#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace burin::app {

/// Options of every command that computes.
[[nodiscard]] std::vector<Option> engineOptions();

/// \throws UsageError if these options are wrong on every computer
void checkEngineOptions(const Arguments& arguments);

/// Refuses a stack on which a deep design could overflow. Threads get as much as main().
/// \throws UsageError
void requireStack();

/// Allows as many open files as the system does, because a design keeps each of its pictures open.
void allowManyFiles();

/// Makes Ctrl-C, SIGTERM and SIGHUP, which a closed terminal sends, end the process at once, with a message
/// and `exitStopped`: enough for a command that has nothing to tidy up. A StopOnSignal takes the signals
/// over; they stay blocked after its end until this function is called again. Ctrl-C and SIGHUP stay ignored
/// if they were ignored when the program started, as in a background process of a shell and under nohup.
void endOnSignal();

/// Turns Ctrl-C, SIGTERM and SIGHUP into a stop token during its lifetime. Only one such object may exist at
/// a time. After the first signal, nothing waits for a reader of `stderr`.
class StopOnSignal {
  public:
    StopOnSignal();
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;
    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

    /// Sets what SIGUSR2 does from now on; `action` runs on another thread. If it is empty, the signal does
    /// nothing.
    void onUserSignal(std::function<void()> action);

  private:
    sigset_t signals_{};
    std::mutex mutex_;
    std::function<void()> action_;
    std::stop_source source_;
    std::atomic<bool> ending_ = false;
    std::thread waiter_;  ///< last, so that it is joined before the others are destroyed
};

/// `--set`, for every command that reads a design.
[[nodiscard]] Option setOption();
/// `--progress`, for every command that shows how far it is.
[[nodiscard]] Option progressOption();

/// The settings of `--set`. \throws UsageError if one is malformed
[[nodiscard]] std::vector<Setting> givenSettings(const Arguments& arguments);

/// The design that an operand names, after the changes of `--set`.
/// \throws UsageError if a setting is wrong, Cancelled on a stop
[[nodiscard]] Design loadAsSet(const Arguments& arguments, const std::stop_token& stop = {},
                               std::size_t operand = 0);

/// Like loadAsSet(), but if the file is refused, prints the reasons and throws. \throws UsageError
[[nodiscard]] Design loadChecked(const Arguments& arguments, const std::stop_token& stop = {},
                                 std::size_t operand = 0);

/// The root. \throws UsageError if there is none, after printing the design's errors
[[nodiscard]] NodeIndex rootIndex(const Design& design);

/// The bookmark that `--bookmark` names; nothing without the option. \throws UsageError if it does not exist
[[nodiscard]] std::optional<Bookmark> bookmarkNamed(const Arguments& arguments, const Design& design);

/// Says which nodes are muted.
void warnOfMuted(const Design& design, const std::function<void(const std::string&)>& say);

/// The parts of this computer that may compute.
struct Computer {
    /// \param whyNotOnCards  why cards cannot compute the design; empty if they can
    /// \param opened  a computer whose open cards are used, because opening them takes long; may be null
    /// \throws UsageError if the options are wrong, or ask for a card that is missing or cannot compute the
    ///         design
    explicit Computer(const Arguments& arguments, const std::string& whyNotOnCards = {},
                      const Computer* opened = nullptr);

    EngineMeans means;        ///< has cards only if the options ask for them
    std::string memoryLimit;  ///< what decided the memory, as FreeMemory::limit; empty also with `--memory`
    std::string whyNoGpu;     ///< if `--backend auto` found no card that can do it
};

/// The budget has no room for data that must be held from the start, such as the design's images and tables,
/// so nothing was computed.
struct TooLittleMemory : UsageError {
    explicit TooLittleMemory(const OutOfMemory& shortage,
                             const std::string& remedy = "give more --memory, or use smaller images");
};

/// Computes one node of a design with the parts of this computer that the options name.
struct CommandEngine : Computer, NodeEngine {
    /// \param items  whether to check all items of series first, and how that shows its progress
    /// \throws UsageError if the options are wrong, TooLittleMemory; what NodeEngine throws apart from
    /// OutOfMemory
    CommandEngine(const Arguments& arguments, const Design& design, NodeIndex node,
                  const std::stop_token& stop, const Computer* opened = nullptr,
                  const GraphOptions& items = {}) try
        : Computer(arguments, design.whyNotOnCards(node), opened),
          NodeEngine(means, design, node,
                     {.everyItem = items.everyItem, .stop = stop, .itemProgress = items.itemProgress}) {
    } catch (const OutOfMemory& shortage) {
        throw TooLittleMemory(shortage);
    }
};

/// The prediction for `--surface predicted`. \param engine  of the design's root
/// \throws UsageError if `job` gives no usable spot
[[nodiscard]] Prediction predictionOf(const Design& design, CommandEngine& engine, std::stop_token stop);

/// Makes every item of the series of a node. \throws DesignRefused if one cannot be made, Cancelled
void requireItems(const Design& design, NodeIndex node, const std::stop_token& stop);

/// Computes a part of a node. Only the items of series that the part needs are made; if one cannot be made,
/// the error names its node and its place in the file.
/// \throws DesignRefused; what `compute` throws
template <class Compute>
auto namingItems(const Design& design, NodeIndex node, const std::stop_token& stop, const Compute& compute) {
    try {
        return compute();
    } catch (const DrawingError&) {
        requireItems(design, node, stop);
        throw;
    }
}

/// `X,Y,W,H` in pixels or lengths, the value of an option. \throws UsageError if it is malformed, empty or
/// not inside `whole`, the extent of `node` or, if that is empty, the surface
[[nodiscard]] Rect parseRegion(const std::string& text, double pixelUm, const Rect& whole,
                               const char* option = "region", const std::string& node = {});

/// A length of `pixels` in the unit that reads best.
[[nodiscard]] std::string metricText(std::int64_t pixels, double pixelUm);

}  // namespace burin::app
