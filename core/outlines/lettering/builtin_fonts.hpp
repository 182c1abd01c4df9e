// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace burin {

/// The file of a font that is part of the program: `Inter` or `Inter Bold` (resources/fonts, OFL-1.1).
[[nodiscard]] std::optional<std::string_view> builtinFont(std::string_view name);

[[nodiscard]] std::vector<std::string_view> builtinFontNames();

}  // namespace burin
