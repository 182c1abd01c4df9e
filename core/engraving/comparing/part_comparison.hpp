// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The comparison of a measured part with a design, from the file to the result. The command line and the
// studio start it.

#include "core/design/design.hpp"
#include "core/engraving/comparing/comparison.hpp"
#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"

#include <filesystem>
#include <memory>

namespace burin {

/// The heights of a measured part, with the memory that they take.
struct MeasuredPart {
    HeightGrid heights;
    double baseUm = 0;  ///< the level above which the heights are measured
    Reservation held;
};

/// Reads a file of heights of at most longestComparedSide a side.
/// \throws ImageError if the file cannot be read or is too large, OutOfMemory
[[nodiscard]] MeasuredPart readPart(const std::filesystem::path& file, MemoryBudget& budget);

/// The surface of a design that is bound for computing.
struct PartSurface {
    Backend& backend;
    MemoryBudget& budget;
    std::shared_ptr<const Graph> graph;  ///< graph of the root, which is bounded
    int priority = 0;                    ///< priority of its requests
};

/// Options for a surface: its pitches, its full depth (0 if the root has none), and its middle as the
/// expected place.
[[nodiscard]] ComparisonOptions optionsFor(const PartSurface& surface, const Design& design);

/// Compares a part with a surface, within its budget.
/// \throws OutOfMemory, Cancelled, and what sources throw
[[nodiscard]] Comparison comparePart(const PartSurface& surface, const MeasuredPart& part,
                                     const ComparisonOptions& options);

/// Whether the heights belong to the place that was found.
[[nodiscard]] inline bool matches(const Comparison& found) {
    return found.correlation >= leastCorrelation && found.withinLimits && found.significant;
}

}  // namespace burin
