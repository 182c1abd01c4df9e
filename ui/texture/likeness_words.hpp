// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/photograph/texture_likeness.hpp"

#include <QString>

#include <span>

namespace burin::ui {

/// How much a texture that is within all limits is like its picture.
[[nodiscard]] QString likenessWords(const TextureLikeness& likeness);
/// Which limits a texture exceeds and by how much, a sentence for each.
[[nodiscard]] QString missWords(std::span<const LikenessMiss> misses);
/// Why a texture was not compared with its picture.
[[nodiscard]] QString uncomparedWords(const QString& problem);
/// The state of a trial that compares textures with the picture.
[[nodiscard]] QString comparingWords(int compared);

}  // namespace burin::ui
