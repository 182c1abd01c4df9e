// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"

#include <string>

namespace burin::app {

/// The options of the studio: those of the program `burin-studio`, and of `burin studio`, which starts it.
[[nodiscard]] Command studioCommand();

/// The text of `--version`: the version of `program`, and how it was built.
[[nodiscard]] std::string versionText(const std::string& program);

}  // namespace burin::app
