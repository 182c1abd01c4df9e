// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/measuring/measuring.hpp"

#include <QString>

namespace burin::ui {

/// A parameter's value with three decimals or more; a dash if it is not defined.
[[nodiscard]] QString parameterText(const MeasuredValue& value);
/// `µm`, `°`, `%` or empty.
[[nodiscard]] QString unitText(const std::string& unit);
/// `± 0.17`: the standard error; empty if there is none.
[[nodiscard]] QString spreadText(const MeasuredValue& value);
/// Why a parameter of this surface is not defined; empty if all are.
[[nodiscard]] QString reasonOfNull(const MeasuredSurface& measured);

}  // namespace burin::ui
