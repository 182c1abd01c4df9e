// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures computed from all samples, and the time they take. Areas are in blocks of the picture's level.

#include "core/preview/cell_sums.hpp"
#include "core/preview/preview.hpp"
#include "core/preview/sample_cost.hpp"

#include <limits>
#include <optional>

namespace burin {

/// The samples that the blocks consist of.
[[nodiscard]] Rect samplesOf(const Rect& blocks, int level);

/// A picture of the part before any of its samples has been computed.
[[nodiscard]] Picture blank(const PreviewPart& part);

/// The mean number of samples that each value averages, in the rows that are not exact.
[[nodiscard]] double samplesOfRest(const Picture& picture);
/// Sets how many rows are exact, and the mean number of samples for each value of the others.
void setExactRows(Picture& picture, std::int64_t rows, double samplesOfRest);

/// Computes growing squares in the middle of `all`, until one takes long enough to be timed or is as large as
/// a usual request, so that expensive samples are measured on few. One-time work, such as the cell of a
/// lattice, does not count. \throws what the backend throws
void measureSamples(Backend& backend, const std::shared_ptr<const Graph>& graph, const Rect& all,
                    const PreviewPart& part, SampleCost& cost);

/// How to average.
struct Averaging {
    SampleCost* total = nullptr;  ///< also receives the cost of the samples; or null
    double secondsEach = 0;       ///< the probable cost of a sample; 0: unknown
    /// How long the whole picture may take, in seconds of one thread. Averaging is given up as soon as the
    /// product of the seconds spent and the seconds predicted for the whole picture exceeds the square of
    /// this.
    double longest = std::numeric_limits<double>::infinity();
    const CellSums* around = nullptr;  ///< sums of the cell that repeats outside of `things`; or null
    Rect things;
};

/// Averages every sample; exact at any level.
///
/// A picture that takes long is delivered in strips from its top: if PreviewPart::before supplies the rest,
/// PreviewPart::improved is called with the current state about seven times a second. The result is not exact
/// if it takes longer than PreviewPart::averageFor or is given up; the finished strips stay. If it is
/// stopped, all finished strips have been delivered.
/// \param begun  the unfinished result of an earlier call. It is continued in its own memory, and replaces
///               PreviewPart::before.
/// \throws Cancelled, and what the backend throws
[[nodiscard]] Picture averaged(Backend& backend, const std::shared_ptr<const Graph>& graph,
                               const PreviewPart& part, const Averaging& how,
                               std::optional<Picture> begun = {});

}  // namespace burin
