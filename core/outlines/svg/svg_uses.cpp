// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_uses.hpp"

#include "core/base/text.hpp"
#include "core/outlines/svg/svg_values.hpp"

#include <string>

namespace burin {

pugi::xml_node SvgUses::target(pugi::xml_node use, bool drawn) {
    const std::string_view reference = trimmedSvg(SvgSource::reference(use));
    if (reference.empty()) return {};
    if (!reference.starts_with('#')) {
        if (!drawn) return {};
        source_.fail(reference.data(), "the reference %1 leads to another file, which is not read",
                     "write a reference #id to an element of this file", {quotedForMessage(reference)});
    }
    const pugi::xml_node found = source_.byId(reference.substr(1));
    if (!found && drawn && ++missing_ == 1) firstMissing_ = reference;
    return found;
}

std::optional<Problem> SvgUses::missing() const {
    if (missing_ == 0) return {};
    return Problem{.reason = "line %1: the drawing has no element %2, so a use of it draws nothing (%3)",
                   .details = {std::to_string(source_.placeOf(firstMissing_.data()).line),
                               quotedForMessage(firstMissing_.substr(1)), std::to_string(missing_)}};
}

}  // namespace burin
