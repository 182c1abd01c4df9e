// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/flow_kernels.hpp"

#include "core/kernels/expression_arithmetic.hpp"
#include "core/kernels/textures/linear_places.hpp"

// Line integral convolution after B. Cabral and L. Leedom, Imaging vector fields using line integral
// convolution, 1993, with paths in whole numbers.

namespace burin::BURIN_ISA {

static void turns(const float* __restrict m, const std::uint32_t* table, std::uint32_t* __restrict out,
                  std::int64_t count) {
    constexpr auto parts = static_cast<double>(flowDirections);
    alignas(64) std::int32_t index[flowBlock];
    for (std::int64_t i = 0; i < count; ++i) {
        const double turned = roundDown(parts * static_cast<double>(m[i]) + 0.5);
        index[i] = static_cast<std::int32_t>(turned - parts * roundDown(turned * (1.0 / parts)));
    }
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = table[index[i]];
}

static void slopes(const float* const* around, bool contour, std::uint32_t* __restrict out,
                   std::int64_t count) {
    const float* const above = around[0];
    const float* const left = around[1];
    const float* const right = around[2];
    const float* const below = around[3];
    alignas(64) std::int32_t ux[flowBlock];
    alignas(64) std::int32_t uy[flowBlock];
    for (std::int64_t i = 0; i < count; ++i) {
        const double a = static_cast<double>(right[i] - left[i]);
        const double b = static_cast<double>(below[i] - above[i]);
        const double length = __builtin_sqrt(a * a + b * b);
        const bool slopes = (length > 0.0) & (length < infinity);
        ux[i] = static_cast<std::int32_t>(roundDown(256.0 * (slopes ? a / length : 0.0) + 0.5));
        uy[i] = static_cast<std::int32_t>(roundDown(256.0 * (slopes ? b / length : 0.0) + 0.5));
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t x = contour ? -uy[i] : ux[i];
        const std::int32_t y = contour ? ux[i] : uy[i];
        out[i] = (static_cast<std::uint32_t>(x) & 0xFFFF) | static_cast<std::uint32_t>(y) << 16;
    }
}

/// Paths that are followed together.
constexpr std::int64_t paths = 16;

/// The places of some paths, in 1/256 px from the first path's own pixel.
struct PathEnds {
    alignas(64) std::int32_t x[paths];
    alignas(64) std::int32_t y[paths];
};

/// One step along the directions of the nearest pixels, or against them if `sign` is -1.
BURIN_INLINE void step(const FlowField& field, std::int32_t sign, PathEnds& ends) {
    const auto stride = static_cast<std::int32_t>(field.directionStride);
    alignas(64) std::int32_t offset[paths];
    alignas(64) std::uint32_t direction[paths];
    for (std::int64_t i = 0; i < paths; ++i)
        offset[i] = ((ends.y[i] + 128) >> 8) * stride + ((ends.x[i] + 128) >> 8);
    for (std::int64_t i = 0; i < paths; ++i)
        direction[i] = field.directions[offset[i]];
    for (std::int64_t i = 0; i < paths; ++i) {
        ends.x[i] += sign * (static_cast<std::int32_t>(direction[i] << 16) >> 16);
        ends.y[i] += sign * (static_cast<std::int32_t>(direction[i]) >> 16);
    }
}

/// sum += weight * the picture at the places.
BURIN_INLINE void addAt(const FlowField& field, const PathEnds& ends, float weight, float* sum) {
    const auto stride = static_cast<std::int32_t>(field.pictureStride);
    alignas(64) std::int32_t offset[paths];
    alignas(64) float u[paths];
    alignas(64) float v[paths];
    for (std::int64_t i = 0; i < paths; ++i) {
        offset[i] = (ends.y[i] >> 8) * stride + (ends.x[i] >> 8);
        u[i] = static_cast<float>(ends.x[i] & 255) * 0x1p-8F;
        v[i] = static_cast<float>(ends.y[i] & 255) * 0x1p-8F;
    }
    for (std::int64_t i = 0; i < paths; i += placesAtATime) {
        const PlaceFloats sample = interpolated(field.picture, field.pictureStride, offset + i,
                                                placeFloats(u + i), placeFloats(v + i));
        setUnaligned(sum + i, placeFloats(sum + i) + sample * weight);
    }
}

/// The mean along at most `paths` paths. If there are fewer, the last one is followed several times.
static void followSome(const FlowField& field, float* out, std::int64_t count) {
    PathEnds forwards;
    alignas(64) float sum[paths];
    for (std::int64_t i = 0; i < paths; ++i) {
        const std::int64_t own = i < count ? i : count - 1;
        forwards.x[i] = static_cast<std::int32_t>(256 * own);
        forwards.y[i] = 0;
        sum[i] = field.picture[own];
    }
    PathEnds backwards = forwards;
    for (std::int64_t first = 1; first <= field.steps; first += flowStepsAtATime) {
        alignas(64) float part[paths] = {};
        for (std::int64_t k = first; k < first + flowStepsAtATime && k <= field.steps; ++k) {
            step(field, 1, forwards);
            step(field, -1, backwards);
            addAt(field, forwards, field.weights[k], part);
            addAt(field, backwards, field.weights[k], part);
        }
        for (std::int64_t i = 0; i < paths; ++i)
            sum[i] += part[i];
    }
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = sum[i] / field.weightSum;
}

static void follow(const FlowField& field, float* out, std::int64_t count) {
    FlowField moved = field;
    for (std::int64_t i = 0; i < count; i += paths) {
        moved.directions = field.directions + i;
        moved.picture = field.picture + i;
        followSome(moved, out + i, count - i < paths ? count - i : paths);
    }
}

/// sum[i] += weight * the picture at (i, 0) + (x, y) / 256
BURIN_INLINE void addShifted(const FlowField& field, std::int32_t x, std::int32_t y, float weight,
                             float* __restrict sum, std::int64_t count) {
    const float* const above = field.picture + (y >> 8) * field.pictureStride + (x >> 8);
    const float* const below = above + field.pictureStride;
    const float u = static_cast<float>(x & 255) * 0x1p-8F;
    const float v = static_cast<float>(y & 255) * 0x1p-8F;
    for (std::int64_t i = 0; i < count; ++i) {
        const float upper = above[i] + (above[i + 1] - above[i]) * u;
        const float lower = below[i] + (below[i + 1] - below[i]) * u;
        sum[i] += (upper + (lower - upper) * v) * weight;
    }
}

static void followStraight(const FlowField& field, std::int32_t ux, std::int32_t uy, float* __restrict out,
                           std::int64_t count) {
    alignas(64) float sum[flowBlock];
    alignas(64) float part[flowBlock];
    for (std::int64_t i = 0; i < count; ++i)
        sum[i] = field.picture[i];
    for (std::int64_t first = 1; first <= field.steps; first += flowStepsAtATime) {
        for (std::int64_t i = 0; i < count; ++i)
            part[i] = 0;
        for (std::int64_t k = first; k < first + flowStepsAtATime && k <= field.steps; ++k) {
            const auto far = static_cast<std::int32_t>(k);
            addShifted(field, far * ux, far * uy, field.weights[k], part, count);
            addShifted(field, -far * ux, -far * uy, field.weights[k], part, count);
        }
        for (std::int64_t i = 0; i < count; ++i)
            sum[i] += part[i];
    }
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = sum[i] / field.weightSum;
}

const FlowKernels flowKernels = {&turns, &slopes, &follow, &followStraight};

}  // namespace burin::BURIN_ISA
