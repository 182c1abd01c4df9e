// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace burin {

/// A name in the text of an expression.
struct NameInText {
    std::string_view name;
    std::size_t offset = 0;  ///< offset of its first byte
};

/// All names in an expression's text, up to the first character that cannot be read.
[[nodiscard]] std::vector<NameInText> namesIn(std::string_view text);

/// The first version of the design format that has `name` as a constant or function, so that no variable can
/// have it; nothing if the name is free. In older versions the name is a variable unless it is called.
[[nodiscard]] std::optional<int> reservedSince(std::string_view name);

/// The first call in an expression's text of a function that came after `version` of the design format.
[[nodiscard]] std::optional<NameInText> callOfNewer(std::string_view text, int version);

/// The version of the design format that has all functions called in an expression's text.
[[nodiscard]] int versionNeeded(std::string_view text);

}  // namespace burin
