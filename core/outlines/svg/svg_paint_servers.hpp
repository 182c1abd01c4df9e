// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/outlines/svg/svg_source.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace burin {

/// The target of the reference `url(#id)` of a fill or a stroke.
enum class SvgServer {
    gradient,
    pattern,
    missing,  ///< no gradient and no pattern has that id
    /// a gradient without stops: it paints nothing, even if a fallback colour follows the reference
    noStops,
    noPattern  ///< a pattern that has no size or content, or whose references are circular or lead nowhere
};

/// The gradients and patterns of a drawing, and remarks on those that paint nothing (SVG 1.1, 11.2 and 13;
/// SVG 2, 13.2). As in librsvg, a fallback colour after the reference is used instead of a missing gradient
/// or pattern.
///
/// One thread at a time. Each element is examined only once.
class SvgPaintServers {
  public:
    /// \param source  must outlive this object
    explicit SvgPaintServers(const SvgSource& source) : source_(source) {}

    /// \param value  of the property, for remarks
    /// \param id  that it refers to
    [[nodiscard]] SvgServer find(std::string_view value, std::string_view id);

    /// Whether a gradient or pattern has the size of the shape that it paints. Such a server paints no shape
    /// without width or height (SVG 1.1, 7.11). \pre find() was called with this id
    [[nodiscard]] bool fitsShape(std::string_view id) const { return known_.at(id).fitsShape; }

    /// One remark for each sort of server that paints nothing: it names the first reference, and says how
    /// many there are.
    [[nodiscard]] std::vector<Problem> remarks() const;

  private:
    [[nodiscard]] SvgServer kindOf(std::string_view id) const;
    [[nodiscard]] SvgServer gradient(pugi::xml_node element) const;
    [[nodiscard]] SvgServer pattern(pugi::xml_node element) const;
    [[nodiscard]] pugi::xml_node inherited(pugi::xml_node element) const;
    [[nodiscard]] bool hasUnitsOfShape(std::string_view id) const;

    struct Known {
        SvgServer server;
        bool fitsShape;
    };
    struct Seen {
        std::string_view value;
        std::string_view id;
        std::unordered_set<const char*> places;
    };

    const SvgSource& source_;
    std::unordered_map<std::string_view, Known> known_;
    std::array<Seen, 5> seen_;  ///< references to each SvgServer
};

}  // namespace burin
