// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

/// A text as JSON writes it, in quotes. Bytes that are not UTF-8, which names of files may contain, become
/// U+FFFD.
[[nodiscard]] std::string jsonText(std::string_view text);

/// A number as JSON writes it; null if it is infinite or not a number.
[[nodiscard]] std::string jsonNumber(double value);

/// The members of an object: keys, and values that are JSON already.
using JsonMembers = std::vector<std::pair<std::string, std::string>>;

/// compact: no blanks; spaced: a blank after each comma and colon; lines: each member on its own line.
enum class JsonLayout { compact, spaced, lines };

[[nodiscard]] std::string jsonObject(const JsonMembers& members, JsonLayout layout = JsonLayout::compact);

/// A list without blanks. \param textOf  gives each item as JSON
template <class Items, class Text>
[[nodiscard]] std::string jsonList(const Items& items, const Text& textOf) {
    std::string text = "[";
    for (const auto& item : items)
        text += (text.size() > 1 ? "," : "") + textOf(item);
    return text + "]";
}

}  // namespace burin
