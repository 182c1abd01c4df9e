// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <string>
#include <vector>

namespace burin {

/// A mistake in a table of jobs, and its place.
struct TableProblem {
    std::string file;
    int line = 0;            ///< from 1; 0: the table as a whole
    int column = 0;          ///< number of the cell in its line, from 1; 0: the whole row
    std::string title = {};  ///< title of that column
    Problem problem;

    /// `TABLE.csv:LINE:COLUMN (title)`.
    [[nodiscard]] std::string place() const;
};

using TableProblems = std::vector<TableProblem>;

}  // namespace burin
