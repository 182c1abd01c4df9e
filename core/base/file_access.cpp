// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_access.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace burin {
namespace {

constexpr const char* accessListName = "system.posix_acl_access";

FileProblem accessProblem(const char* reason, int error) {
    return {error, {.reason = reason, .details = {std::generic_category().message(error)}}};
}

/// Copies the access control list, or removes the one that the folder has given to the new file.
/// \return false if that is not possible
bool takeAccessList(int descriptor, const std::filesystem::path& path) {
    const ssize_t bytes = ::getxattr(path.c_str(), accessListName, nullptr, 0);
    const auto isMissing = [] { return errno == ENODATA || errno == ENOTSUP; };
    if (bytes < 0) return isMissing() && (::fremovexattr(descriptor, accessListName) == 0 || isMissing());
    std::vector<char> list(static_cast<std::size_t>(bytes));
    return ::getxattr(path.c_str(), accessListName, list.data(), list.size()) == bytes &&
           ::fsetxattr(descriptor, accessListName, list.data(), list.size(), 0) == 0;
}

/// Copies the attributes that programs of the user have set. The file is worth more than its tags, so those
/// that cannot be copied are left out.
void takeUserAttributes(int descriptor, const std::filesystem::path& path) {
    const ssize_t bytes = ::listxattr(path.c_str(), nullptr, 0);
    if (bytes <= 0) return;
    std::string names(static_cast<std::size_t>(bytes), '\0');  // each ends with a zero byte
    if (::listxattr(path.c_str(), names.data(), names.size()) != bytes) return;
    std::vector<char> value;
    std::size_t next = 0;
    while (next < names.size()) {
        const char* const name = names.data() + next;
        next += std::strlen(name) + 1;
        if (!std::string_view(name).starts_with("user.")) continue;
        const ssize_t size = ::getxattr(path.c_str(), name, nullptr, 0);
        if (size < 0) continue;
        value.resize(static_cast<std::size_t>(size));
        if (::getxattr(path.c_str(), name, value.data(), value.size()) == size)
            static_cast<void>(::fsetxattr(descriptor, name, value.data(), value.size(), 0));
    }
}

/// Permissions that give the group and all others only the rights that both of them have. If there is a list,
/// they get no rights, because the list may deny a user the rights of others.
mode_t withoutGroup(mode_t mode, bool hasList) {
    if (hasList) return mode & 0700U;
    const mode_t both = (mode >> 3U) & mode & 07U;
    return (mode & 0700U) | (both << 3U) | both;
}

}  // namespace

std::optional<FileProblem> writeProtectionOf(const std::filesystem::path& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) return {};
    const bool someoneWrites = (status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) != 0;
    if (someoneWrites && (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0 || errno != EACCES))
        return {};
    return FileProblem{EACCES,
                       {.reason = "is read-only", .advice = "make it writable, or choose another name"}};
}

std::optional<FileProblem> takeAccess(int descriptor, const std::filesystem::path& path) {
    struct stat old = {};
    struct stat made = {};
    if (::stat(path.c_str(), &old) != 0) {
        if (errno == ENOENT) return {};
        return accessProblem("cannot be written: %1", errno);
    }
    // Only an administrator may give files away. Others may give them to a group of theirs.
    if (::fchown(descriptor, old.st_uid, old.st_gid) != 0)
        static_cast<void>(::fchown(descriptor, static_cast<uid_t>(-1), old.st_gid));
    if (::fstat(descriptor, &made) != 0) return accessProblem("cannot be written: %1", errno);
    takeUserAttributes(descriptor, path);
    const bool kept = made.st_gid == old.st_gid && takeAccessList(descriptor, path);
    const mode_t all = old.st_mode & 0777U;
    const bool hasList = ::getxattr(path.c_str(), accessListName, nullptr, 0) >= 0;
    const mode_t mode = kept ? all : withoutGroup(all, hasList);
    if (::fchmod(descriptor, mode) == 0) return {};
    const int error = errno;
    // A file system without permissions refuses to change them, and gives all files the same.
    if (::fstat(descriptor, &made) == 0 && (made.st_mode & 0777U & ~mode) == 0) return {};
    return accessProblem("cannot be written, because its permissions cannot be kept: %1", error);
}

}  // namespace burin
