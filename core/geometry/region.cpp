// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/geometry/region.hpp"

#include "core/base/text.hpp"
#include "core/geometry/length.hpp"

#include <cmath>
#include <cstdint>
#include <sstream>

namespace burin {

std::variant<Rect, Problem> regionIn(const std::string& text, double pixelUm, const Rect& whole,
                                     std::string_view node) {
    const std::string quoted = quotedForMessage(text);
    const Problem malformed{.reason = "%1: X,Y,W,H is expected, in pixels or lengths such as 0,0,10mm,10mm",
                            .details = {quoted}};
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
    if (region.empty()) return Problem{.reason = "%1 is empty", .details = {quoted}};
    if (whole.contains(region)) return region;
    const std::string width = std::to_string(whole.width);
    const std::string height = std::to_string(whole.height);
    if (node.empty()) {
        return Problem{.reason = "%1 reaches outside of the surface, which is %2 x %3 px",
                       .details = {quoted, width, height}};
    }
    return Problem{.reason = "%1 reaches outside of %2, which is %3 x %4 px with its corner at %5,%6",
                   .details = {quoted, quotedForMessage(node), width, height, std::to_string(whole.x),
                               std::to_string(whole.y)}};
}

Rect rectWithin(const Extent& extent) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    return extent.bounded() ? extent.rect() : Rect{-most, -most, 2 * most, 2 * most};
}

}  // namespace burin
