// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Something that happens between two reads of a file. The definition below replaces the C library's in the
// executable that includes this file, so only one of its sources may include it.

#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace burin::test {

/// Calls a function before each `pread` of this thread from one file. One object at a time.
class BeforeRead {
  public:
    BeforeRead(std::uint64_t inode, std::function<void()> before)
        : inode_(inode), before_(std::move(before)) {
        current() = this;
    }
    BeforeRead(const BeforeRead&) = delete;
    BeforeRead& operator=(const BeforeRead&) = delete;
    ~BeforeRead() { current() = nullptr; }

    static void reads(int descriptor) {
        BeforeRead* const self = current();
        struct stat status = {};
        if (self != nullptr && ::fstat(descriptor, &status) == 0 && status.st_ino == self->inode_)
            self->before_();
    }

  private:
    static BeforeRead*& current() {
        thread_local BeforeRead* hook = nullptr;
        return hook;
    }

    const std::uint64_t inode_;
    const std::function<void()> before_;
};

}  // namespace burin::test

extern "C" {

ssize_t pread(int descriptor, void* bytes, std::size_t count, off_t offset) {
    burin::test::BeforeRead::reads(descriptor);
    static const auto original =
        reinterpret_cast<ssize_t (*)(int, void*, std::size_t, off_t)>(::dlsym(RTLD_NEXT, "pread"));
    return original(descriptor, bytes, count, offset);
}
}
