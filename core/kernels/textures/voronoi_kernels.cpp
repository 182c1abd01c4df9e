// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/voronoi_kernels.hpp"

#include "core/kernels/float_vector.hpp"
#include "core/kernels/hash_arithmetic.hpp"

// Cells after S. Worley, A cellular texture basis function, 1996. Distances are binary32, with errors far
// below 1e-6 of a cell, because places and points are relative to a cell's corner. Borders are binary64,
// because they depend on the direction between two points that may nearly coincide.

namespace burin::BURIN_ISA {

static void place(const std::uint32_t* names, const double* cellX, const double* cellY,
                  const PointStreams& streams, CellPoints& points, int first, int last) {
    const std::uint32_t seedX = streams.seedX * factorSeed;
    const std::uint32_t seedY = streams.seedY * factorSeed;
    const double jitter = streams.jitter;
    for (int k = first; k < last; ++k) {
        const double x = cellX[k] + 0.5 + jitter * (unitFromBits(scrambled(names[k] ^ seedX)) - 0.5);
        const double y = cellY[k] + 0.5 + jitter * (unitFromBits(scrambled(names[k] ^ seedY)) - 0.5);
        points.x[k] = x;
        points.y[k] = y;
        points.narrowX[k] = static_cast<float>(x);
        points.narrowY[k] = static_cast<float>(y);
    }
}

static constexpr float beyond = 1e30F;

template <int count>
[[gnu::always_inline]] static inline void nearestOf(const CellPoints& points, const float* p, const float* q,
                                                    float* first, float* second, std::int64_t samples) {
    for (std::int64_t i = 0; i < samples; i += vectorLanes) {
        const auto atX = load<FloatVector>(p + i);
        const auto atY = load<FloatVector>(q + i);
        FloatVector nearest = beyond - FloatVector{};
        FloatVector next = nearest;
        for (int k = 0; k < count; ++k) {
            const FloatVector dx = atX - points.narrowX[k];
            const FloatVector dy = atY - points.narrowY[k];
            const FloatVector squared = dx * dx + dy * dy;
            if constexpr (count > CellPoints::forFirst) next = lesser(next, greater(nearest, squared));
            nearest = lesser(nearest, squared);
        }
        store(first + i, nearest);
        if constexpr (count > CellPoints::forFirst) store(second + i, next);
    }
}

static void nearest(const CellPoints& points, const float* p, const float* q, float* first, float* second,
                    std::int64_t count) {
    if (second == nullptr) return nearestOf<CellPoints::forFirst>(points, p, q, first, second, count);
    nearestOf<CellPoints::forSecond>(points, p, q, first, second, count);
}

static void owner(const CellPoints& points, const float* values, const float* p, const float* q, float* value,
                  std::int64_t count) {
    for (std::int64_t i = 0; i < count; i += vectorLanes) {
        const auto atX = load<FloatVector>(p + i);
        const auto atY = load<FloatVector>(q + i);
        FloatVector nearest = beyond - FloatVector{};
        FloatVector found = {};
        for (int k = 0; k < CellPoints::forFirst; ++k) {
            const FloatVector dx = atX - points.narrowX[k];
            const FloatVector dy = atY - points.narrowY[k];
            const FloatVector squared = dx * dx + dy * dy;
            found = squared < nearest ? values[k] - FloatVector{} : found;
            nearest = lesser(nearest, squared);
        }
        store(value + i, found);
    }
}

static void ownerIndex(const CellPoints& points, const double* p, const double* q, double* index,
                       std::int64_t count) {
    alignas(64) double nearest[noiseBlock];
    for (std::int64_t i = 0; i < count; ++i) {
        nearest[i] = 1e30;
        index[i] = 0;
    }
    for (int k = 0; k < CellPoints::forFirst; ++k) {
        const double x = points.x[k];
        const double y = points.y[k];
        for (std::int64_t i = 0; i < count; ++i) {
            const double dx = p[i] - x;
            const double dy = q[i] - y;
            const double squared = dx * dx + dy * dy;
            const bool closer = squared < nearest[i];
            index[i] = closer ? k : index[i];
            nearest[i] = closer ? squared : nearest[i];
        }
    }
}

static void borders(const CellPoints& points, int owner, int first, int last, CellBorders& borders) {
    const double x = points.x[owner];
    const double y = points.y[owner];
    for (int k = first; k < last; ++k) {
        const double dx = points.x[k] - x;
        const double dy = points.y[k] - y;
        const double inverse = 1.0 / __builtin_sqrt(dx * dx + dy * dy);
        borders.normalX[k] = dx * inverse;
        borders.normalY[k] = dy * inverse;
        borders.offset[k] =
            ((points.x[k] + x) * 0.5) * borders.normalX[k] + ((points.y[k] + y) * 0.5) * borders.normalY[k];
    }
    if (owner < first || owner >= last) return;
    borders.normalX[owner] = 0.0;
    borders.normalY[owner] = 0.0;
    borders.offset[owner] = 1e30;
}

static void nearestBorder(const CellBorders& borders, int first, int last, const double* p, const double* q,
                          double* __restrict distance, std::int64_t count) {
    for (int k = first; k < last; ++k) {
        const double x = borders.normalX[k];
        const double y = borders.normalY[k];
        const double offset = borders.offset[k];
        for (std::int64_t i = 0; i < count; ++i) {
            const double away = offset - (x * p[i] + y * q[i]);
            distance[i] = away < distance[i] ? away : distance[i];
        }
    }
}

static void measure(const float* first, const float* second, double factor, double* __restrict distance,
                    std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        distance[i] = factor * static_cast<double>(__builtin_sqrtf(first[i]));
    for (std::int64_t i = 0; second != nullptr && i < count; ++i)
        distance[i] -= factor * static_cast<double>(__builtin_sqrtf(second[i]));
}

const VoronoiKernels voronoiKernels = {&place,   &nearest,       &owner,  &ownerIndex,
                                       &borders, &nearestBorder, &measure};

}  // namespace burin::BURIN_ISA
