// SPDX-License-Identifier: GPL-3.0-or-later

// Linked into window tests if ThreadSanitizer is on.

#include <sched.h>

#include <cstdarg>

/// ThreadSanitizer's own version of clone()
extern "C" int __interceptor_clone(  // NOLINT(bugprone-reserved-identifier)
    int (*function)(void*), void* stack, int flags, void* argument, pid_t* parentId, void* threadData,
    pid_t* childId);

/// QProcess starts a program in a child that shares the memory of this process until then. ThreadSanitizer
/// mistakes such a child for a copy: in the child it forgets all other threads, and ignores everything that
/// the caller of clone() does from then on. Because the memory is shared, this affects the parent too:
/// ThreadSanitizer misses true races and reports false ones. Here the child is a copy, as ThreadSanitizer
/// itself makes one for vfork().
int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) noexcept {
    std::va_list others;
    va_start(others, argument);
    auto* const parentId = va_arg(others, pid_t*);
    auto* const threadData = va_arg(others, void*);
    auto* const childId = va_arg(others, pid_t*);
    va_end(others);
    if ((flags & CLONE_VFORK) != 0) flags &= ~CLONE_VM;
    return __interceptor_clone(function, stack, flags, argument, parentId, threadData, childId);
}
