// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/transform.hpp"

namespace burin {

/// One computation of a transform: the samples of `area` of the transformed child.
struct ResamplingJob {
    const Transform& node;
    const Placement& placement;
    Rect area;    ///< in the transformed child's frame
    Rect source;  ///< node.source(placement, area), not empty
};

/// What resample() takes from scratch.
[[nodiscard]] std::size_t resamplingBytes(const ResamplingJob& job);

/// \param samples  the child over job.source, 0 outside of its extent
void resample(const ResamplingJob& job, const ConstSamplesView& samples, SamplesView out, Scratch& scratch);

}  // namespace burin
