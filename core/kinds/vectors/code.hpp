// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/vectors/drawn_outline.hpp"

namespace burin {

/// A two-dimensional code or a bar code, or a series of them.
struct DrawnCode : DrawnOutline {
    /// The contents of the code, or of the first one of a series, as codeContents() words them. It has no
    /// reason if a series has no item.
    Problem contents = {};
};

[[nodiscard]] Kind codeKind();

}  // namespace burin
