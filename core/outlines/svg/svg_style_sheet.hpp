// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/outlines/outline_meter.hpp"
#include "core/outlines/svg/svg_source.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace burin {

/// PROPERTY(word, name): a property that an attribute, a `style` or a rule may set.
// clang-format off
#define BURIN_SVG_PROPERTIES(PROPERTY) \
    PROPERTY(clipPath, "clip-path") PROPERTY(clipRule, "clip-rule") PROPERTY(color, "color") \
    PROPERTY(cx, "cx") PROPERTY(cy, "cy") PROPERTY(display, "display") PROPERTY(fill, "fill") \
    PROPERTY(fillOpacity, "fill-opacity") PROPERTY(fillRule, "fill-rule") PROPERTY(filter, "filter") \
    PROPERTY(height, "height") PROPERTY(markerEnd, "marker-end") PROPERTY(markerMid, "marker-mid") \
    PROPERTY(markerStart, "marker-start") PROPERTY(mask, "mask") \
    PROPERTY(mixBlendMode, "mix-blend-mode") PROPERTY(opacity, "opacity") \
    PROPERTY(overflow, "overflow") PROPERTY(paintOrder, "paint-order") PROPERTY(r, "r") \
    PROPERTY(rotate, "rotate") PROPERTY(rx, "rx") PROPERTY(ry, "ry") PROPERTY(scale, "scale") \
    PROPERTY(stroke, "stroke") PROPERTY(strokeDasharray, "stroke-dasharray") \
    PROPERTY(strokeDashoffset, "stroke-dashoffset") PROPERTY(strokeLinecap, "stroke-linecap") \
    PROPERTY(strokeLinejoin, "stroke-linejoin") PROPERTY(strokeMiterlimit, "stroke-miterlimit") \
    PROPERTY(strokeOpacity, "stroke-opacity") PROPERTY(strokeWidth, "stroke-width") \
    PROPERTY(transform, "transform") PROPERTY(transformOrigin, "transform-origin") \
    PROPERTY(translate, "translate") PROPERTY(vectorEffect, "vector-effect") \
    PROPERTY(visibility, "visibility") PROPERTY(width, "width") PROPERTY(x, "x") PROPERTY(y, "y")
// clang-format on

#define BURIN_ENUMERATOR(word, name) word,
enum class SvgProperty : std::uint8_t { BURIN_SVG_PROPERTIES(BURIN_ENUMERATOR) count };
#undef BURIN_ENUMERATOR
inline constexpr std::size_t svgPropertyCount = static_cast<std::size_t>(SvgProperty::count);

/// The property's name in a file.
[[nodiscard]] std::string_view svgPropertyName(SvgProperty property);

/// A value that is given to a property: its text, and its rank among others.
struct SvgDeclaration {
    SvgProperty property = SvgProperty::count;
    std::string_view value = {};  ///< text in the document; never null
    std::uint32_t rank = 0;       ///< important, then the specificity of its selector
    std::uint32_t order = 0;      ///< place of its rule in the file
};

/// The declarations that apply to an element: for each property, the one that wins.
class SvgDeclarations {
  public:
    /// Replaces a declaration of the same property, unless that has a higher rank or order.
    void offer(const SvgDeclaration& declaration);
    [[nodiscard]] const std::vector<SvgDeclaration>& all() const { return all_; }
    /// The text of a property; `data()` is null if nothing sets it.
    [[nodiscard]] std::string_view operator[](SvgProperty property) const;

  private:
    std::vector<SvgDeclaration> all_;
};

/// The rules of a document: selectors `.c`, `tag`, `tag.c`, `#id`, `*`, and lists of these.
class SvgStyleSheet {
  public:
    /// Selectors of all rules, and properties that each of them sets. All take memory.
    static constexpr std::size_t mostSettings = 1'000'000;

    struct Leniency {
        bool selectors = false;  ///< leave out rules with other selectors
        bool imports = false;    ///< leave out @import
    };

    /// \throws DrawingError for unsupported rules, Cancelled
    SvgStyleSheet(const SvgSource& source, Leniency leniency, std::vector<Problem>& warnings,
                  OutlineMeter& meter);

    /// The cascade of attributes, rules and `style`, without inheritance. An element that is used again is
    /// read again, so its bytes count as steps of the meter. \throws DrawingError, Cancelled
    [[nodiscard]] SvgDeclarations of(pugi::xml_node element) const;

  private:
    using Rules = std::unordered_map<std::string, SvgDeclarations>;

    void readSheet(const char* text);
    const char* readAtRule(const char* at);
    const char* readRule(const char* at);
    /// The keys of a list of selectors, each with its specificity.
    [[nodiscard]] std::vector<std::pair<std::string, std::uint32_t>> keysOf(std::string_view list);
    [[nodiscard]] SvgDeclarations declarationsOf(std::string_view block) const;
    void countSettings(const char* at, std::size_t settings);
    void offer(const std::string& key, SvgDeclarations& into) const;

    const SvgSource& source_;
    Leniency leniency_;
    OutlineMeter& meter_;
    Rules rules_;  ///< rules by selector
    std::uint32_t order_ = 0;
    std::size_t settings_ = 0;
    std::size_t fontFaces_ = 0;
    const char* firstFontFace_ = nullptr;
};

}  // namespace burin
