// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"

namespace burin::test {

/// The binary64 value of a noise at p, computed as the format's page defines it.
[[nodiscard]] double noiseOfPage(const NoiseNode& noise, Point p);

}  // namespace burin::test
