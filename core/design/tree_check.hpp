// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/design/problems.hpp"

namespace burin {

/// Sets the child of every link, and reports names that no node has.
void resolveLinks(Design& design, Problems& problems);

/// Reports cycles (at the link that closes them), trees that are too deep, and nodes that the root does not
/// reach.
///
/// Nodes with an error are marked as not sound. The check is not recursive, so any number of nodes may form a
/// chain.
void checkTree(Design& design, Problems& problems);

}  // namespace burin
