// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <string>

namespace burin {

/// A kind's description for people, in several lines.
[[nodiscard]] std::string kindText(const KindDescription& kind);

/// A kind's description as a YAML map entry `name: {...}`. Several entries together make one document.
[[nodiscard]] std::string kindYaml(const KindDescription& kind);

/// How a parameter's value is written, e.g. "a whole number from 1 to 31 px".
[[nodiscard]] std::string valueText(const ParameterDescription& parameter);

/// How many links a kind takes: "any number", "exactly 1", "1 to 3".
[[nodiscard]] std::string linkCountText(const LinkDescription& link);

}  // namespace burin
