// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace burin {

/// Burin's folder in XDG_CACHE_HOME or, if that is not set, in ~/.cache; empty if the user has no home
/// folder. Thread-safe as long as the environment does not change.
[[nodiscard]] std::filesystem::path userCacheFolder();

}  // namespace burin
