// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design_edit.hpp"
#include "core/kinds/form/operation.hpp"

#include <span>
#include <vector>

namespace burin::ui {

/// A node preset with a name of its own; a dome, for example, is a formula with a size.
struct Starter {
    KindDescription shown;  ///< the kind, described as this starter for search and display
    YamlValue values;       ///< a map from keys to initial values
};

/// The starters for `kinds`; their texts live as long as the program. Pure.
[[nodiscard]] std::vector<Starter> startersOf(std::span<const Kind> kinds);

}  // namespace burin::ui
