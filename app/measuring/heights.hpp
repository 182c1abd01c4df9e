// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common parts of the commands that know heights.

#include "app/arguments.hpp"
#include "core/design/design.hpp"
#include "core/engraving/measuring/measuring.hpp"

#include <string>

namespace burin::app {

/// A length of an option in um. \throws UsageError
[[nodiscard]] double lengthOf(const std::string& option, const std::string& text, double pixelUm);

/// `--full-depth`, or the root's. \throws UsageError if there is neither
[[nodiscard]] double fullDepthOf(const Arguments& arguments, const Design& design);

/// `--form`. \throws UsageError
[[nodiscard]] MeasuringOptions::Form formOf(const Arguments& arguments, const std::string& fallback);

}  // namespace burin::app
