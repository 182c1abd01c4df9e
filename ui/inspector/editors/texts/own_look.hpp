// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

#include <filesystem>
#include <optional>
#include <string>

namespace burin::ui {

/// The font of a text as a font of the window, `px` pixels high; nothing if it is too large for that, or has
/// no name.
///
/// If the system does not have a face, it is added to the fonts of the program, and stays until the program
/// ends. Reads the file.
///
/// \param font  as in a design: `builtin:NAME` or a path. The design's reader has accepted it
/// \param design  the file of the design; empty if it has none
[[nodiscard]] std::optional<QFont> ownLook(const std::string& font, const std::filesystem::path& design,
                                           int px);

}  // namespace burin::ui
