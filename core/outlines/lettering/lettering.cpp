// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/lettering/lettering.hpp"

#include "core/base/text.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/trigonometry.hpp"

#include <fribidi.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <utility>

namespace burin {
namespace {

/// A line of text, and its number.
struct TextLine {
    std::u32string characters;
    std::size_t number = 1;
};

/// Glyphs that belong together and are placed together, relative to the pen at their left end.
struct SetCluster {
    std::vector<ShapedGlyph> glyphs;
    std::int64_t advance = 0;  ///< in font units
};

std::u32string decoded(std::string_view utf8) {
    std::u32string text;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t character = bytes == 1 ? lead : lead & (0x7FU >> bytes);
        for (std::size_t k = 1; k < bytes; ++k)
            character = character << 6U | (static_cast<unsigned char>(utf8[i + k]) & 0x3FU);
        text.push_back(character);
        i += bytes;
    }
    return text;
}

std::string shownCharacter(char32_t character) {
    std::array<char, 16> code{};
    std::snprintf(code.data(), code.size(), "U+%04X", static_cast<unsigned int>(character));
    return code.data();
}

std::vector<TextLine> linesOf(std::string_view text) {
    std::vector<TextLine> lines;
    while (true) {
        const std::size_t end = text.find('\n');
        lines.push_back({decoded(text.substr(0, end)), lines.size() + 1});
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    // Block texts of YAML end with a line feed, which does not begin another line.
    if (lines.size() > 1 && lines.back().characters.empty()) lines.pop_back();
    return lines;
}

/// \param reason  names the line as %1, the column as %2, the character as %3 and the font as %4
[[noreturn]] void failAt(const TextLine& line, std::size_t index, std::string reason, std::string advice,
                         std::string font = {}) {
    throw DrawingError({.reason = std::move(reason),
                        .details = {std::to_string(line.number), std::to_string(index + 1),
                                    shownCharacter(line.characters[index]), std::move(font)},
                        .advice = std::move(advice)});
}

class LetteringSetter {
  public:
    LetteringSetter(const LetteringFont& font, const LetteringStyle& style, OutlineMeter meter)
        : font_(font), style_(style), meter_(std::move(meter)), features_(style.features) {
        const double height = style.measureEm ? font.unitsPerEm() : font.capHeight();
        if (!(height > 0)) {
            throw DrawingError({.subject = font.name(),
                                .reason = "the font does not say how tall its capitals are, and has no H",
                                .advice = "write `measure: em`"});
        }
        scale_ = style.size / height;
        // Tracking cannot spread the letters of a ligature.
        if (style.tracking != 0) features_.insert(features_.begin(), {{"liga", 0}, {"clig", 0}});
    }

    [[nodiscard]] Outline set(std::string_view text) {
        refuseBytes(text);
        const std::vector<TextLine> lines = linesOf(text);
        if (style_.circle && lines.size() > 1)
            throw DrawingError(
                Problem{.reason = "a text on a circle has more than one line", .advice = "write one line"});
        std::vector<std::vector<SetCluster>> set;
        double widest = 0;
        for (const TextLine& line : lines) {
            set.push_back(setLine(line));
            widest = std::max(widest, widthOf(set.back()));
        }
        Outline outline;
        if (style_.circle) {
            placeOnCircle(set.front());
            const double side = 2 * style_.circle->radius;
            outline.box = PlaneBox{0, 0, side, side};
        } else {
            const double cap = font_.capHeight() * scale_;
            const double spacing = style_.lineSpacing.value_or(1.2 * font_.unitsPerEm() * scale_);
            for (std::size_t i = 0; i < set.size(); ++i)
                placeLine(set[i], widest, cap + static_cast<double>(i) * spacing);
            const double bottom = cap + static_cast<double>(set.size() - 1) * spacing;
            outline.box = PlaneBox{0, std::min(0.0, bottom), widest, std::max(0.0, bottom)};
        }
        if (!list_.empty()) outline.paint(std::move(list_));
        outline.warnings = font_.warnings();
        return outline;
    }

  private:
    static void refuseBytes(std::string_view text) {
        if (text.size() > mostLetteringBytes)
            throw DrawingError(Problem{.reason = "the text has more than 64 KiB",
                                       .advice = "divide it among several nodes"});
        if (const auto wrong = firstInvalidUtf8(text))
            throw DrawingError({.reason = "byte %1 of the text is not UTF-8",
                                .details = {std::to_string(*wrong + 1)},
                                .advice = "write the text in UTF-8"});
    }

    [[nodiscard]] std::vector<SetCluster> setLine(const TextLine& line) const {
        for (std::size_t i = 0; i < line.characters.size(); ++i) {
            const char32_t c = line.characters[i];
            if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029)
                failAt(line, i, "the text contains the control character %3 (line %1, column %2)",
                       c == '\t' ? "use blanks instead" : "remove it from the text");
        }
        const std::vector<std::int8_t> levels = levelsOf(line.characters);
        const std::vector<std::uint32_t> scripts = scriptsOf(line.characters);
        std::vector<ShapedRun> runs;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            if (i > 0 && levels[i] == levels[i - 1] && scripts[i] == scripts[i - 1]) {
                ++runs.back().count;
            } else {
                runs.push_back({line.characters, i, 1, scripts[i], levels[i] % 2 != 0});
            }
        }
        std::vector<SetCluster> clusters;
        for (const ShapedRun& run : inVisualOrder(std::move(runs), levels))
            shapeRun(line, run, clusters);
        return clusters;
    }

    /// Embedding levels by the Unicode bidirectional algorithm; the levels of blanks at the end of the line
    /// are reset.
    [[nodiscard]] std::vector<std::int8_t> levelsOf(const std::u32string& line) const {
        const auto count = static_cast<FriBidiStrIndex>(line.size());
        if (count == 0) return {};
        const auto* const characters = reinterpret_cast<const FriBidiChar*>(line.data());
        std::vector<FriBidiCharType> types(line.size());
        std::vector<FriBidiBracketType> brackets(line.size());
        std::vector<FriBidiLevel> levels(line.size());
        fribidi_get_bidi_types(characters, count, types.data());
        fribidi_get_bracket_types(characters, count, types.data(), brackets.data());
        FriBidiParType base = style_.direction == LetteringStyle::Direction::leftToRight   ? FRIBIDI_PAR_LTR
                              : style_.direction == LetteringStyle::Direction::rightToLeft ? FRIBIDI_PAR_RTL
                                                                                           : FRIBIDI_PAR_ON;
        if (fribidi_get_par_embedding_levels_ex(types.data(), brackets.data(), count, &base, levels.data()) ==
                0 ||
            fribidi_reorder_line(FRIBIDI_FLAGS_DEFAULT, types.data(), count, 0, base, levels.data(), nullptr,
                                 nullptr) == 0)
            throw std::bad_alloc();
        return {levels.begin(), levels.end()};
    }

    /// Rule L2 of the algorithm. For each level, from the highest one down, it reverses every sequence of
    /// runs whose levels are at least as high.
    [[nodiscard]] static std::vector<ShapedRun> inVisualOrder(std::vector<ShapedRun> runs,
                                                              const std::vector<std::int8_t>& levels) {
        std::vector<std::int8_t> levelOf;
        for (const ShapedRun& run : runs)
            levelOf.push_back(levels[run.first]);
        const int highest = levelOf.empty() ? 0 : *std::max_element(levelOf.begin(), levelOf.end());
        for (int level = highest; level > 0; --level) {
            for (std::size_t i = 0; i < runs.size(); ++i) {
                std::size_t end = i;
                while (end < runs.size() && levelOf[end] >= level)
                    ++end;
                const auto from = static_cast<std::ptrdiff_t>(i);
                const auto to = static_cast<std::ptrdiff_t>(end);
                std::reverse(runs.begin() + from, runs.begin() + to);
                std::reverse(levelOf.begin() + from, levelOf.begin() + to);
                i = std::max(i, end);
            }
        }
        return runs;
    }

    void shapeRun(const TextLine& line, const ShapedRun& run, std::vector<SetCluster>& clusters) const {
        const std::vector<ShapedGlyph> glyphs = font_.shape(run, features_);
        for (std::size_t i = 0; i < glyphs.size(); ++i) {
            const ShapedGlyph& glyph = glyphs[i];
            if (i == 0 || glyph.cluster != glyphs[i - 1].cluster) clusters.emplace_back();
            if (glyph.glyph == 0) {
                const std::size_t index =
                    std::min(missingIn(glyph.cluster, glyphs, line, run), line.characters.size() - 1);
                if (isDefaultIgnorable(line.characters[index])) continue;
                failAt(line, index, "%4 has no glyph for the character %3 (line %1, column %2)",
                       "use another character, or a font that has it", font_.name());
            }
            SetCluster& cluster = clusters.back();
            cluster.glyphs.push_back(glyph);
            cluster.glyphs.back().x += cluster.advance;
            cluster.advance += glyph.advance;
        }
    }

    /// The first visible character of a cluster that the font has no glyph for, such as a mark. If it has
    /// glyphs for all of them, the first character of the cluster.
    [[nodiscard]] std::size_t missingIn(std::size_t cluster, const std::vector<ShapedGlyph>& glyphs,
                                        const TextLine& line, const ShapedRun& run) const {
        std::size_t end = run.first + run.count;
        for (const ShapedGlyph& glyph : glyphs) {
            if (glyph.cluster > cluster) end = std::min(end, glyph.cluster);
        }
        for (std::size_t i = cluster; i < end; ++i) {
            if (!isDefaultIgnorable(line.characters[i]) && !font_.hasGlyph(line.characters[i])) return i;
        }
        return cluster;
    }

    [[nodiscard]] double widthOf(const std::vector<SetCluster>& line) const {
        double width = 0;
        for (std::size_t i = 0; i < line.size(); ++i)
            width += static_cast<double>(line[i].advance) * scale_ + (i > 0 ? style_.tracking : 0);
        return width;
    }

    [[nodiscard]] double shareOfAlign() const {
        return style_.align == LetteringStyle::Align::left     ? 0
               : style_.align == LetteringStyle::Align::center ? 0.5
                                                               : 1;
    }

    void placeLine(const std::vector<SetCluster>& line, double widest, double baseline) {
        const double start = (widest - widthOf(line)) * shareOfAlign();
        std::int64_t units = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const double pen =
                start + static_cast<double>(units) * scale_ + static_cast<double>(i) * style_.tracking;
            draw(line[i], {scale_, 0, 0, -scale_, pen, baseline});
            units += line[i].advance;
        }
    }

    void placeOnCircle(const std::vector<SetCluster>& line) {
        const LetteringStyle::Circle& circle = *style_.circle;
        const double origin = widthOf(line) * shareOfAlign();
        const double first = circle.start * (piNumber / 180);
        double pen = 0;
        for (const SetCluster& cluster : line) {
            const double advance = static_cast<double>(cluster.advance) * scale_;
            const double along = (pen + advance / 2 - origin) / circle.radius;
            const double angle = circle.inside ? first - along : first + along;
            const SineCosine at = along == 0 ? sineCosineOfDegrees(circle.start) : sineCosine(angle);
            const PlanePoint middle{circle.radius + circle.radius * at.sine,
                                    circle.radius - circle.radius * at.cosine};
            const double turn = circle.inside ? -1 : 1;
            const Affine place{turn * at.cosine, -turn * at.sine, turn * at.sine,
                               turn * at.cosine, middle.x,        middle.y};
            draw(cluster, place.after({scale_, 0, 0, -scale_, -advance / 2, 0}));
            pen += advance + style_.tracking;
        }
    }

    /// \param map  from font units, y upwards, with the pen at (0, 0)
    void draw(const SetCluster& cluster, const Affine& map) {
        for (const ShapedGlyph& glyph : cluster.glyphs) {
            const ContourList& contours = font_.contours(glyph.glyph);
            meter_.keep(contours.leastEdges());
            const PlanePoint pen{static_cast<double>(glyph.x), static_cast<double>(glyph.y)};
            const std::size_t firstSegment = list_.segments.size();
            const std::size_t firstPoint = list_.points.size();
            for (ContourHead head : contours.heads) {
                head.start = map(head.start + pen);
                head.firstSegment += firstSegment;
                head.firstPoint += firstPoint;
                list_.heads.push_back(head);
            }
            list_.segments.insert(list_.segments.end(), contours.segments.begin(), contours.segments.end());
            for (const PlanePoint& point : contours.points)
                list_.points.push_back(map(point + pen));
        }
    }

    const LetteringFont& font_;
    const LetteringStyle& style_;
    OutlineMeter meter_;
    std::vector<FontFeature> features_;
    double scale_ = 1;  ///< pixels for each font unit
    ContourList list_;
};

}  // namespace

std::vector<FontFeature> parseFontFeatures(const std::vector<std::string>& tags) {
    std::vector<FontFeature> features;
    for (const std::string& text : tags) {
        std::string_view rest = text;
        FontFeature feature;
        if (rest.starts_with('-')) {
            feature.value = 0;
            rest.remove_prefix(1);
        }
        feature.tag = rest.substr(0, 4);
        rest.remove_prefix(feature.tag.size());
        bool valid =
            feature.tag.size() == 4 && std::all_of(feature.tag.begin(), feature.tag.end(), [](char c) {
                return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            });
        if (valid && rest.starts_with('=') && feature.value == 1) {
            const auto [end, error] =
                std::from_chars(rest.data() + 1, rest.data() + rest.size(), feature.value);
            valid = error == std::errc() && end == rest.data() + rest.size();
        } else {
            valid = valid && rest.empty();
        }
        if (!valid) {
            throw DrawingError({.reason = "the feature %1 is not valid",
                                .details = {quotedForMessage(text)},
                                .advice = "write tags of four characters, such as smcp, -liga or cv05=2"});
        }
        if (feature.tag == "vert" || feature.tag == "vrt2")
            throw DrawingError({.reason = "vertical writing is not supported",
                                .details = {feature.tag},
                                .advice = "remove the feature %1"});
        features.push_back(std::move(feature));
    }
    return features;
}

Outline setLettering(const LetteringFont& font, const LetteringStyle& style, std::string_view text,
                     OutlineMeter meter) {
    return LetteringSetter(font, style, std::move(meter)).set(text);
}

}  // namespace burin
