// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <span>

namespace burin {

/// The known keys under `job`: the machine and how it scans the surface. They never change a sample.
[[nodiscard]] std::span<const ParameterDescription> jobParameters();

/// The top level's `pixel`: a length in a unit other than px.
[[nodiscard]] const ParameterDescription& pitchParameter();

}  // namespace burin
