// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads design files that are known to be sound, for the reference: by a YAML library alone, past the loader.

#include "support/design_tree.hpp"

#include <filesystem>

namespace burin::test {

/// The nodes that the root reaches.
///
/// A picture's samples come from the text `FILE.txt` beside it, `FILE.K.txt` for page K over 0: width,
/// height, channels, the value that means 1 (negative: it means 0, and 0 means 1), then the components row by
/// row. \throws std::exception where the design is not sound
[[nodiscard]] Tree readTree(const std::filesystem::path& file);

}  // namespace burin::test
