// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/kinds/operation.hpp"

#include <span>
#include <vector>

namespace burin::ui {

/// A node with values that make something which people know by a name of its own: a dome is a formula with a
/// size.
struct Starter {
    KindDescription shown;  ///< the kind, as a search finds and shows this start of it
    YamlValue values;       ///< a map from keys of the node to their values
};

/// The starters of `kinds`; their texts live as long as the program. Pure.
[[nodiscard]] std::vector<Starter> startersOf(std::span<const Kind> kinds);

}  // namespace burin::ui
