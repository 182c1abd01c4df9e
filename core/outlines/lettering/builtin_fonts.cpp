// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/lettering/builtin_fonts.hpp"

// The assembler takes the files as they are.
// clang-format off
#define BURIN_EMBED(symbol, file) \
    asm(".section .rodata\n" \
        ".balign 16\n" \
        #symbol ":\n" \
        ".incbin \"" BURIN_FONTS "/" file "\"\n" \
        #symbol "_end:\n" \
        ".byte 0\n" \
        ".previous\n")
// clang-format on

BURIN_EMBED(burin_font_regular, "Inter-Regular.otf");
BURIN_EMBED(burin_font_bold, "Inter-Bold.otf");

extern "C" {
extern const char burin_font_regular[] __attribute__((visibility("hidden")));
extern const char burin_font_regular_end[] __attribute__((visibility("hidden")));
extern const char burin_font_bold[] __attribute__((visibility("hidden")));
extern const char burin_font_bold_end[] __attribute__((visibility("hidden")));
}

namespace burin {
namespace {

std::string_view embedded(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::optional<std::string_view> builtinFont(std::string_view name) {
    if (name == "Inter") return embedded(burin_font_regular, burin_font_regular_end);
    if (name == "Inter Bold") return embedded(burin_font_bold, burin_font_bold_end);
    return {};
}

std::vector<std::string_view> builtinFontNames() {
    return {"Inter", "Inter Bold"};
}

}  // namespace burin
