// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/repeat_painter.hpp"
#include "gpu/kinds/repeats/table.hpp"

namespace burin::gpu {

/// How repeats are combined.
struct RepeatMixing {
    RepeatBlend blend;
    bool ids;    ///< numbers of repeats replace samples
    float dust;  ///< results of smaller magnitude become 0
};

/// Sets `out` to the blend of a table's repeats; samples without a repeat become 0.
///
/// Cost: the repeats over each sample, plus a search for them every 32 columns and 128 rows.
/// \param around  the repeats for Search; its area is that of `out`, and the table was made for it
void paintExactCopies(cudaStream_t cudaStream, const RepeatMixing& mixing, const Repeats& around,
                      const RepeatTable& table, const float* arena, DeviceSamples out);
/// Like paintExactCopies(), for copies that are interpolated.
void paintTurnedCopies(cudaStream_t cudaStream, const RepeatMixing& mixing, const Repeats& around,
                       const RepeatTable& table, const float* arena, DeviceSamples out);
/// Like paintTurnedCopies(), but faster if the rows of most copies are rows of their patterns.
void paintScaledCopies(cudaStream_t cudaStream, const RepeatMixing& mixing, const Repeats& around,
                       const RepeatTable& table, const float* arena, DeviceSamples out);

/// The number of rows for which a warp lists repeats together. A small area is divided further, so that the
/// whole device is used.
[[nodiscard]] int stripRowsFor(Size area);

}  // namespace burin::gpu
