// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a DXF drawing: at worst a DrawingError.
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/dxf/dxf_reader.hpp"

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    burin::DrawingRequest request;
    request.file = "fuzz.dxf";
    request.unitUm = 1000;
    request.openAllowed = true;
    try {
        static_cast<void>(readDxf(std::string(reinterpret_cast<const char*>(data), size), request));
    } catch (const burin::DrawingError&) {
        return 0;
    }
    return 0;
}
