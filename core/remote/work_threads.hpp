// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace burin {

/// Threads for work that may wait, one for each piece of it; whoever hands it over bounds their number.
/// Thread-safe. The destructor waits for all of them.
class WorkThreads {
  public:
    /// \param work  throws nothing
    /// \return false where the system has no thread for it
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
