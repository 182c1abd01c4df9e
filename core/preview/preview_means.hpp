// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures computed from all samples, and the time they take. Areas are in blocks of the picture's level.

#include "core/preview/preview.hpp"

namespace burin {

/// The samples that the blocks consist of.
[[nodiscard]] Rect samplesOf(const Rect& blocks, int level);

/// A picture of the part without any samples yet.
[[nodiscard]] Picture blank(const PreviewPart& part);

/// Seconds that one of the computing threads needs for a sample if all samples are computed.
///
/// Measured on growing squares in the middle of the part, until one takes long enough to be timed or is as
/// large as a usual request, so that expensive samples are measured on few. One-time work, such as the cell
/// of a lattice, does not count. \throws what the backend throws
[[nodiscard]] double secondsPerSample(Backend& backend, const std::shared_ptr<const Graph>& graph,
                                      const PreviewPart& part);

/// Averages every sample; exact at any level.
///
/// A picture that takes long is delivered in strips from its top: if PreviewPart::before supplies the rest,
/// PreviewPart::improved is called with the current state about seven times a second. If it is stopped, all
/// finished strips have been delivered.
/// \param secondsEach  seconds per sample, from secondsPerSample(); 0: unknown
/// \throws Cancelled, and what the backend throws
[[nodiscard]] Picture averaged(Backend& backend, const std::shared_ptr<const Graph>& graph,
                               const PreviewPart& part, double secondsEach);

}  // namespace burin
