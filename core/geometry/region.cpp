// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/region.hpp"

#include "core/base/text.hpp"
#include "core/geometry/length.hpp"

#include <cmath>
#include <cstdint>
#include <sstream>

namespace burin {

std::variant<Rect, std::string> regionIn(const std::string& text, double pixelUm, const Rect& whole) {
    const std::string quoted = quotedForMessage(text);
    const std::string malformed =
        quoted + ": X,Y,W,H is expected, in pixels or lengths such as 0,0,10mm,10mm";
    std::int64_t numbers[4] = {};
    std::stringstream stream(text);
    std::string part;
    int count = 0;
    while (std::getline(stream, part, ',')) {
        const std::optional<Length> length = count < 4 ? parseLength(part) : std::nullopt;
        const double pixels = length ? length->wholePixels(pixelUm) : 0;
        if (!length || !(std::abs(pixels) <= 0x1p40)) return malformed;
        numbers[count++] = static_cast<std::int64_t>(pixels);
    }
    if (count != 4 || text.back() == ',') return malformed;
    const Rect region{numbers[0], numbers[1], numbers[2], numbers[3]};
    if (region.empty()) return quoted + " is empty";
    if (!whole.contains(region)) {
        return quoted + " reaches outside of the surface, which is " + std::to_string(whole.width) + " x " +
               std::to_string(whole.height) + " px";
    }
    return region;
}

}  // namespace burin
