// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "core/outlines/outline.hpp"

#include <optional>
#include <vector>

namespace burin {

/// The key `file`, and the keys that select parts of a drawing and set its size.
[[nodiscard]] std::vector<ParameterDescription> fileParameters();

/// The drawing of a node that names one; nothing if it reported a problem. \throws Cancelled
[[nodiscard]] std::optional<Outline> outlineOfFile(const BindContext& context);

}  // namespace burin
