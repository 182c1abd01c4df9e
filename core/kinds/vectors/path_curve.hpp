// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "core/outlines/outline.hpp"

#include <optional>
#include <vector>

namespace burin {

/// The key `curve`: two expressions of t, traced as lines.
[[nodiscard]] std::vector<ParameterDescription> curveParameters();

/// The curve of a node that has one; nothing if it reported a problem. \throws Cancelled
[[nodiscard]] std::optional<Outline> outlineOfCurve(const BindContext& context);

}  // namespace burin
