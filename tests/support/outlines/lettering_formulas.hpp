// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Random texts, set as the page says with HarfBuzz, FriBidi and FreeType themselves. Not covered: tracking
// turns off `liga` and `clig`, because the built-in font has neither.

#include "support/outlines/placing.hpp"
#include "support/outlines/polygon_picture.hpp"
#include "support/random.hpp"

#include <fribidi.h>
#include <ft2build.h>
#include <hb.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace burin::test {

/// A font file. Lengths in font units; y grows upwards.
class PlainFont {
  public:
    using Place = PolygonPicture::Place;

    explicit PlainFont(const std::string& file) {
        FT_Init_FreeType(&library_);
        if (FT_New_Face(library_, file.c_str(), 0, &face_) != 0) throw std::runtime_error(file);
        hb_blob_t* const blob = hb_blob_create_from_file(file.c_str());
        hb_face_t* const face = hb_face_create(blob, 0);
        font_ = hb_font_create(face);
        hb_face_destroy(face);
        hb_blob_destroy(blob);
    }
    ~PlainFont() {
        hb_font_destroy(font_);
        FT_Done_Face(face_);
        FT_Done_FreeType(library_);
    }
    PlainFont(const PlainFont&) = delete;
    PlainFont& operator=(const PlainFont&) = delete;

    [[nodiscard]] double em() const { return face_->units_per_EM; }

    /// The height that the font states; if it states none, the top of its H.
    [[nodiscard]] double capHeight() const {
        const auto* table = static_cast<const TT_OS2*>(FT_Get_Sfnt_Table(face_, FT_SFNT_OS2));
        if (table->sCapHeight != 0) return table->sCapHeight;
        double top = 0;
        for (const std::vector<Place>& polygon : polygons(FT_Get_Char_Index(face_, 'H'))) {
            for (const Place& p : polygon)
                top = std::max(top, p.second);
        }
        return top;
    }

    [[nodiscard]] std::vector<std::vector<Place>> polygons(unsigned glyph) const {
        struct Pen {
            std::vector<std::vector<Place>> polygons;

            /// A Bezier curve of any degree from the last place, by de Casteljau's construction.
            void curve(std::vector<Place> controls) {
                constexpr int parts = 48;
                controls.insert(controls.begin(), polygons.back().back());
                for (int k = 1; k <= parts; ++k) {
                    const double t = static_cast<double>(k) / parts;
                    std::vector<Place> places = controls;
                    for (; places.size() > 1; places.pop_back()) {
                        for (std::size_t i = 0; i + 1 < places.size(); ++i) {
                            places[i].first += (places[i + 1].first - places[i].first) * t;
                            places[i].second += (places[i + 1].second - places[i].second) * t;
                        }
                    }
                    polygons.back().push_back(places[0]);
                }
            }
            static Pen& of(void* pen) { return *static_cast<Pen*>(pen); }
            static Place placeOf(const FT_Vector* p) {
                return {static_cast<double>(p->x), static_cast<double>(p->y)};
            }
        };
        FT_Outline_Funcs calls{};
        calls.move_to = [](const FT_Vector* p, void* pen) {
            Pen::of(pen).polygons.push_back({Pen::placeOf(p)});
            return 0;
        };
        calls.line_to = [](const FT_Vector* p, void* pen) {
            Pen::of(pen).polygons.back().push_back(Pen::placeOf(p));
            return 0;
        };
        calls.conic_to = [](const FT_Vector* a, const FT_Vector* b, void* pen) {
            Pen::of(pen).curve({Pen::placeOf(a), Pen::placeOf(b)});
            return 0;
        };
        calls.cubic_to = [](const FT_Vector* a, const FT_Vector* b, const FT_Vector* c, void* pen) {
            Pen::of(pen).curve({Pen::placeOf(a), Pen::placeOf(b), Pen::placeOf(c)});
            return 0;
        };
        Pen pen;
        if (FT_Load_Glyph(face_, glyph, FT_LOAD_NO_SCALE) != 0) throw std::runtime_error("no glyph");
        FT_Outline_Decompose(&face_->glyph->outline, &calls, &pen);
        return std::move(pen.polygons);
    }

    struct SetGlyph {
        unsigned glyph;
        double x, y;
        double middle;  ///< the middle of the advance of its cluster
    };
    struct SetLine {
        std::vector<SetGlyph> glyphs;
        double width = 0;
    };

    /// Sets a line of one script.
    /// \param tracking  between clusters
    [[nodiscard]] SetLine set(const std::string& text, bool rightToLeft, double tracking,
                              std::vector<std::string> features) const {
        std::vector<FriBidiChar> line(text.size());
        line.resize(static_cast<std::size_t>(fribidi_charset_to_unicode(
            FRIBIDI_CHAR_SET_UTF8, text.data(), static_cast<FriBidiStrIndex>(text.size()), line.data())));
        const auto size = static_cast<FriBidiStrIndex>(line.size());
        std::vector<FriBidiCharType> types(line.size());
        std::vector<FriBidiBracketType> brackets(line.size());
        std::vector<FriBidiLevel> levels(line.size());
        FriBidiParType direction = rightToLeft ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
        fribidi_get_bidi_types(line.data(), size, types.data());
        fribidi_get_bracket_types(line.data(), size, types.data(), brackets.data());
        if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), size, &direction,
                                                levels.data()) == 0)
            throw std::runtime_error("FriBidi finds no levels");
        if (tracking != 0) features.insert(features.end(), {"-liga", "-clig"});

        // The characters from left to right: rule L2 of the Unicode Bidirectional Algorithm
        std::vector<std::size_t> order(line.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        for (int level = 9; level > 0; --level) {
            for (std::size_t first = 0, end = 0; first < order.size(); first = end + 1) {
                for (end = first; end < order.size() && levels[end] >= level;)
                    ++end;
                std::reverse(order.begin() + static_cast<std::ptrdiff_t>(first),
                             order.begin() + static_cast<std::ptrdiff_t>(end));
            }
        }
        SetLine all;
        for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
            const FriBidiLevel level = levels[order[first]];
            while (end < order.size() && levels[order[end]] == level)
                ++end;
            addRun(all, line, std::min(order[first], order[end - 1]), end - first, level % 2 != 0, tracking,
                   features);
        }
        return all;
    }

  private:
    void addRun(SetLine& all, const std::vector<FriBidiChar>& line, std::size_t first, std::size_t count,
                bool rightToLeft, double tracking, const std::vector<std::string>& features) const {
        hb_buffer_t* const buffer = hb_buffer_create();
        hb_buffer_add_utf32(buffer, line.data(), static_cast<int>(line.size()), static_cast<unsigned>(first),
                            static_cast<int>(count));
        hb_buffer_set_direction(buffer, rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
        hb_buffer_set_script(buffer, HB_SCRIPT_COMMON);
        for (const FriBidiChar c : line) {
            const hb_script_t script = hb_unicode_script(hb_unicode_funcs_get_default(), c);
            if (script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED)
                hb_buffer_set_script(buffer, script);
        }
        std::vector<hb_feature_t> list(features.size());
        for (std::size_t i = 0; i < list.size(); ++i)
            hb_feature_from_string(features[i].c_str(), -1, &list[i]);
        hb_shape(font_, buffer, list.data(), static_cast<unsigned>(list.size()));
        unsigned glyphs = 0;
        const hb_glyph_info_t* const info = hb_buffer_get_glyph_infos(buffer, &glyphs);
        const hb_glyph_position_t* const place = hb_buffer_get_glyph_positions(buffer, &glyphs);
        for (unsigned g = 0, end = 0; g < glyphs; g = end) {
            double advance = 0;
            for (end = g; end < glyphs && info[end].cluster == info[g].cluster; ++end)
                advance += place[end].x_advance;
            if (!all.glyphs.empty()) all.width += tracking;
            double pen = all.width;
            for (unsigned i = g; i < end; ++i) {
                all.glyphs.push_back({info[i].codepoint, pen + place[i].x_offset,
                                      static_cast<double>(place[i].y_offset), all.width + advance / 2});
                pen += place[i].x_advance;
            }
            all.width += advance;
        }
        hb_buffer_destroy(buffer);
    }

    FT_Library library_ = nullptr;
    FT_Face face_ = nullptr;
    hb_font_t* font_ = nullptr;
};

/// A text: its keys, its polygons, and the size of its box.
struct LetteringFormula {
    std::string keys;
    PolygonPicture picture;
    double width = 0, height = 0;  ///< the size before it is turned
    Placing::Place boxEnd;         ///< after
};

/// One to three lines of some letters, or one line around a circle.
/// \param mostLetters  of a line; some are two or three
inline LetteringFormula randomLettering(Random& random, const PlainFont& font, int mostLetters) {
    using Place = PolygonPicture::Place;
    // Numbers whose decimal texts are exact
    const auto number = [&](int least, int most) {
        return static_cast<double>(random.between(16 * least, 16 * most)) / 16;
    };
    const auto word = [&] {
        std::string text = random.pick<std::string>({"A", "e\u0301", "To"});
        const auto alphabet = random.between(0, 5);
        if (alphabet == 0) text = "\u0416";  // Cyrillic
        if (alphabet == 1) text = "\u0393";  // Greek
        for (auto more = random.between(0, mostLetters - 1); more > 0; --more) {
            const std::string any = random.pick<std::string>(
                {"1", "7", "8", "(", ")", "[", "-", "->", ".", ",", ":", "!", "&", " ", "/"});
            const std::string letter =
                alphabet == 0 ? random.pick<std::string>({"\u0434", "\u044E", "\u0423", "\u0439", "\u0410"})
                : alphabet == 1
                    ? random.pick<std::string>({"\u03A9", "\u03B1", "\u03C2", "\u03AF", "\u039B"})
                    : random.pick<std::string>({"V", "A", "o", "f", "fi", "ffi", "ty", "W.", "g", "S", "x",
                                                "Q", "\u00C4", "\u00DF", "q", "a\u0301"});
            text += random.chance(0.4) ? any : letter;
        }
        return text;
    };

    const bool round = random.chance(0.3), inside = random.chance(0.5), em = random.chance(0.3);
    const bool rightToLeft = random.chance(0.25);
    const double size = number(6, 30), radius = number(20, 60), start = number(-180, 360);
    const double tracking = random.chance(0.4) ? number(-2, 6) : 0;
    const double scale = size / (em ? font.em() : font.capHeight());
    const double spacing = random.chance(0.5) ? number(5, 50) : 1.2 * font.em() * scale;
    const auto align = random.pick<std::string>({"left", "center", "right"});
    const double share = align == "left" ? 0 : align == "center" ? 0.5 : 1;
    std::vector<std::string> features;
    for (const char* tag : {"tnum", "-kern", "case", "zero", "ss01", "-calt", "-liga"}) {
        if (random.chance(0.15)) features.emplace_back(tag);
    }

    std::vector<PlainFont::SetLine> lines;
    std::string text;
    for (auto more = round ? 1 : random.between(1, 3); more > 0; --more) {
        const std::string line = random.chance(0.1) && !lines.empty() ? "" : word();
        lines.push_back(font.set(line, rightToLeft, tracking / scale, features));
        text += (lines.size() > 1 ? "\\n" : "") + line;
        if (line.empty()) more = std::max<std::int64_t>(more, 2);  // the last line has letters
    }
    LetteringFormula formula;
    for (const PlainFont::SetLine& line : lines)
        formula.width = std::max(formula.width, scale * line.width);
    formula.height = scale * font.capHeight() + spacing * static_cast<double>(lines.size() - 1);
    double baseline = scale * font.capHeight();
    if (round) formula.width = formula.height = 2 * radius;

    Placing placing;
    if (random.chance(0.4)) placing = randomPlacing(random);
    formula.boxEnd = placing.moveBox(formula.width, formula.height);
    for (const PlainFont::SetLine& line : lines) {
        for (const PlainFont::SetGlyph& set : line.glyphs) {
            for (std::vector<Place> polygon : font.polygons(set.glyph)) {
                for (Place& p : polygon) {
                    const double x = scale * (set.x + p.first), up = scale * (set.y + p.second);
                    if (!round) {
                        p = {x + share * (formula.width - scale * line.width), baseline - up};
                    } else {
                        const double along = scale * (set.middle - share * line.width) / radius;
                        const double turned = start * std::numbers::pi / 180 + (inside ? -along : along);
                        const double s = std::sin(turned), c = std::cos(turned);
                        const double side = x - scale * set.middle;
                        // Clockwise is (c, s), outwards is (s, -c).
                        p = inside ? Place{radius + (radius - up) * s - side * c,
                                           radius - (radius - up) * c - side * s}
                                   : Place{radius + (radius + up) * s + side * c,
                                           radius - (radius + up) * c + side * s};
                    }
                    p = placing(p);
                }
                formula.picture.polygons.push_back(polygon);
            }
        }
        baseline += spacing;
    }

    formula.keys = "text: \"" + text + "\", size: " + std::to_string(size) + ", align: " + align +
                   ", tracking: " + std::to_string(tracking) + (em ? ", measure: em" : "") +
                   (rightToLeft ? ", direction: rtl" : "") + placing.keys;
    if (spacing != 1.2 * font.em() * scale) formula.keys += ", line_spacing: " + std::to_string(spacing);
    if (round) {
        formula.keys += ", circle: {radius: " + std::to_string(radius) + ", start: " + std::to_string(start) +
                        (inside ? ", inside: true}" : "}");
    }
    if (!features.empty()) {
        formula.keys += ", features: [";
        for (const std::string& tag : features)
            formula.keys += (&tag == &features[0] ? "" : ", ") + tag;
        formula.keys += "]";
    }
    return formula;
}

}  // namespace burin::test
