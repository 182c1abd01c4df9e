// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/user_folders.hpp"

#include <cstdlib>

namespace burin {

namespace fs = std::filesystem;

fs::path userCacheFolder() {
    const auto variable = [](const char* name) {
        const char* const value = std::getenv(name);
        return fs::path(value == nullptr ? "" : value);
    };
    fs::path cache = variable("XDG_CACHE_HOME");
    if (!cache.is_absolute()) {  // The XDG Base Directory Specification requires this.
        const fs::path home = variable("HOME");
        if (!home.is_absolute()) return {};
        cache = home / ".cache";
    }
    return cache / "burin";
}

}  // namespace burin
