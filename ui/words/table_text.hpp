// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for what is wrong in a table of jobs.

#include "core/batch/table_problem.hpp"

#include <QString>

namespace burin::ui {

/// The problem and its remedy as sentences, without the place.
[[nodiscard]] QString problemWords(const TableProblem& problem);
/// `plates.csv:6:2`: the file without its folder, the line and the number of the column.
[[nodiscard]] QString placeWords(const TableProblem& problem);
/// One line: place, title and problem, as `burin batch` prints it.
[[nodiscard]] QString lineWords(const TableProblem& problem);

}  // namespace burin::ui
