// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/lettering/lettering_font.hpp"

#include "core/outlines/drawing_error.hpp"
#include "core/outlines/lettering/font_tables.hpp"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_COLOR_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H
#include <fribidi.h>
#include <hb-ot.h>
#include <hb.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace burin {
namespace {

template <auto function>
struct Deleter {
    template <class T>
    void operator()(T* one) const {
        function(one);
    }
};

using FreeType = std::unique_ptr<FT_LibraryRec_, Deleter<FT_Done_FreeType>>;
using FreeTypeFace = std::unique_ptr<FT_FaceRec_, Deleter<FT_Done_Face>>;
using ShapingFont = std::unique_ptr<hb_font_t, Deleter<hb_font_destroy>>;
using ShapingBuffer = std::unique_ptr<hb_buffer_t, Deleter<hb_buffer_destroy>>;

constexpr const char* fontRemedy = "use a TrueType or OpenType font (.ttf, .otf, .ttc)";
constexpr const char* damagedRemedy = "use a complete copy of the font, or another font";

bool looksLikeFont(std::string_view bytes) {
    using namespace std::string_view_literals;
    return bytes.starts_with("\0\1\0\0"sv) || bytes.starts_with("OTTO") || bytes.starts_with("true") ||
           bytes.starts_with("ttcf");
}

/// Coordinates are doubled, because FreeType puts points in the middle between control points.
PlanePoint pointOf(const FT_Vector* vector) {
    return {static_cast<double>(vector->x) / 2, static_cast<double>(vector->y) / 2};
}

ContourList& listOf(void* user) {
    return *static_cast<ContourList*>(user);
}

ContourList contoursOf(FT_Outline& outline) {
    FT_Outline_Funcs functions{};
    functions.move_to = [](const FT_Vector* to, void* user) {
        listOf(user).moveTo(pointOf(to));
        return 0;
    };
    functions.line_to = [](const FT_Vector* to, void* user) {
        listOf(user).lineTo(pointOf(to));
        return 0;
    };
    functions.conic_to = [](const FT_Vector* control, const FT_Vector* to, void* user) {
        listOf(user).quadraticTo(pointOf(control), pointOf(to));
        return 0;
    };
    functions.cubic_to = [](const FT_Vector* control1, const FT_Vector* control2, const FT_Vector* to,
                            void* user) {
        listOf(user).cubicTo(pointOf(control1), pointOf(control2), pointOf(to));
        return 0;
    };
    functions.shift = 1;
    ContourList list;
    FT_Outline_Decompose(&outline, &functions, &list);
    for (ContourHead& head : list.heads)
        head.closed = true;
    return list;
}

/// Glyphs from the first to the last one.
struct GlyphRange {
    FT_UInt first;
    FT_UInt last;
};

/// The glyphs that the table `SVG ` draws. All of its numbers begin with their highest byte.
std::vector<GlyphRange> svgGlyphsOf(FT_Face face) {
    constexpr FT_ULong tag = FT_MAKE_TAG('S', 'V', 'G', ' ');
    FT_ULong size = 0;
    if (FT_Load_Sfnt_Table(face, tag, 0, nullptr, &size) != 0) return {};
    std::vector<FT_Byte> table(size);
    if (FT_Load_Sfnt_Table(face, tag, 0, table.data(), &size) != 0) return {};
    const auto number = [&](std::size_t at, std::size_t bytes) {
        FT_UInt value = 0;
        for (std::size_t i = at; i < at + bytes && i < table.size(); ++i)
            value = value << 8U | table[i];
        return value;
    };
    std::vector<GlyphRange> glyphs;
    const std::size_t list = number(2, 4);
    const std::size_t count = number(list, 2);
    for (std::size_t i = 0; i < count && list + 2 + 12 * i < table.size(); ++i)
        glyphs.push_back({number(list + 2 + 12 * i, 2), number(list + 4 + 12 * i, 2)});
    return glyphs;
}

/// FreeType would look for a glyph's colours in these tables.
bool isColourGlyph(FT_Face face, FT_UInt glyph) {
    if (!FT_HAS_COLOR(face)) return false;
    FT_LayerIterator iterator{};
    FT_UInt layer = 0;
    FT_UInt colour = 0;
    if (FT_Get_Color_Glyph_Layer(face, glyph, &layer, &colour, &iterator) != 0) return true;
    FT_OpaquePaint paint{};
    return FT_Get_Color_Glyph_Paint(face, glyph, FT_COLOR_INCLUDE_ROOT_TRANSFORM, &paint) != 0;
}

}  // namespace

struct LetteringFont::Parts {
    std::string owned;
    std::string_view bytes;
    std::string name;
    FontTables tables;
    std::vector<Problem> warnings;
    double capHeight = 0;
    int unitsPerEm = 1000;
    ShapingFont shaping;
    std::mutex mutex;  ///< guards everything below
    FreeType library;
    FreeTypeFace face;
    std::vector<GlyphRange> svgGlyphs;
    std::unordered_map<std::uint32_t, std::unique_ptr<const ContourList>> glyphs;

    [[nodiscard]] DrawingError error(std::string reason, std::string advice = fontRemedy,
                                     std::vector<std::string> details = {}) const {
        return DrawingError({.subject = name,
                             .reason = std::move(reason),
                             .details = std::move(details),
                             .advice = std::move(advice)});
    }
    void open(int index) {
        if (bytes.size() > mostBytes) throw error("the font has more than 256 MiB");
        if (bytes.starts_with("wOFF") || bytes.starts_with("wOF2"))
            throw error("fonts of web pages (WOFF) are not supported", "use the font as .ttf or .otf");
        if (!looksLikeFont(bytes)) throw error("the file is not a font");
        tables = FontTables(bytes, index);
        if (const std::optional<Problem> problem = tables.problem())
            throw error(problem->reason, problem->advice, problem->details);
        if (std::optional<Problem> remark = tables.remark()) {
            remark->subject = name;
            warnings.push_back(std::move(*remark));
        }
        FT_Library opened = nullptr;
        if (FT_Init_FreeType(&opened) != 0) throw std::bad_alloc();
        library.reset(opened);
        FT_Face read = nullptr;
        if (index < 0 || FT_New_Memory_Face(opened, reinterpret_cast<const FT_Byte*>(bytes.data()),
                                            static_cast<FT_Long>(bytes.size()), index, &read) != 0) {
            if (index == 0) throw error("the font is damaged", damagedRemedy);
            throw error("the file has no font with the index %1",
                        "write the index of a font in the collection, from 0", {std::to_string(index)});
        }
        face.reset(read);
        svgGlyphs = svgGlyphsOf(read);
        if (!FT_IS_SCALABLE(read) || !FT_IS_SFNT(read) || read->units_per_EM == 0 || !tables.haveOutlines())
            throw error("the font has no outlines", "use a font with outlines, not one of bitmaps");
        unitsPerEm = read->units_per_EM;
        if (FT_HAS_MULTIPLE_MASTERS(read))
            warnings.push_back({name, "the font is variable; its default instance is used"});
        openShaping(index);
        const auto* const metrics = static_cast<const TT_OS2*>(FT_Get_Sfnt_Table(read, FT_SFNT_OS2));
        if (metrics != nullptr && metrics->version >= 2 && metrics->version != 0xFFFF &&
            metrics->sCapHeight > 0)
            capHeight = metrics->sCapHeight;
    }
    /// HarfBuzz leaves out a table that is damaged.
    void warnOfDamage(const char* tag, bool used) {
        if (!used && tables.hold(tag))
            warnings.push_back({name, "the table %1 of the font is damaged and is not used", {tag}});
    }
    void openShaping(int index) {
        hb_blob_t* const blob = hb_blob_create(bytes.data(), static_cast<unsigned int>(bytes.size()),
                                               HB_MEMORY_MODE_READONLY, nullptr, nullptr);
        hb_face_t* const shared = hb_face_create(blob, static_cast<unsigned int>(index));
        hb_blob_destroy(blob);
        warnOfDamage("GSUB", hb_ot_layout_has_substitution(shared) != 0);
        warnOfDamage("GPOS", hb_ot_layout_has_positioning(shared) != 0);
        shaping.reset(hb_font_create(shared));
        hb_face_destroy(shared);
        hb_font_set_scale(shaping.get(), unitsPerEm, unitsPerEm);
        hb_font_make_immutable(shaping.get());
    }
    [[nodiscard]] std::unique_ptr<const ContourList> load(std::uint32_t glyph) {
        const auto draws = [glyph](const GlyphRange& range) {
            return range.first <= glyph && glyph <= range.last;
        };
        if (isColourGlyph(face.get(), glyph) || std::any_of(svgGlyphs.begin(), svgGlyphs.end(), draws))
            throw error("glyph %1 is coloured, which is not supported", "use a font of plain outlines",
                        {std::to_string(glyph)});
        if (!tables.holdGlyph(glyph) ||
            FT_Load_Glyph(face.get(), glyph, FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0)
            throw error("glyph %1 is damaged", damagedRemedy, {std::to_string(glyph)});
        if (face->glyph->format != FT_GLYPH_FORMAT_OUTLINE)
            throw error("glyph %1 is not an outline", "use a font with outlines, not one of bitmaps",
                        {std::to_string(glyph)});
        return std::make_unique<const ContourList>(contoursOf(face->glyph->outline));
    }
    /// The top of H.
    [[nodiscard]] double topOfH() {
        const FT_UInt glyph = FT_Get_Char_Index(face.get(), 'H');
        if (glyph == 0) return 0;
        double top = 0;
        const std::unique_ptr<const ContourList> contours = load(glyph);
        for (const ContourHead& head : contours->heads)
            top = std::max(top, head.start.y);
        for (const PlanePoint& point : contours->points)
            top = std::max(top, point.y);
        return top;
    }
};

LetteringFont::LetteringFont(std::string bytes, std::string name, int index)
    : parts_(std::make_unique<Parts>()) {
    parts_->owned = std::move(bytes);
    parts_->bytes = parts_->owned;
    parts_->name = std::move(name);
    parts_->open(index);
    if (!(parts_->capHeight > 0)) parts_->capHeight = parts_->topOfH();
}

LetteringFont::LetteringFont(std::string_view builtin, const std::string& name)
    : parts_(std::make_unique<Parts>()) {
    parts_->bytes = builtin;
    parts_->name = name;
    parts_->open(0);
}

LetteringFont::~LetteringFont() = default;

const std::string& LetteringFont::name() const {
    return parts_->name;
}

std::size_t LetteringFont::bytes() const {
    return parts_->owned.size();
}

int LetteringFont::unitsPerEm() const {
    return parts_->unitsPerEm;
}

double LetteringFont::capHeight() const {
    return parts_->capHeight;
}

const std::vector<Problem>& LetteringFont::warnings() const {
    return parts_->warnings;
}

bool LetteringFont::hasGlyph(char32_t character) const {
    hb_codepoint_t glyph = 0;
    return hb_font_get_nominal_glyph(parts_->shaping.get(), character, &glyph) != 0;
}

std::vector<ShapedGlyph> LetteringFont::shape(const ShapedRun& run,
                                              const std::vector<FontFeature>& features) const {
    const ShapingBuffer buffer(hb_buffer_create());
    hb_buffer_add_utf32(buffer.get(), reinterpret_cast<const std::uint32_t*>(run.line.data()),
                        static_cast<int>(run.line.size()), static_cast<unsigned int>(run.first),
                        static_cast<int>(run.count));
    hb_buffer_set_direction(buffer.get(), run.rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer.get(), hb_script_from_iso15924_tag(run.script));
    hb_buffer_set_language(buffer.get(),
                           hb_language_from_string("und", -1));  // otherwise the user's language would decide
    std::vector<hb_feature_t> wanted;
    for (const FontFeature& one : features)
        wanted.push_back({hb_tag_from_string(one.tag.data(), static_cast<int>(one.tag.size())), one.value,
                          HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END});
    hb_shape(parts_->shaping.get(), buffer.get(), wanted.data(), static_cast<unsigned int>(wanted.size()));
    // If a font turns a text into an enormous number of glyphs, HarfBuzz stops as if memory were exhausted.
    if (!hb_buffer_allocation_successful(buffer.get()))
        throw parts_->error("the font makes too many glyphs of the text", "use another font");
    unsigned int count = 0;
    const hb_glyph_info_t* const infos = hb_buffer_get_glyph_infos(buffer.get(), &count);
    const hb_glyph_position_t* const places = hb_buffer_get_glyph_positions(buffer.get(), &count);
    std::vector<ShapedGlyph> glyphs(count);
    for (unsigned int i = 0; i < count; ++i)
        glyphs[i] = {infos[i].codepoint, infos[i].cluster, places[i].x_advance, places[i].x_offset,
                     places[i].y_offset};
    return glyphs;
}

const ContourList& LetteringFont::contours(std::uint32_t glyph) const {
    const std::lock_guard lock(parts_->mutex);
    std::unique_ptr<const ContourList>& known = parts_->glyphs[glyph];
    if (!known) known = parts_->load(glyph);
    return *known;
}

std::string LetteringFont::libraryVersions() {
    return "harfbuzz " + std::string(hb_version_string()) + " freetype " + std::to_string(FREETYPE_MAJOR) +
           "." + std::to_string(FREETYPE_MINOR) + "." + std::to_string(FREETYPE_PATCH) +
           " fribidi " FRIBIDI_VERSION;
}

std::vector<std::uint32_t> scriptsOf(std::u32string_view line) {
    hb_unicode_funcs_t* const unicode = hb_unicode_funcs_get_default();
    std::vector<std::uint32_t> scripts(line.size(), 0);
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const hb_script_t script = hb_unicode_script(unicode, line[i]);
        if (script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED)
            last = hb_script_to_iso15924_tag(script);
        scripts[i] = last;
    }
    // Common characters at the start get the script of the characters that follow them.
    last = hb_script_to_iso15924_tag(HB_SCRIPT_COMMON);
    for (std::size_t i = line.size(); i-- > 0;) {
        if (scripts[i] == 0) {
            scripts[i] = last;
        } else {
            last = scripts[i];
        }
    }
    return scripts;
}

bool isDefaultIgnorable(char32_t c) {
    return c == 0xAD || c == 0x34F || c == 0x61C || (c >= 0x115F && c <= 0x1160) ||
           (c >= 0x17B4 && c <= 0x17B5) || (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0x3164 ||
           (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF || c == 0xFFA0 || (c >= 0xFFF0 && c <= 0xFFF8) ||
           (c >= 0x1BCA0 && c <= 0x1BCA3) || (c >= 0x1D173 && c <= 0x1D17A) || (c >= 0xE0000 && c <= 0xE0FFF);
}

}  // namespace burin
