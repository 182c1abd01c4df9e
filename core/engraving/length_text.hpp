// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <string>

namespace burin {

/// A length in px and mm, such as "300 px (0.6 mm)".
[[nodiscard]] inline std::string lengthText(double pixels, double pixelUm) {
    char text[80];
    std::snprintf(text, sizeof text, "%.10g px (%.6g mm)", pixels, pixels * pixelUm / 1000);
    return text;
}

}  // namespace burin
