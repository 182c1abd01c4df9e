// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace burin {

/// Memory that this process can still take.
struct FreeMemory {
    std::size_t bytes = 0;
    /// The source of the limit: a file of the control group, such as "/sys/fs/cgroup/job_7/memory.max", or
    /// "Max address space of /proc/self/limits"; empty if the computer's free memory is the limit.
    std::string limit;
};

/// The free memory of the computer, or less if the limits of containers and batch jobs leave less. The
/// process's own control group and all its parents have such limits, in both versions of control groups
/// (Linux kernel, admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst). The process itself has them on its
/// address space and its data (`ulimit -v` and `ulimit -d`). The part of a group's file cache that the kernel
/// would drop first counts as free.
///
/// \param root  the tree of files that the kernel's files are read from; tests use another one Reads a few
/// small files; thread-safe.
[[nodiscard]] FreeMemory freeMemory(const std::filesystem::path& root = "/");

}  // namespace burin
