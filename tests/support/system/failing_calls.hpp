// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// System calls on files that fail on request. The definitions below replace the C library's in the executable
// that includes this file.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <cerrno>
#include <cstdarg>
#include <cstdio>

namespace burin::test {

/// Counts this thread's calls that create, change, rename and sync files, and makes some of them fail. One
/// object at a time.
class FailingCalls {
  public:
    /// \param first  the call that fails, counted from 1; 0: none
    /// \param all    whether all later calls fail as well, as on a lost disk
    FailingCalls(int first, int error, bool all) : first_(first), error_(error), all_(all) {
        current() = this;
    }
    FailingCalls(const FailingCalls&) = delete;
    FailingCalls& operator=(const FailingCalls&) = delete;
    ~FailingCalls() { current() = nullptr; }

    /// The number of calls so far.
    [[nodiscard]] int calls() const { return calls_; }
    [[nodiscard]] bool failed() const { return first_ > 0 && calls_ >= first_; }

    /// Whether the current call must fail; sets errno.
    static bool fails() {
        FailingCalls* const self = current();
        if (self == nullptr) return false;
        const int call = ++self->calls_;
        const bool hit = self->first_ > 0 && (self->all_ ? call >= self->first_ : call == self->first_);
        if (hit) errno = self->error_;
        return hit;
    }
    template <class Function>
    static Function* original(const char* name) {
        return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
    }

  private:
    static FailingCalls*& current() {
        thread_local FailingCalls* calls = nullptr;
        return calls;
    }

    const int first_;
    const int error_;
    const bool all_;
    int calls_ = 0;
};

}  // namespace burin::test

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list arguments;
    va_start(arguments, flags);
    const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    const mode_t mode = creates ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real = burin::test::FailingCalls::original<int(const char*, int, ...)>("open");
    return real(path, flags, mode);
}

ssize_t pwrite(int file, const void* data, size_t bytes, off_t offset) {
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real =
        burin::test::FailingCalls::original<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    return real(file, data, bytes, offset);
}

int ftruncate(int file, off_t bytes) noexcept {
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real = burin::test::FailingCalls::original<int(int, off_t)>("ftruncate");
    return real(file, bytes);
}

int fsync(int file) {
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real = burin::test::FailingCalls::original<int(int)>("fsync");
    return real(file);
}

int fdatasync(int file) {
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real = burin::test::FailingCalls::original<int(int)>("fdatasync");
    return real(file);
}

int rename(const char* from, const char* to) noexcept {
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real = burin::test::FailingCalls::original<int(const char*, const char*)>("rename");
    return real(from, to);
}

int remove(const char* path) noexcept {
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real = burin::test::FailingCalls::original<int(const char*)>("remove");
    return real(path);
}

int stat(const char* path, struct stat* status) noexcept {
    if (burin::test::FailingCalls::fails()) return -1;
    static auto* const real = burin::test::FailingCalls::original<int(const char*, struct stat*)>("stat");
    return real(path, status);
}

}  // extern "C"
