// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <string>

namespace burin {

/// The shortest text that reads back as the same number. For fingerprints.
[[nodiscard]] inline std::string canonicalNumber(double value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace burin
