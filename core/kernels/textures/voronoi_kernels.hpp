// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/noise_kernels.hpp"

#include <cstdint>

namespace burin {

/// The points of the cells around one cell. Coordinates are cells, counted from that cell's corner.
struct CellPoints {
    static constexpr int forFirst = 21;  ///< the 5 x 5 cells without their corners: enough for the nearest
    static constexpr int forSecond = 25;
    static constexpr int all = 49;  ///< 7 x 7 cells
    static constexpr int capacity = 56;

    alignas(64) double x[capacity];
    alignas(64) double y[capacity];
    alignas(64) float narrowX[capacity];
    alignas(64) float narrowY[capacity];
};

/// The seeds and the jitter of the places of a lattice's points in their cells.
struct PointStreams {
    std::uint32_t seedX = 0;
    std::uint32_t seedY = 0;
    double jitter = 1;
};

/// The borders between one cell's point and all others: the border towards point k lies at x normalX[k] + y
/// normalY[k] = offset[k]. The border towards the point itself is infinitely far away.
struct CellBorders {
    alignas(64) double normalX[CellPoints::capacity];
    alignas(64) double normalY[CellPoints::capacity];
    alignas(64) double offset[CellPoints::capacity];
};

/// Samples that a kernel may write beyond the last one.
inline constexpr std::int64_t voronoiSurplus = 16;

/// Loops over samples inside one cell, at (p, q) from its corner.
struct VoronoiKernels {
    /// Places points first, ..., last - 1. names[k] is the contribution of the name of cell k to a hash, and
    /// (cellX[k], cellY[k]) is its corner.
    void (*place)(const std::uint32_t* names, const double* cellX, const double* cellY,
                  const PointStreams& streams, CellPoints& points, int first, int last);
    /// The squared distances to the nearest of the first points, and to the next one. Writes up to
    /// voronoiSurplus samples more, and reads as many.
    void (*nearest)(const CellPoints& points, const float* p, const float* q, float* first, float* second,
                    std::int64_t count);
    /// The value of the nearest point. Reads and writes as much as `nearest`.
    void (*owner)(const CellPoints& points, const float* values, const float* p, const float* q, float* value,
                  std::int64_t count);
    /// The index of the nearest point, in binary64.
    void (*ownerIndex)(const CellPoints& points, const double* p, const double* q, double* index,
                       std::int64_t count);
    /// The borders of point `owner` to the points first, ..., last - 1.
    void (*borders)(const CellPoints& points, int owner, int first, int last, CellBorders& borders);
    /// Lowers distance[i] to the distance to the nearest of these borders.
    void (*nearestBorder)(const CellBorders& borders, int first, int last, const double* p, const double* q,
                          double* distance, std::int64_t count);
    /// distance[i] = factor * (sqrt(first[i]) - sqrt(second[i])); without `second`, only the first root
    void (*measure)(const float* first, const float* second, double factor, double* distance,
                    std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(VoronoiKernels, voronoiKernels)
