// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files that a user names, and files that have to survive a power cut. Failures are returned, not thrown:
// only the caller knows whether a failure is the user's mistake.

#include "core/base/descriptor.hpp"
#include "core/base/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>

namespace burin {

/// Why something cannot be done with a file.
struct FileProblem {
    int error = 0;    ///< errno; 0: not a regular file
    Problem problem;  ///< without a subject: "is a folder, not a regular file"

    /// The problem with the file as its subject.
    [[nodiscard]] Problem about(const std::filesystem::path& file) const;
};

/// Opens a regular file with the flags of open(2). Pipes, devices, sockets and folders are refused. Never
/// blocks, not even on a pipe.
///
/// \param flags  O_CLOEXEC is added
/// \param mode   permissions of a new file, without those that the user's umask takes away
[[nodiscard]] std::variant<Descriptor, FileProblem> openRegularFile(const std::filesystem::path& path,
                                                                    int flags, unsigned mode = 0666);

/// Whether any change after `nowNs` will give a file other times. A file that was changed at `changedNs`,
/// just before, may change again within the same tick of its file system's clock, or is still being written.
/// \param changedNs, nowNs  of the system's clock
[[nodiscard]] bool timesTellLaterChanges(std::int64_t changedNs, std::int64_t nowNs);

/// Reads a file that a user has named: at most `most` bytes, even if the file reports another size.
///
/// The text is never a mixture of the contents before and after another program's write. The file is
/// read again if it changed meanwhile, and refused if it changed during each of three readings. This does not
/// hold for a file of more than `most` bytes, whose start is read.
///
/// A stop ends the reading early and is not an error; the caller has to check the token.
[[nodiscard]] std::variant<std::string, FileProblem> readRegularFile(const std::filesystem::path& path,
                                                                     std::size_t most,
                                                                     const std::stop_token& stop = {});

/// Why a file must not replace `path`: it is a pipe, a device, a socket or a folder. Nothing if the name is
/// free or belongs to a regular file.
[[nodiscard]] std::optional<FileProblem> obstacleAt(const std::filesystem::path& path);

/// The target of a symbolic link, whether or not it exists; any other path is returned unchanged.
[[nodiscard]] std::filesystem::path linkTarget(std::filesystem::path path);

/// Whether both names lead to the same file, which need not exist.
[[nodiscard]] bool sameFile(const std::filesystem::path& a, const std::filesystem::path& b);

/// Returns when all data written to the file are on disk, or says why they are not.
[[nodiscard]] std::optional<FileProblem> syncData(int descriptor);

/// Makes the names in the folder of `path` survive a power cut.
[[nodiscard]] std::optional<FileProblem> syncFolder(const std::filesystem::path& path);

/// Writes a file atomically and durably: it appears whole or not at all, replaces a regular file of that
/// name, and survives a power cut. A symbolic link is followed.
///
/// The bytes are first written to a file without a name in the same folder. If `file` does not exist, the new
/// file gets that name; otherwise it gets a unique name and is renamed over `file`. If several processes
/// write at once, the last one wins. Unique names that killed processes have left are removed; no other file
/// is touched. The new file takes the access and the user attributes of the old one, see takeAccess(). Hard
/// links are not followed: the other names of the old file keep its content.
///
/// \param mayReplace  is called immediately before the old file is replaced, when the new one is on disk. If
///        it returns false, the old file stays and no problem is returned. Not called for a name that is
///        free.
[[nodiscard]] std::optional<FileProblem> replaceFile(const std::filesystem::path& file,
                                                     std::span<const std::byte> bytes,
                                                     const std::function<bool()>& mayReplace = {});

}  // namespace burin
