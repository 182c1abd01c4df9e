// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pictures that are made of all samples, and how long they take. Areas are in blocks of a picture's level.

#include "core/preview/preview.hpp"

namespace burin {

/// The samples of blocks.
[[nodiscard]] Rect samplesOf(const Rect& blocks, int level);

/// A picture of the part with no sample in it yet.
[[nodiscard]] Picture blank(const PreviewPart& part);

/// How long one sample takes where all are computed, on one of the threads that do so.
///
/// Judged by growing squares in the middle of the part, until one takes long enough to be timed or is as
/// large as a usual request: samples that are dear are judged by few. What is made once, such as the cell of
/// a lattice, does not count. \throws what the backend throws
[[nodiscard]] double secondsPerSample(Backend& backend, const std::shared_ptr<const Graph>& graph,
                                      const PreviewPart& part);

/// Averages every sample: right at any level.
///
/// A picture that takes long comes in strips from its top: PreviewPart::improved is called with what is there
/// about every seventh of a second, if PreviewPart::before says what stands below. One that is stopped has
/// told of all strips that were done.
/// \param secondsEach  of a sample, as secondsPerSample() judges; 0: not known
/// \throws Cancelled, and what the backend throws
[[nodiscard]] Picture averaged(Backend& backend, const std::shared_ptr<const Graph>& graph,
                               const PreviewPart& part, double secondsEach);

}  // namespace burin
