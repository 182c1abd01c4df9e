// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/gpu/work.hpp"

#include <vector>

namespace burin::bench {

/// Burin's kernels with their target times.
[[nodiscard]] std::vector<Row> speedRows();

/// Kinds that read a picture where maps say; a part of speedRows().
[[nodiscard]] std::vector<Row> warpRows();
/// The part of these for outlines.
[[nodiscard]] std::vector<Row> outlineRows();
/// The part of these for textures.
[[nodiscard]] std::vector<Row> textureRows();

/// Burin's kernels compared with rebuilt published ones.
[[nodiscard]] std::vector<ComparisonRow> publishedRows();

}  // namespace burin::bench
