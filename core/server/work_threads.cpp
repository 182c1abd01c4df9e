// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/work_threads.hpp"

#include <system_error>
#include <utility>

namespace burin {

bool WorkThreads::run(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    workers_.remove_if([](const Worker& worker) { return worker.done; });
    Worker& worker = workers_.emplace_back();
    try {
        worker.thread = std::jthread([this, &worker, does = std::move(work)] {
            does();
            const std::lock_guard again(mutex_);
            worker.done = true;
        });
    } catch (const std::system_error&) {
        workers_.pop_back();
        return false;
    }
    return true;
}

}  // namespace burin
