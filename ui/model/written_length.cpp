// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/written_length.hpp"

#include "core/base/text.hpp"
#include "core/geometry/length.hpp"

#include <cmath>

namespace burin::ui {

std::string writtenLength(double pixels, std::string_view like, double pixelUm) {
    const auto length = parseLength(like);
    const LengthUnit unit = length ? length->unit : LengthUnit::pixel;
    const double parts = unit == LengthUnit::metre ? 1e9 : 1e6;
    if (unit == LengthUnit::pixel) return numberText(std::round(pixels * parts) / parts);
    const double value = pixels * pixelUm / micrometresIn(unit);
    const std::size_t end = like.find_last_of("0123456789.") + 1;
    return numberText(std::round(value * parts) / parts) + std::string(like.substr(end));
}

}  // namespace burin::ui
