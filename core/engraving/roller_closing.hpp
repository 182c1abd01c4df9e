// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/engraving/joint_nodes.hpp"
#include "core/engraving/preflight.hpp"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

class DesignEdit;

/// One change that helps a surface to close round its roller.
struct ClosingChange {
    enum class What {
        side,      ///< the root gets the side that goes round the roller
        closes,    ///< a node repeats after that side
        parameter  ///< an instance gets that side for `closes_x` or `closes_y`
    };
    /// The vectors of a lattice, in pixels.
    struct Vectors {
        Vector u;
        Vector v;
    };
    What what = What::closes;
    std::string node;  ///< node of the design itself, not of a group
    WayRound way;
    Vectors before = {};
    /// The nearest vectors that close; nothing if `before` closes.
    std::optional<Vectors> after = {};

    /// The key of the node, or the parameter of the instance, that gets the length.
    [[nodiscard]] std::string_view key() const;
};

/// The changes that close a surface round the roller of its design.
struct RollerClosing {
    std::vector<ClosingChange> changes;
    std::vector<Finding> open;    ///< what does not close even with these changes
    std::vector<Problem> unseen;  ///< what was not searched
    Diagnostics errors;           ///< errors of the design; while there are any, nothing can be closed
};

/// Finds the nodes with a key `closes` that do not repeat exactly on the circumference of `job.roller`, and
/// the changes that make them repeat. Among the vectors that close, those nearest to the present ones are
/// chosen. A node of a group can only be closed by a parameter of its instance. This parameter is changed if
/// the change closes at least one node.
///
/// Without a roller nothing is found. Loads and binds the design several times, without reading samples.
/// \param folder  as in reviseDesign() \throws Cancelled soon after a stop
[[nodiscard]] RollerClosing closingRound(const Design& design, const std::filesystem::path& folder,
                                         std::span<const Kind> kinds, const std::stop_token& stop = {});

/// Makes the changes to the design itself. The scope of the edit does not matter and does not change.
void closeRound(DesignEdit& edit, std::span<const ClosingChange> changes);

}  // namespace burin
