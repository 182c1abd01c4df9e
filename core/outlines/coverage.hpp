// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/bytes.hpp"
#include "core/kernels/samples.hpp"
#include "core/outlines/outline_index.hpp"

namespace burin {

/// The share of each pixel that an outline covers, as `output: fill` defines it: exact within 2^-15 for each
/// edge in the pixel. A pixel's share does not depend on `area`.
///
/// \param index  made with RowSum::heights
/// \param units  M of the outline
///
/// Thread-safe. The time grows with the number of pixels and of the edges in them; takes at most 300 KiB.
void coverArea(const OutlineIndex& index, std::int32_t units, const Rect& area, const SamplesView& out);
/// Like coverArea(), rounded to the nearest levels k / 255.
void coverArea(const OutlineIndex& index, std::int32_t units, const Rect& area, const BytesView& out);

}  // namespace burin
