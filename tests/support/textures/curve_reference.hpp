// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/design_tree.hpp"
#include "support/interval.hpp"

namespace burin::test {

/// The result of a curve for a sample that is only known within bounds, before its masks. Exact if the sample
/// is, except with a gamma.
[[nodiscard]] Range curveOfPage(const CurveNode& node, const Range& sample);

}  // namespace burin::test
