// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace burin::ui {

/// Runs the newest of its tasks on a thread of its own. An older task is told to stop, or never started.
/// Tasks must not throw.
class LatestTask {
  public:
    /// \param stop  requested once the task is outdated and its results are not wanted any more
    using Task = std::function<void(const std::stop_token& stop)>;

    LatestTask();
    /// Stops the running task and waits for it.
    ~LatestTask();

    void start(Task task);
    /// Outdates the running task; does not wait.
    void stop();

  private:
    void run(const std::stop_token& end);

    std::mutex mutex_;
    std::condition_variable_any arrived_;
    Task next_;
    std::stop_source current_;
    std::jthread thread_;
};

}  // namespace burin::ui
