// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads valid design files for the reference, with only a YAML library instead of the loader.

#include "support/design_tree.hpp"

#include <filesystem>

namespace burin::test {

/// Reads the nodes that the root reaches.
///
/// The samples of a picture come from the text file `FILE.txt` beside it, or `FILE.K.txt` for page K over 0:
/// width, height, channels, the value that means 1 (negative: that value means 0, and 0 means 1), then the
/// components row by row, alpha last if there are 2 or 4, as the picture is shown. \throws std::exception if
/// the design is not valid
[[nodiscard]] Tree readTree(const std::filesystem::path& file);

}  // namespace burin::test
