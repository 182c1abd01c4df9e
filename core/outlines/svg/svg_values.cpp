// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_values.hpp"

#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

namespace burin {
namespace {

// clang-format off
/// Sorted by name.
constexpr std::pair<std::string_view, std::uint32_t> svgColourNames[] = {
    {"aliceblue", 0xF0F8FF}, {"antiquewhite", 0xFAEBD7}, {"aqua", 0x00FFFF}, {"aquamarine", 0x7FFFD4},
    {"azure", 0xF0FFFF}, {"beige", 0xF5F5DC}, {"bisque", 0xFFE4C4}, {"black", 0x000000},
    {"blanchedalmond", 0xFFEBCD}, {"blue", 0x0000FF}, {"blueviolet", 0x8A2BE2}, {"brown", 0xA52A2A},
    {"burlywood", 0xDEB887}, {"cadetblue", 0x5F9EA0}, {"chartreuse", 0x7FFF00}, {"chocolate", 0xD2691E},
    {"coral", 0xFF7F50}, {"cornflowerblue", 0x6495ED}, {"cornsilk", 0xFFF8DC}, {"crimson", 0xDC143C},
    {"cyan", 0x00FFFF}, {"darkblue", 0x00008B}, {"darkcyan", 0x008B8B}, {"darkgoldenrod", 0xB8860B},
    {"darkgray", 0xA9A9A9}, {"darkgreen", 0x006400}, {"darkgrey", 0xA9A9A9}, {"darkkhaki", 0xBDB76B},
    {"darkmagenta", 0x8B008B}, {"darkolivegreen", 0x556B2F}, {"darkorange", 0xFF8C00}, {"darkorchid", 0x9932CC},
    {"darkred", 0x8B0000}, {"darksalmon", 0xE9967A}, {"darkseagreen", 0x8FBC8F}, {"darkslateblue", 0x483D8B},
    {"darkslategray", 0x2F4F4F}, {"darkslategrey", 0x2F4F4F}, {"darkturquoise", 0x00CED1}, {"darkviolet", 0x9400D3},
    {"deeppink", 0xFF1493}, {"deepskyblue", 0x00BFFF}, {"dimgray", 0x696969}, {"dimgrey", 0x696969},
    {"dodgerblue", 0x1E90FF}, {"firebrick", 0xB22222}, {"floralwhite", 0xFFFAF0}, {"forestgreen", 0x228B22},
    {"fuchsia", 0xFF00FF}, {"gainsboro", 0xDCDCDC}, {"ghostwhite", 0xF8F8FF}, {"gold", 0xFFD700},
    {"goldenrod", 0xDAA520}, {"gray", 0x808080}, {"green", 0x008000}, {"greenyellow", 0xADFF2F},
    {"grey", 0x808080}, {"honeydew", 0xF0FFF0}, {"hotpink", 0xFF69B4}, {"indianred", 0xCD5C5C},
    {"indigo", 0x4B0082}, {"ivory", 0xFFFFF0}, {"khaki", 0xF0E68C}, {"lavender", 0xE6E6FA},
    {"lavenderblush", 0xFFF0F5}, {"lawngreen", 0x7CFC00}, {"lemonchiffon", 0xFFFACD}, {"lightblue", 0xADD8E6},
    {"lightcoral", 0xF08080}, {"lightcyan", 0xE0FFFF}, {"lightgoldenrodyellow", 0xFAFAD2}, {"lightgray", 0xD3D3D3},
    {"lightgreen", 0x90EE90}, {"lightgrey", 0xD3D3D3}, {"lightpink", 0xFFB6C1}, {"lightsalmon", 0xFFA07A},
    {"lightseagreen", 0x20B2AA}, {"lightskyblue", 0x87CEFA}, {"lightslategray", 0x778899}, {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xB0C4DE}, {"lightyellow", 0xFFFFE0}, {"lime", 0x00FF00}, {"limegreen", 0x32CD32},
    {"linen", 0xFAF0E6}, {"magenta", 0xFF00FF}, {"maroon", 0x800000}, {"mediumaquamarine", 0x66CDAA},
    {"mediumblue", 0x0000CD}, {"mediumorchid", 0xBA55D3}, {"mediumpurple", 0x9370DB}, {"mediumseagreen", 0x3CB371},
    {"mediumslateblue", 0x7B68EE}, {"mediumspringgreen", 0x00FA9A}, {"mediumturquoise", 0x48D1CC}, {"mediumvioletred", 0xC71585},
    {"midnightblue", 0x191970}, {"mintcream", 0xF5FFFA}, {"mistyrose", 0xFFE4E1}, {"moccasin", 0xFFE4B5},
    {"navajowhite", 0xFFDEAD}, {"navy", 0x000080}, {"oldlace", 0xFDF5E6}, {"olive", 0x808000},
    {"olivedrab", 0x6B8E23}, {"orange", 0xFFA500}, {"orangered", 0xFF4500}, {"orchid", 0xDA70D6},
    {"palegoldenrod", 0xEEE8AA}, {"palegreen", 0x98FB98}, {"paleturquoise", 0xAFEEEE}, {"palevioletred", 0xDB7093},
    {"papayawhip", 0xFFEFD5}, {"peachpuff", 0xFFDAB9}, {"peru", 0xCD853F}, {"pink", 0xFFC0CB},
    {"plum", 0xDDA0DD}, {"powderblue", 0xB0E0E6}, {"purple", 0x800080}, {"red", 0xFF0000},
    {"rosybrown", 0xBC8F8F}, {"royalblue", 0x4169E1}, {"saddlebrown", 0x8B4513}, {"salmon", 0xFA8072},
    {"sandybrown", 0xF4A460}, {"seagreen", 0x2E8B57}, {"seashell", 0xFFF5EE}, {"sienna", 0xA0522D},
    {"silver", 0xC0C0C0}, {"skyblue", 0x87CEEB}, {"slateblue", 0x6A5ACD}, {"slategray", 0x708090},
    {"slategrey", 0x708090}, {"snow", 0xFFFAFA}, {"springgreen", 0x00FF7F}, {"steelblue", 0x4682B4},
    {"tan", 0xD2B48C}, {"teal", 0x008080}, {"thistle", 0xD8BFD8}, {"tomato", 0xFF6347},
    {"turquoise", 0x40E0D0}, {"violet", 0xEE82EE}, {"wheat", 0xF5DEB3}, {"white", 0xFFFFFF},
    {"whitesmoke", 0xF5F5F5}, {"yellow", 0xFFFF00}, {"yellowgreen", 0x9ACD32},
};
// clang-format on

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& c : lower)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

std::uint8_t channel(double value) {
    return static_cast<std::uint8_t>(std::clamp(std::floor(value + 0.5), 0.0, 255.0));
}

SvgColour colourOf(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16U), static_cast<std::uint8_t>(rgb >> 8U & 255U),
            static_cast<std::uint8_t>(rgb & 255U)};
}

std::optional<SvgColour> parseHex(std::string_view digits) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc() || end != digits.data() + digits.size()) return {};
    if (digits.size() == 6) return colourOf(value);
    if (digits.size() != 3) return {};
    return SvgColour{static_cast<std::uint8_t>((value >> 8U) * 17U),
                     static_cast<std::uint8_t>((value >> 4U & 15U) * 17U),
                     static_cast<std::uint8_t>((value & 15U) * 17U)};
}

std::optional<SvgColour> parseRgb(std::string_view arguments) {
    SvgScanner scanner(arguments);
    std::array<std::uint8_t, 3> channels{};
    for (std::uint8_t& one : channels) {
        scanner.skipBlanks();
        const auto value = scanner.number();
        if (!value) return {};
        one = channel(scanner.take('%') ? *value * 255 / 100 : *value);
        scanner.skipBlanks();
        if (&one != &channels.back() && !scanner.take(',')) return {};
    }
    if (!scanner.atEnd()) return {};
    return SvgColour{channels[0], channels[1], channels[2]};
}

struct SvgUnit {
    std::string_view name;
    double pixels;
};
constexpr SvgUnit svgUnits[] = {{"px", 1},         {"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96},
                                {"pt", 96.0 / 72}, {"pc", 16},        {"q", 96 / 101.6}};

std::optional<Affine> transformOf(std::string_view name, const std::vector<double>& n) {
    const std::size_t count = n.size();
    if (name == "matrix" && count == 6) return Affine{n[0], n[2], n[1], n[3], n[4], n[5]};
    if (name == "translate" && (count == 1 || count == 2))
        return Affine::translation(n[0], count == 2 ? n[1] : 0);
    if (name == "scale" && (count == 1 || count == 2)) return Affine::scale(n[0], count == 2 ? n[1] : n[0]);
    if (name == "rotate" && count == 1) return Affine::turn(n[0]);
    if (name == "rotate" && count == 3) {
        return Affine::translation(n[1], n[2])
            .after(Affine::turn(n[0]).after(Affine::translation(-n[1], -n[2])));
    }
    const double slope = count == 1 && name.starts_with("skew") ? tangentOf(n[0] * (piNumber / 180)) : 0;
    if (name == "skewX" && count == 1) return Affine{1, slope, 0, 1, 0, 0};
    if (name == "skewY" && count == 1) return Affine{1, 0, slope, 1, 0, 0};
    return {};
}

/// How far the box is moved along one axis: `Min`, `Mid` or `Max`.
std::optional<double> share(std::string_view word) {
    if (word == "Min") return 0;
    if (word == "Mid") return 0.5;
    if (word == "Max") return 1;
    return {};
}

}  // namespace

std::string_view trimmedSvg(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n\f";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return text.substr(0, 0);
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

bool isSvgWord(std::string_view value, std::string_view word) {
    return std::equal(value.begin(), value.end(), word.begin(), word.end(), [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
    });
}

bool isSvgNone(std::string_view value) {
    return value.empty() || isSvgWord(value, "none") || isSvgWord(value, "inherit");
}

void SvgScanner::skipBlanks() {
    while (!atEnd() && std::string_view(" \t\r\n\f").find(text_[at_]) != std::string_view::npos)
        ++at_;
}

void SvgScanner::skipSeparator() {
    skipBlanks();
    if (take(',')) skipBlanks();
}

bool SvgScanner::take(char wanted) {
    if (atEnd() || text_[at_] != wanted) return false;
    ++at_;
    return true;
}

std::optional<double> SvgScanner::number() {
    std::size_t begin = at_;
    if (begin < text_.size() && text_[begin] == '+') ++begin;
    std::size_t digit = begin;
    if (digit == at_ && digit < text_.size() && text_[digit] == '-') ++digit;
    if (digit < text_.size() && text_[digit] == '.') ++digit;
    if (digit >= text_.size() || text_[digit] < '0' || text_[digit] > '9') return {};
    double value = 0;
    const char* const end = text_.data() + text_.size();
    // A letter e that no digit follows belongs to a unit.
    const auto [stop, error] = std::from_chars(text_.data() + begin, end, value);
    if (error != std::errc()) return {};
    at_ = static_cast<std::size_t>(stop - text_.data());
    return value;
}

std::string_view SvgScanner::word() {
    const std::size_t begin = at_;
    while (!atEnd() && (std::isalpha(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '%'))
        ++at_;
    return text_.substr(begin, at_ - begin);
}

double SvgViewport::whole(SvgPercent of) const {
    if (of == SvgPercent::width) return width;
    if (of == SvgPercent::height) return height;
    return std::sqrt((width * width + height * height) / 2);
}

std::optional<SvgLength> parseSvgLength(std::string_view text, const SvgViewport& viewport, SvgPercent of) {
    SvgScanner scanner(trimmedSvg(text));
    const auto number = scanner.number();
    if (!number) return {};
    const std::string_view unit = scanner.word();
    if (!scanner.atEnd()) return {};
    if (unit.empty()) return SvgLength{*number};
    if (unit == "%") return SvgLength{*number * viewport.whole(of) / 100, true};
    const std::string lower = lowered(unit);
    for (const auto& [name, pixels] : svgUnits) {
        if (lower == name) return SvgLength{*number * pixels};
    }
    return SvgLength{0, false, unit};
}

std::optional<double> parseSvgOpacity(std::string_view text) {
    SvgScanner scanner(trimmedSvg(text));
    const auto number = scanner.number();
    if (!number) return {};
    const double value = scanner.take('%') ? *number / 100 : *number;
    if (!scanner.atEnd()) return {};
    return std::clamp(value, 0.0, 1.0);
}

std::optional<std::vector<double>> parseSvgNumbers(std::string_view text) {
    SvgScanner scanner(trimmedSvg(text));
    std::vector<double> numbers;
    while (!scanner.atEnd()) {
        const auto number = scanner.number();
        if (!number) return {};
        numbers.push_back(*number);
        scanner.skipSeparator();
    }
    return numbers;
}

std::optional<Affine> parseSvgTransform(std::string_view text) {
    SvgScanner scanner(trimmedSvg(text));
    Affine whole;
    if (scanner.rest() == "none") return whole;
    while (!scanner.atEnd()) {
        const std::string_view name = scanner.word();
        scanner.skipBlanks();
        const std::size_t close = scanner.rest().find(')');
        if (!scanner.take('(') || close == std::string_view::npos) return {};
        const auto numbers = parseSvgNumbers(scanner.rest().substr(0, close - 1));
        if (!numbers || numbers->empty()) return {};
        const auto next = transformOf(name, *numbers);
        if (!next) return {};
        whole = whole.after(*next);
        scanner.skip(close);
        scanner.skipSeparator();
    }
    if (!whole.finite()) return {};
    return whole;
}

std::optional<SvgColour> parseSvgColour(std::string_view text) {
    const std::string_view trimmed = trimmedSvg(text);
    if (trimmed.starts_with('#')) return parseHex(trimmed.substr(1));
    const std::string lower = lowered(trimmed);
    if (lower.starts_with("rgb(") && lower.ends_with(')'))
        return parseRgb(std::string_view(lower).substr(4, lower.size() - 5));
    const auto* const end = std::end(svgColourNames);
    const auto* const found =
        std::lower_bound(std::begin(svgColourNames), end, lower,
                         [](const auto& one, std::string_view name) { return one.first < name; });
    if (found == end || found->first != lower) return {};
    return colourOf(found->second);
}

std::optional<SvgFit> parseSvgRatio(std::string_view ratio, const std::array<double, 4>& box,
                                    const SvgViewport& viewport) {
    std::string_view rest = trimmedSvg(ratio);
    double across = viewport.width / box[2];
    double down = viewport.height / box[3];
    SvgFit fit;
    double shareX = 0.5;
    double shareY = 0.5;
    if (rest.starts_with("defer")) rest = trimmedSvg(rest.substr(5));
    if (rest != "none" && !rest.starts_with("none ")) {
        std::string_view second;
        if (!rest.empty()) {
            const std::string_view align = rest.substr(0, rest.find_first_of(" \t\r\n"));
            second = trimmedSvg(rest.substr(align.size()));
            if (align.size() != 8 || align[0] != 'x' || align[4] != 'Y') return {};
            const auto x = share(align.substr(1, 3));
            const auto y = share(align.substr(5, 3));
            if (!x || !y) return {};
            shareX = *x;
            shareY = *y;
        }
        if (!second.empty() && second != "meet" && second != "slice") return {};
        fit.slice = second == "slice";
        across = down = fit.slice ? std::max(across, down) : std::min(across, down);
    }
    fit.map = Affine::scale(across, down);
    fit.map.x0 = -box[0] * across + (viewport.width - box[2] * across) * shareX;
    fit.map.y0 = -box[1] * down + (viewport.height - box[3] * down) * shareY;
    return fit;
}

}  // namespace burin
