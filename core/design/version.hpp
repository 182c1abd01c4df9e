// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/problems.hpp"
#include "core/design/yaml.hpp"
#include "core/kinds/form/operation.hpp"

#include <span>

namespace burin {

/// The newest version of the design format that this program knows.
inline constexpr int newestVersion = 2;

/// The first version with groups.
inline constexpr int groupsVersion = 2;

/// The problem that `subject` needs a later version of the format than the design names.
[[nodiscard]] ValueProblem needsVersion(const YamlValue& subject, int version);

/// The version that a document names; 1 if it names none.
[[nodiscard]] int versionOf(const YamlValue& document);

/// The lowest version that has all features of a document. Cost grows with the document.
[[nodiscard]] int versionNeeded(const YamlValue& document, std::span<const Kind> kinds);

}  // namespace burin
