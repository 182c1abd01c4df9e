// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/resampling.hpp"

namespace burin {

/// The part of a child, in relative positions, that determines the samples of `area` of the transformed
/// child.
[[nodiscard]] Rect resamplingSource(const Placement& placement, Interpolation interpolation,
                                    const Rect& area);

/// The rectangle that contains all samples of the transformed child that are not 0.
/// \param support  the corresponding rectangle of the child, in relative positions
[[nodiscard]] Rect resampledSupport(const Placement& placement, Interpolation interpolation,
                                    const Rect& support);

}  // namespace burin
