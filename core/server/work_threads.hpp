// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace burin {

/// Starts a thread for each piece of work that may block; the caller limits their number. Thread-safe. The
/// destructor waits for all threads.
class WorkThreads {
  public:
    /// \param work  must not throw
    /// \return false if the system cannot start a thread
    bool run(std::function<void()> work);

  private:
    struct Worker {
        bool done = false;
        std::jthread thread;
    };

    std::mutex mutex_;
    std::list<Worker> workers_;
};

}  // namespace burin
