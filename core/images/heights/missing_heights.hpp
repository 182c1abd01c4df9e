// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/heights/height_file.hpp"

#include <cstdint>
#include <stop_token>

namespace burin {

/// Replaces each missing height (NaN) by the nearest measured one that is at most `reach` samples away. If
/// several are equally near, the upper one is used, then the left one. A height that has no neighbour within
/// reach stays missing.
///
/// Exact distances (P. Felzenszwalb, D. Huttenlocher, Distance transforms of sampled functions, 2012, in two
/// steps: along columns, then along rows). Needs one byte for each sample.
/// \param reach  at most 127 \throws Cancelled
void fillMissing(HeightFile& heights, std::int64_t reach, const std::stop_token& stop);

}  // namespace burin
