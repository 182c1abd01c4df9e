// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// A curve in pieces, all binary32. Piece k applies to start[k] <= v < start[k + 1]; it is
/// ((c3[k] * t + c2[k]) * t + c1[k]) * t + c0[k] with t = v - start[k]. The last piece is the constant beyond
/// the curve's end.
struct CurvePieces {
    const float* start = nullptr;  ///< strictly increasing
    const float* c0 = nullptr;
    const float* c1 = nullptr;
    const float* c2 = nullptr;
    const float* c3 = nullptr;
    std::int64_t count = 0;  ///< at least 1
};

/// How a sample becomes the share t of a range: clamp((v - black) * factor, 0, 1).
struct ToneLevels {
    float black = 0;
    float factor = 1;
};

/// Rows of samples; `out` may be `in`. Each step is a single operation in binary32.
struct ToneKernels {
    /// Samples before the first piece get its first value.
    void (*pieces)(const CurvePieces& curve, const float* in, float* out, std::int64_t count);
    void (*levels)(const ToneLevels& levels, const float* in, float* out, std::int64_t count);
    /// out = low + span * in
    void (*stretch)(float low, float span, const float* in, float* out, std::int64_t count);
    /// out = in > threshold ? high : low
    void (*threshold)(float threshold, float low, float high, const float* in, float* out,
                      std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ToneKernels, toneKernels)
