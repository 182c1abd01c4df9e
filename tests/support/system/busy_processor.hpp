// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes the computer look busy to this process, at little cost for other processes.

#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>

#include <sched.h>

namespace burin::test {

/// Lets all threads of the process share one processor with a thread that uses all the time it gets, for as
/// long as this lives. They get as little as beside two such threads for each of two processors, and no more
/// on a computer with many processors.
class BusyProcessor {
  public:
    BusyProcessor() {
        const int here = sched_getcpu();
        if (here >= 0 && sched_getaffinity(0, sizeof before_, &before_) == 0) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(static_cast<std::size_t>(here), &one);
            moveAll(one);
            moved_ = true;
        }
        // New threads begin on the processor of the thread that starts them.
        spinning_ = std::jthread([](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
            }
        });
    }
    ~BusyProcessor() {
        spinning_ = {};
        if (moved_) moveAll(before_);
    }
    BusyProcessor(const BusyProcessor&) = delete;
    BusyProcessor& operator=(const BusyProcessor&) = delete;

  private:
    static void moveAll(const cpu_set_t& to) {
        for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task"))
            static_cast<void>(
                sched_setaffinity(std::stoi(thread.path().filename().string()), sizeof to, &to));
    }

    cpu_set_t before_{};
    bool moved_ = false;
    std::jthread spinning_;
};

}  // namespace burin::test
