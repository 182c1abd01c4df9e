// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

// Mesa, the library of most OpenGL drivers, keeps compiled shaders in the user's cache folder. It maps the
// index of this cache, a file with holes, into memory. If the disk is full, the first write to a hole ends
// the program with SIGBUS, and unsaved work is lost.

namespace burin::ui {

/// The folder of the index: MESA_SHADER_CACHE_DIR, XDG_CACHE_HOME or ~/.cache, with Mesa's own name; empty if
/// the user has no home folder.
[[nodiscard]] std::filesystem::path shaderCacheFolder();

/// The free bytes that a cache needs at the start: many times its index.
constexpr std::uintmax_t shaderCacheRoom = std::uintmax_t{64} << 20U;

/// Turns the cache off, by MESA_SHADER_CACHE_DISABLE, if its folder cannot be written or has too little room.
/// A user who has set this variable has decided. To be called before the first OpenGL context, while the
/// program has one thread.
///
/// \param room  the free bytes that the cache needs
void avoidShaderCacheWithoutRoom(std::uintmax_t room = shaderCacheRoom);

/// Gives the index disk space for its holes, so that a disk that becomes full later does no harm. Does
/// nothing without an index. To be called after the first OpenGL context.
///
/// \return whether the index has no holes now
bool fillShaderCacheIndex();

}  // namespace burin::ui
