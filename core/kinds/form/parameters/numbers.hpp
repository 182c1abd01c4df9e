// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace burin {

/// In the file's order.
using NumberMap = std::vector<std::pair<std::string, double>>;

}  // namespace burin
