// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "core/kinds/methods/placement.hpp"

namespace burin {

/// How a place between source samples gets its value.
enum class Interpolation { nearest, linear, cubic, area };

/// At this distance from a child no sample of the child takes part in any interpolation.
inline constexpr double resamplingMargin = 2;

/// One computation of a transform: the samples of `area` of the transformed child.
struct ResamplingJob {
    Interpolation interpolation;
    const Placement& placement;
    Rect area;    ///< in the transformed child's frame
    Rect source;  ///< the part of the child that decides them, in local positions; not empty
};

/// Bytes that resample() takes from scratch.
[[nodiscard]] std::size_t resamplingBytes(const ResamplingJob& job);

/// \param samples  the child over job.source, 0 outside of its extent
void resample(const ResamplingJob& job, const ConstSamplesView& samples, SamplesView out, Scratch& scratch);

}  // namespace burin
