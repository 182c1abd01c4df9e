// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who may read and write a file that is replaced as a whole.

#include "core/base/files.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

namespace burin {

/// Why a file must not be replaced: it is read-only for the user of this process. An administrator may write
/// every file; for this user, a file is read-only if its permissions let no user write it. Nothing if the
/// file does not exist.
[[nodiscard]] std::optional<FileProblem> writeProtectionOf(const std::filesystem::path& path);

/// Like replaceFile(), but replaces also a file that is read-only. The new file is read-only too.
[[nodiscard]] std::optional<FileProblem> replaceProtectedFile(const std::filesystem::path& file,
                                                              std::span<const std::byte> bytes,
                                                              const std::function<bool()>& mayReplace = {});

/// Gives a new file the permissions and the access control list of the file `path` that it is about to
/// replace, and its owner and group as far as the system allows that. No user gains access: if the group or
/// the list cannot be kept, the group and all others get only what both of them had, and nothing if there was
/// a list. Copies the attributes of the user (`user.*`), such as tags, that the file system can keep. Does
/// nothing if `path` does not exist.
///
/// \param descriptor  a file that no other user can open yet
[[nodiscard]] std::optional<FileProblem> takeAccess(int descriptor, const std::filesystem::path& path);

}  // namespace burin
