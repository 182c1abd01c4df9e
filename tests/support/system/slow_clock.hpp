// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Times of files as a slow clock gives them. The definition below replaces the C library's in the executable
// that includes this file, so only one of its sources may include it.

#include <dlfcn.h>
#include <sys/stat.h>
#include <cstdint>

namespace burin::test {

/// Makes `fstat` of this thread round times down to whole ticks, as file systems do. Newer kernels give each
/// version of a file that was looked at a time of its own, which would hide mistakes. One object at a time.
class SlowClock {
  public:
    /// \param tickNs  at most one second
    explicit SlowClock(std::int64_t tickNs) : tickNs_(tickNs) { current() = this; }
    SlowClock(const SlowClock&) = delete;
    SlowClock& operator=(const SlowClock&) = delete;
    ~SlowClock() { current() = nullptr; }

    static void roundTimes(struct stat& status) {
        const SlowClock* const self = current();
        if (self == nullptr) return;
        status.st_mtim.tv_nsec -= status.st_mtim.tv_nsec % self->tickNs_;
        status.st_ctim.tv_nsec -= status.st_ctim.tv_nsec % self->tickNs_;
    }

  private:
    static const SlowClock*& current() {
        thread_local const SlowClock* clock = nullptr;
        return clock;
    }

    const std::int64_t tickNs_;
};

}  // namespace burin::test

extern "C" {

int fstat(int descriptor, struct stat* status) noexcept {
    static const auto original = reinterpret_cast<int (*)(int, struct stat*)>(::dlsym(RTLD_NEXT, "fstat"));
    const int result = original(descriptor, status);
    if (result == 0) burin::test::SlowClock::roundTimes(*status);
    return result;
}
}
