// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/outlines/svg/svg_source.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace burin {

/// Follows the references of `use` elements. A `use` of a missing element draws nothing (SVG 2, 5.6).
class SvgUses {
  public:
    /// \param source  must outlive this object
    explicit SvgUses(const SvgSource& source) : source_(source) {}

    /// The element that a `use` refers to, or an empty node.
    /// \param drawn  whether the whole element is drawn, so that its absence matters
    /// \throws DrawingError if it is drawn and in another file
    [[nodiscard]] pugi::xml_node target(pugi::xml_node use, bool drawn);
    /// A remark about all elements that are missing, if there are any.
    [[nodiscard]] std::optional<Problem> missing() const;

  private:
    const SvgSource& source_;
    std::string_view firstMissing_;  ///< the first reference to a missing element, as `#id`
    std::size_t missing_ = 0;        ///< number of such references that were followed
};

}  // namespace burin
