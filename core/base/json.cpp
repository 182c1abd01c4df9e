// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.hpp"

#include "core/base/text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace burin {
namespace {

std::string escapedForJson(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) >= 32) {
            out += c;
            continue;
        }
        std::array<char, 8> escape{};
        std::snprintf(escape.data(), escape.size(), "\\u%04x",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        out += escape.data();
    }
    return out;
}

}  // namespace

std::string jsonText(std::string_view text) {
    std::string quoted = "\"";
    while (const auto invalid = firstInvalidUtf8(text)) {
        quoted += escapedForJson(text.substr(0, *invalid)) + "\\ufffd";
        text.remove_prefix(*invalid + 1);
    }
    return quoted + escapedForJson(text) + '"';
}

std::string jsonNumber(double value) {
    return std::isfinite(value) ? numberText(value) : "null";
}

std::string jsonObject(const JsonMembers& members, JsonLayout layout) {
    const bool lines = layout == JsonLayout::lines;
    const std::string comma = lines ? ",\n  " : layout == JsonLayout::spaced ? ", " : ",";
    const char* const colon = layout == JsonLayout::compact ? ":" : ": ";
    std::string text = lines ? "{\n  " : "{";
    for (std::size_t i = 0; i < members.size(); ++i)
        text += (i == 0 ? "" : comma) + jsonText(members[i].first) + colon + members[i].second;
    return text + (lines ? "\n}\n" : "}");
}

}  // namespace burin
