// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/resampling.hpp"

namespace burin {

/// The part of a child, in relative positions, that determines the samples of `area` of the transformed
/// child.
[[nodiscard]] Rect resamplingSource(const Placement& placement, Interpolation interpolation,
                                    const Rect& area);

/// The rectangle that contains every sample of the transformed child other than 0.
/// \param support  the same of the child, in relative positions
[[nodiscard]] Rect resampledSupport(const Placement& placement, Interpolation interpolation,
                                    const Rect& support);

}  // namespace burin
