// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"
#include "core/design/design.hpp"

#include <string>
#include <vector>

namespace burin::app {

/// Refuses the name of a pipe or device, of a file in a folder that does not exist, or of an export's output.
/// \param what  the thing that is written, such as "the picture" \throws UsageError
void refuseNameOfAnother(const std::string& file, const std::string& what);

/// Refuses the files of these options if they would replace an operand, a file of the design or each other.
/// Also refuses pipes, devices, and files in folders that do not exist. Ignores options that are not given.
/// \throws UsageError
void refuseWrongOutputs(const Arguments& arguments, const Design& design,
                        const std::vector<std::string>& options);

}  // namespace burin::app
