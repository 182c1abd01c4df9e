// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `burin report`, which writes numbers itself and lets burin-studio draw pages. Both programs use this.

#include "app/arguments.hpp"
#include "core/sheet/job_sheet.hpp"

#include <stop_token>
#include <string>

namespace burin::app {

/// The command line of the job sheet. \param run  what a program does with it
[[nodiscard]] Command sheetCommand(int (*run)(const Arguments& arguments));

struct SheetTarget {
    std::string file;
    bool drawn = false;  ///< whether the sheet is drawn as pages; otherwise it is written as JSON
};

/// The file of `--to`. \throws UsageError if a sheet cannot take this name
[[nodiscard]] SheetTarget sheetTarget(const Arguments& arguments);

/// Computes the sheet with the options of sheetCommand(). \param pictures  whether to compute them
/// \throws UsageError, Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] JobSheet jobSheet(const Arguments& arguments, bool pictures, const std::stop_token& stop);

}  // namespace burin::app
