// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"

namespace burin::app {

/// The options of the studio: those of the program `burin-studio`, and of `burin studio`, which starts it.
[[nodiscard]] Command studioCommand();

}  // namespace burin::app
