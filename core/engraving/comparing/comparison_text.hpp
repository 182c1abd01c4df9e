// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/comparing/comparison.hpp"

#include <string>
#include <vector>

namespace burin {

/// One result, in the form that all texts share.
struct ComparedValue {
    std::string name;
    double value;
    std::string unit;  ///< unit of the value; empty: a plain number
};
[[nodiscard]] std::vector<ComparedValue> comparedValues(const Comparison& found,
                                                        const ComparisonOptions& options);

/// For people: one line for each result. \param file  the file that was measured
[[nodiscard]] std::string comparisonTable(const Comparison& found, const ComparisonOptions& options,
                                          const std::string& file);
/// One JSON object. Numbers have all their digits.
[[nodiscard]] std::string comparisonJson(const Comparison& found, const ComparisonOptions& options,
                                         const std::string& file);

/// A table with the columns name, value and unit. Numbers have all their digits.
[[nodiscard]] std::string comparisonCsv(const Comparison& found, const ComparisonOptions& options,
                                        const std::string& file);

}  // namespace burin
