// SPDX-License-Identifier: GPL-3.0-or-later
// Reads any bytes as a font. At worst this throws a DrawingError.
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/lettering/lettering.hpp"

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    burin::LetteringStyle style;
    style.size = 10;
    style.measureEm = true;
    try {
        const burin::LetteringFont font(std::string(reinterpret_cast<const char*>(data), size), "fuzz.otf",
                                        0);
        for (const char* text : {"AVfi 12", "\xD7\xA9\xD7\x9C 1", "\xE0\xA4\x95\xE0\xA5\x8D"})
            static_cast<void>(setLettering(font, style, text));
    } catch (const burin::DrawingError&) {
        return 0;
    }
    return 0;
}
