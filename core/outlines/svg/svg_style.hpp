// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/drawing_request.hpp"
#include "core/outlines/svg/svg_paint_servers.hpp"
#include "core/outlines/svg/svg_style_sheet.hpp"
#include "core/outlines/svg/svg_values.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

/// The paint of a fill or of a stroke.
struct SvgInk {
    enum class Kind { none, colour, gradient, pattern };
    Kind kind = Kind::none;
    SvgColour colour = {};
    bool current = false;             ///< the colour is the element's own `color`
    const char* reference = nullptr;  ///< the value that refers to the gradient or pattern
    bool fitsShape = false;           ///< the gradient or pattern has the size of the shape
};

/// A length along a stroke. A share refers to the viewport around the stroke, wherever it was written.
struct SvgStrokeLength {
    double value = 0;
    bool share = false;

    [[nodiscard]] double in(const SvgViewport& viewport) const {
        return share ? value * viewport.whole(SvgPercent::diagonal) : value;
    }
};

/// How lines are drawn, in any viewport.
struct SvgLine {
    SvgStrokeLength width = {1};
    StrokeJoin join = StrokeJoin::miter;
    double miterLimit = 4;
    StrokeCap cap = StrokeCap::butt;
    std::vector<SvgStrokeLength> dash = {};
    SvgStrokeLength dashOffset = {};

    [[nodiscard]] StrokeStyle in(const SvgViewport& viewport) const;
};

/// The computed properties of an element. All are inherited, or multiply like opacity.
struct SvgStyle {
    SvgInk fill = {SvgInk::Kind::colour, {}};
    SvgInk stroke = {};
    SvgColour colour = {};
    FillRule fillRule = FillRule::nonzero;
    FillRule clipRule = FillRule::nonzero;
    double fillOpacity = 1;
    double strokeOpacity = 1;
    double opacity = 1;  ///< opacity of the element and all its ancestors
    SvgLine line = {};
    bool visible = true;
    bool strokeFirst = false;
    /// The values that ask for a marker at the start, in the middle and at the end.
    std::array<const char*, 3> markers = {};
};

/// Computes properties, and refuses those that are not supported.
class SvgStyler {
  public:
    /// All arguments must outlive the styler.
    SvgStyler(const SvgSource& source, const DrawingRequest& request, SvgPaintServers& servers)
        : source_(source), request_(request), servers_(servers) {}

    /// \throws DrawingError with the place of a value that cannot be read
    [[nodiscard]] SvgStyle derived(const SvgStyle& parent, const SvgDeclarations& declarations) const;

    /// The length that a property sets, or nothing if it sets none or `auto`. \throws DrawingError
    [[nodiscard]] std::optional<double> length(const SvgDeclarations& declarations, SvgProperty property,
                                               const SvgViewport& viewport, SvgPercent of) const;
    /// Like length(), for an attribute that is not a property.
    [[nodiscard]] double attributeLength(pugi::xml_node element, const char* name,
                                         const SvgViewport& viewport, SvgPercent of, double fallback) const;
    [[nodiscard]] Affine transform(std::string_view value) const;
    /// The id in `url(#id)`, and the text after the bracket. \throws DrawingError for references to other
    /// files
    [[nodiscard]] std::pair<std::string_view, std::string_view> reference(std::string_view url) const;

    /// Whether the node's `ignore` lists `word`.
    [[nodiscard]] bool ignores(std::string_view word) const;
    /// Whether the depth of a shape depends on its colour.
    [[nodiscard]] bool tonal() const { return request_.paint != DrawingPaint::shapes; }

  private:
    [[nodiscard]] SvgInk ink(std::string_view value, const SvgInk& parent, const SvgColour& current) const;
    [[nodiscard]] SvgInk server(std::string_view value, const SvgInk& parent, const SvgColour& current) const;
    [[nodiscard]] std::optional<SvgLength> lengthOf(std::string_view value, const SvgViewport& viewport,
                                                    SvgPercent of) const;
    [[nodiscard]] std::optional<SvgStrokeLength> strokeLengthOf(std::string_view value) const;
    void deriveLine(SvgStyle& style, const SvgDeclarations& declarations) const;
    void deriveDash(SvgStyle& style, std::string_view value) const;
    void derivePaints(SvgStyle& style, const SvgDeclarations& declarations) const;
    [[nodiscard]] double number(std::string_view value, const char* wanted) const;

    const SvgSource& source_;
    const DrawingRequest& request_;
    SvgPaintServers& servers_;
};

}  // namespace burin
