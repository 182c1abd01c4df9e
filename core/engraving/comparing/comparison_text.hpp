// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/comparing/comparison.hpp"

#include <string>

namespace burin {

/// For people: a line for each result. \param file  that was measured
[[nodiscard]] std::string comparisonTable(const Comparison& found, const ComparisonOptions& options,
                                          const std::string& file);
/// One JSON object. Numbers have all their digits.
[[nodiscard]] std::string comparisonJson(const Comparison& found, const ComparisonOptions& options,
                                         const std::string& file);

}  // namespace burin
