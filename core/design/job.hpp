// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/description.hpp"

#include <span>

namespace burin {

/// What is known under `job`: the machine and how it goes over the surface. Never changes a sample.
[[nodiscard]] std::span<const ParameterDescription> jobParameters();

/// The top level's `pixel`: a length with a unit, which px is not.
[[nodiscard]] const ParameterDescription& pitchParameter();

}  // namespace burin
