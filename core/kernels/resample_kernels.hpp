// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstddef>
#include <cstdint>

namespace burin {

// Resampling in binary64, rounded once at the end. Every sum runs in the order of the source samples and
// depends neither on the registers' width nor on how much of the source was fetched: samples that are left
// out have weight 0.

/// The places of one row of output samples in a source that is turned by any angle. Positions are continuous
/// (sample i covers [i, i + 1)); output sample i lies at ux * X + u and vx * X + v with X = x + i + centre.
struct TurnedRow {
    double x = 0;       ///< the first output sample's column
    double centre = 0;  ///< is added to a column to give the position that is mapped
    double ux = 0, u = 0;
    double vx = 0, v = 0;
    /// positions outside these limits are clamped; the samples there are all zero
    double uLowest = 0, uHighest = 0;
    double vLowest = 0, vHighest = 0;
    const float* samples = nullptr;  ///< covers every sample that is read
    std::ptrdiff_t stride = 0;
    double left = 0, top = 0;  ///< position of the first of `samples`, integers
    std::int64_t count = 0;
};

/// The parallelogram of one output sample in a source that is turned by any angle.
struct Footprint {
    double x[4] = {}, y[4] = {};  ///< corners in order, as columns and rows of the frame, from 0
    double area = 0;              ///< positive if the corners run clockwise
    std::int64_t columns = 0;     ///< columns of the frame that the corners span
    std::int64_t left = 0, top = 0, right = 0, bottom = 0;  ///< the part of the frame that is not 0
    const float* samples = nullptr;                         ///< the sample at (left, top)
    std::ptrdiff_t stride = 0;
};

struct ResampleKernels {
    /// sums[i] = the sum over j of weights[j] * samples[j * stride + i]
    void (*combineRows)(const float* samples, std::ptrdiff_t stride, const double* weights, std::int64_t taps,
                        double* sums, std::int64_t count);
    /// sums[j] = the sum over i of weights[i] * samples[j * stride + i]
    void (*combineColumns)(const float* samples, std::ptrdiff_t stride, const double* weights,
                           std::int64_t taps, double* sums, std::int64_t count);
    /// out[x] = the sum over i of weights[x * taps + i] * sums[first[x] + i]
    void (*combineSums)(const double* sums, const std::int64_t* first, const double* weights,
                        std::int64_t taps, float* out, std::int64_t count);
    void (*nearest)(const TurnedRow& row, float* out);
    void (*linear)(const TurnedRow& row, float* out);
    void (*cubic)(const TurnedRow& row, float* out);
    /// The weights of the four samples around a place that is `t` after the second.
    void (*cubicWeights)(double t, double* weights);
    /// The mean over the parallelogram. \param cover  footprint.columns + 2 numbers; all 0 on entry and on
    /// return
    float (*mean)(const Footprint& footprint, double* cover);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(ResampleKernels, resampleKernels)
