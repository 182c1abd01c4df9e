// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/preview.hpp"
#include "core/render/sampler.hpp"

namespace burin {

/// The time of all threads together for one scattered sample, in seconds.
struct SampleTime {
    double elapsed = 0;
    /// processor time, which other programs do not lengthen; averaged samples are measured in it too
    double processor = 0;
};

/// The given clocks, with the default in place of each null.
[[nodiscard]] PreviewClocks complete(PreviewClocks clocks);

/// Measures a few samples in the area of a part.
/// \param mostSeconds  how long to measure, by the elapsed time; the first round is taken in any case
[[nodiscard]] SampleTime timeToSample(const Sampler& sampler, const Graph& graph, const PreviewPart& part,
                                      const PreviewClocks& clocks, double mostSeconds);

}  // namespace burin
