// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/gpu/work.hpp"

#include <vector>

namespace burin::bench {

/// Burin's kernels with the times that they are to reach.
[[nodiscard]] std::vector<Row> speedRows();

/// Burin's kernels beside those that were published, rebuilt.
[[nodiscard]] std::vector<ComparisonRow> publishedRows();

}  // namespace burin::bench
