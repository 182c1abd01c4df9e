// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/problems.hpp"

namespace burin {

/// Sets the child of every link; reports names that dangle.
void resolveLinks(Design& design, Problems& problems);

/// Reports cycles, each at the link that closes it, trees that are too deep, and what the root does not
/// reach.
///
/// Nodes with an error are no longer sound. Does not call itself: chains may be as long as there are nodes.
void checkTree(Design& design, Problems& problems);

}  // namespace burin
