// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/svg/svg_canvas.hpp"
#include "core/outlines/svg/svg_uses.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace burin {

/// Makes clips of `clipPath` elements.
class SvgClips {
  public:
    /// All arguments must outlive this object.
    SvgClips(const SvgSource& source, const SvgStyleSheet& sheet, const SvgStyler& styler, SvgCanvas& canvas,
             SvgUses& uses)
        : source_(source), sheet_(sheet), styler_(styler), canvas_(canvas), uses_(uses) {}

    /// Adds the clip of an element's property `clip-path` to the clips of its spot.
    ///
    /// \param value  of the property; may be null
    /// \throws DrawingError
    void apply(pugi::xml_node element, std::string_view value, const SvgDeclarations& declarations,
               SvgSpot& spot);
    /// A remark about all clip paths that are missing, if there are any.
    [[nodiscard]] std::optional<Problem> missing() const;

  private:
    void addClip(pugi::xml_node element, pugi::xml_node clipPath, const SvgDeclarations& declarations,
                 SvgSpot& spot);
    void addPart(pugi::xml_node child, const SvgStyle& parent, const SvgSpot& spot, OutlineClip& clip);
    [[nodiscard]] Affine unitsOf(pugi::xml_node element, pugi::xml_node clipPath,
                                 const SvgDeclarations& declarations, const SvgSpot& spot);
    /// The properties of an element, including the properties that it inherits at its place in the file.
    [[nodiscard]] SvgStyle styleOf(pugi::xml_node element) const;

    const SvgSource& source_;
    const SvgStyleSheet& sheet_;
    const SvgStyler& styler_;
    SvgCanvas& canvas_;
    SvgUses& uses_;
    std::string_view firstMissing_;     ///< the first missing reference, as `url(#id)`
    std::size_t missing_ = 0;           ///< elements that want a clip path that is missing
    std::vector<pugi::xml_node> open_;  ///< clip paths that are being made
};

}  // namespace burin
