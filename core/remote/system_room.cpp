// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/system_room.hpp"

#include "core/base/descriptor.hpp"

#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <vector>

namespace burin {
namespace {

/// gRPC 1.51 starts about one thread for each core for its events, and as many for calls. Eight more are for
/// its timers and executors, and for our connections.
std::size_t threadsToTry() {
    return 8 + 2 * std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, 16);
}

constexpr std::size_t descriptorsToTry = 8;

void waitForStop(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, stop, [] { return false; });
}

/// All at once, because each thread needs its own stack.
void tryThreads() {
    std::vector<std::jthread> tried(threadsToTry());
    for (std::jthread& thread : tried)
        thread = std::jthread(&waitForStop);
}

void tryDescriptors() {
    std::vector<Descriptor> tried(descriptorsToTry);
    for (Descriptor& descriptor : tried) {
        const int number = ::eventfd(0, EFD_CLOEXEC);
        if (number < 0) throw std::system_error(errno, std::generic_category());
        descriptor = Descriptor(number);
    }
}

}  // namespace

void requireRoomForGrpc() {
    [[maybe_unused]] static const bool tried = [] {
        tryDescriptors();
        tryThreads();
        return true;
    }();
}

}  // namespace burin
