// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/cell_sums.hpp"
#include "core/preview/preview.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace burin {

/// The lattice on which the top node, as written, would repeat if it were unbounded; nothing if its cell has
/// too many samples to be summed.
[[nodiscard]] std::optional<Lattice> surfacePeriod(const Graph& graph);

/// Computes one cell of a repeating surface in written values, for `part`. \throws what the backend throws
[[nodiscard]] std::unique_ptr<float[]> cellSamples(Backend& backend, const Graph& graph, const Lattice& cell,
                                                   const PreviewPart& part, std::stop_token stop);

/// The picture of a repeating surface; exact if the period is exact. \throws Cancelled
[[nodiscard]] Picture summed(const CellSums& sums, const Graph& graph, const PreviewPart& request);

/// Seconds of one thread to average the part from the sums of a cell of `period`.
[[nodiscard]] double secondsToSum(const Lattice& period, const PreviewPart& part);

}  // namespace burin
