// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/vectors/drawn_outline.hpp"
#include "core/outlines/codes/code_symbol.hpp"

#include <string>

namespace burin {

/// A two-dimensional code or a bar code, or a series of them.
struct DrawnCode : DrawnOutline {
    /// The contents of the code, or of the first code of a series, as codeContents() words them. Its reason
    /// is empty if a series has no item.
    Problem contents = {};
    CodeStyle style = {};
    std::string data = {};  ///< data of this code; empty if a series has no item
    Affine map = {};  ///< from the box of this code to the item's frame, see DrawnOutline::firstOrigin()

    [[nodiscard]] NodeFacts facts() const { return {.contents = &contents}; }
};

[[nodiscard]] Kind codeKind();

}  // namespace burin
