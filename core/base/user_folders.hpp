// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace burin {

/// Burin's folder in XDG_CACHE_HOME, else in ~/.cache; empty where there is no home either. Thread-safe as
/// long as nobody changes the environment.
[[nodiscard]] std::filesystem::path userCacheFolder();

}  // namespace burin
