// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.hpp"

#include <string>

namespace burin {

/// A length in px and mm, such as "300 px (0.6 mm)".
[[nodiscard]] inline std::string lengthText(double pixels, double pixelUm) {
    return roundedText(pixels, 10) + " px (" + roundedText(pixels * pixelUm / 1000, 6) + " mm)";
}

}  // namespace burin
