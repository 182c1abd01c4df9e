// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as a DXF drawing, lists its parts, strokes and snaps it. At worst this throws a
// DrawingError.
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/dxf/dxf_reader.hpp"
#include "core/outlines/snapped_outline.hpp"

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    burin::DrawingRequest request;
    request.file = "fuzz.dxf";
    request.unitUm = 1000;
    request.openAllowed = true;
    try {
        static_cast<void>(
            burin::dxfParts(std::string(reinterpret_cast<const char*>(data), size), "fuzz.dxf", {}));
        burin::Outline outline = readDxf(std::string(reinterpret_cast<const char*>(data), size), request);
        outline.applyStroke(true, burin::StrokeStyle{.width = 2, .dash = {3, 1}});
        static_cast<void>(snap(outline, {}));
    } catch (const burin::DrawingError&) {
        return 0;
    }
    return 0;
}
