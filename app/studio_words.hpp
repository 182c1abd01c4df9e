// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"

#include <string>
#include <vector>

namespace burin::app {

/// The options of the studio: those of the program `burin-studio`, and of `burin studio`, which starts it.
[[nodiscard]] Command studioCommand();

/// Ends this program and runs burin-studio in its place: the one in this program's folder or, if there is
/// none, the one that PATH finds.
/// \param words  its arguments \throws UsageError if there is none
[[noreturn]] void becomeStudio(const std::vector<std::string>& words);

/// The commit that was built, or "unknown" outside of git. The build writes its source.
[[nodiscard]] const char* buildCommit();

/// The text of `--version`: the version of `program`, and how it was built.
[[nodiscard]] std::string versionText(const std::string& program);

}  // namespace burin::app
