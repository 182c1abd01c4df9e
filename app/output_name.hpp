// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace burin::app {

/// Refuses the name of a pipe or device, a name in a folder that does not exist, and that of an export's
/// output. \param what  is written, such as "the picture" \throws UsageError
void refuseNameOfAnother(const std::string& file, const std::string& what);

}  // namespace burin::app
