// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as an SVG drawing, snaps it and lists its parts. At worst this throws a DrawingError.
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/snapped_outline.hpp"
#include "core/outlines/svg/svg_reader.hpp"

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const burin::DrawingPaint paint : {burin::DrawingPaint::shapes, burin::DrawingPaint::luminance}) {
        burin::DrawingRequest request;
        request.file = "fuzz.svg";
        request.paint = paint;
        try {
            const burin::Outline outline =
                readSvg(std::string(reinterpret_cast<const char*>(data), size), request);
            static_cast<void>(snap(outline, {}));
        } catch (const burin::DrawingError&) {
            continue;
        }
    }
    try {
        static_cast<void>(
            burin::svgParts(std::string(reinterpret_cast<const char*>(data), size), "fuzz.svg", {}));
    } catch (const burin::DrawingError&) {
        return 0;
    }
    return 0;
}
