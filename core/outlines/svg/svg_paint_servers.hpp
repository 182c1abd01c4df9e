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

    /// One remark for each sort of server that paints nothing: it names the first reference, and their
    /// number.
    [[nodiscard]] std::vector<Problem> remarks() const;

  private:
    [[nodiscard]] SvgServer kindOf(std::string_view id) const;
    [[nodiscard]] SvgServer gradient(pugi::xml_node element) const;
    [[nodiscard]] SvgServer pattern(pugi::xml_node element) const;
    [[nodiscard]] pugi::xml_node inherited(pugi::xml_node element) const;

    struct Seen {
        std::string_view value;
        std::string_view id;
        std::unordered_set<const char*> places;
    };

    const SvgSource& source_;
    std::unordered_map<std::string_view, SvgServer> known_;
    std::array<Seen, 5> seen_;  ///< references to each SvgServer
};

}  // namespace burin
