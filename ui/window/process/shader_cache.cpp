// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/process/shader_cache.hpp"

#include "core/base/files.hpp"
#include "core/base/user_folders.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <system_error>
#include <variant>

namespace burin::ui {

namespace fs = std::filesystem;

namespace {

constexpr const char* disablingVariable = "MESA_SHADER_CACHE_DISABLE";

/// Mesa creates what does not exist.
fs::path existingParent(fs::path folder) {
    std::error_code failure;
    while (!fs::exists(folder, failure) && folder.has_relative_path())
        folder = folder.parent_path();
    return folder;
}

bool hasRoom(const fs::path& folder, std::uintmax_t room) {
    if (folder.empty()) return false;
    std::error_code failure;
    const fs::path place = existingParent(folder);
    const fs::space_info space = fs::space(place, failure);
    return !failure && space.available >= room && ::access(place.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

fs::path shaderCacheFolder() {
    constexpr const char* own = "mesa_shader_cache";
    for (const char* variable : {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "XDG_CACHE_HOME"}) {
        const char* const value = std::getenv(variable);
        if (value != nullptr && *value != '\0') return fs::path(value) / own;
    }
    const fs::path cache = userCacheFolder().parent_path();
    return cache.empty() ? fs::path() : cache / own;
}

void avoidShaderCacheWithoutRoom(std::uintmax_t room) {
    constexpr std::array<const char*, 2> decided{disablingVariable, "MESA_GLSL_CACHE_DISABLE"};
    for (const char* variable : decided) {
        if (std::getenv(variable) != nullptr) return;
    }
    if (!hasRoom(shaderCacheFolder(), room)) ::setenv(disablingVariable, "true", 1);
}

bool fillShaderCacheIndex() {
    const fs::path folder = shaderCacheFolder();
    if (folder.empty()) return false;
    const auto opened = openRegularFile(folder / "index", O_RDWR);
    const auto* const index = std::get_if<Descriptor>(&opened);
    struct stat status {};
    if (index == nullptr || ::fstat(index->number(), &status) != 0 || status.st_size == 0) return false;
    return ::posix_fallocate(index->number(), 0, status.st_size) == 0;
}

}  // namespace burin::ui
