// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <string>
#include <vector>

namespace burin {

/// The key, in the metadata at the end of a call, under which a controller that refuses a job names the
/// sender's remedies. Optional.
inline constexpr const char* remediesKey = "burin-remedies";

/// The sender's remedies as comma-separated names; other remedies are left out.
[[nodiscard]] std::string remedyNames(const std::vector<Remedy>& remedies);

/// The remedies with these names; unknown names are skipped.
[[nodiscard]] std::vector<Remedy> remediesNamed(const std::string& names);

}  // namespace burin
