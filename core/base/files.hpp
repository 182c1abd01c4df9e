// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Files that a user names, and files that have to survive a power cut. What goes wrong is a value: the rooms
// above know whose mistake it is.

#include "core/base/descriptor.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>

namespace burin {

/// Why something cannot be done with a file.
struct FileProblem {
    int error = 0;     ///< as errno; 0: it is no regular file
    std::string what;  ///< `is a folder, not a regular file`, `cannot be read: Permission denied`
};

/// Opens a regular file by the flags of open(2). Everything else is refused: pipes, devices, sockets and
/// folders. Never waits, as opening a pipe would for its other end.
///
/// \param flags  O_CLOEXEC is added
[[nodiscard]] std::variant<Descriptor, FileProblem> openRegularFile(const std::filesystem::path& path,
                                                                    int flags);

/// Reads a file that a user has named: never more than `most` bytes, whatever size it claims.
///
/// A stop ends the reading early; the caller has to ask the token.
[[nodiscard]] std::variant<std::string, FileProblem> readRegularFile(const std::filesystem::path& path,
                                                                     std::size_t most,
                                                                     const std::stop_token& stop = {});

/// Returns once what was written to the file is on disk, or says why it is not.
[[nodiscard]] std::optional<FileProblem> syncData(int descriptor);

/// Makes the names in the folder of `path` survive a power cut.
[[nodiscard]] std::optional<FileProblem> syncFolder(const std::filesystem::path& path);

/// Writes a file that appears whole or not at all, over anything that has its name, and survives a power cut.
///
/// The bytes are first written to a file without a name, or of a unique one, in the same folder. Several
/// processes may do so at once: the last one wins. No other file is touched.
[[nodiscard]] std::optional<FileProblem> replaceFile(const std::filesystem::path& path,
                                                     std::span<const std::byte> bytes);

}  // namespace burin
