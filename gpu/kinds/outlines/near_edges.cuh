// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Distances from edges, as `output: distance` defines them: computed from integers, and rounded to binary64
// once.

#include "gpu/kinds/outlines/device_outline.hpp"

#include <cmath>
#include <cstdint>

namespace burin::gpu {

/// An edge seen from the middle of a tile's first pixel, in steps.
struct NearEdge {
    double ax, ay;
    double ex, ey;
    double q;        ///< ex^2 + ey^2
    double root;     ///< sqrt(q)
    double inverse;  ///< nearly 1 / root
    std::uint32_t edge;
    bool isLong;  ///< its products need more than 53 bits

    __device__ static NearEdge of(const EdgeEnds& ends, std::uint32_t edge, std::int64_t x, std::int64_t y,
                                  std::int64_t exactReach) {
        NearEdge near;
        const std::int64_t ex = std::int64_t{ends.bx} - ends.ax;
        const std::int64_t ey = std::int64_t{ends.by} - ends.ay;
        near.ax = static_cast<double>(ends.ax - x);
        near.ay = static_cast<double>(ends.ay - y);
        near.ex = static_cast<double>(ex);
        near.ey = static_cast<double>(ey);
        near.q = static_cast<double>(ex * ex + ey * ey);
        near.root = __dsqrt_rn(near.q);
        near.inverse = 1.0 / near.root;
        near.edge = edge;
        near.isLong = llabs(ex) >= exactReach || ey >= exactReach;
        return near;
    }

    /// The distance of a point from the edge, within about a step.
    [[nodiscard]] __device__ float roughDistance(double x, double y) const {
        const double wx = x - ax;
        const double wy = y - ay;
        const double t = fmin(fmax((wx * ex + wy * ey) * inverse * inverse, 0.0), 1.0);
        const double dx = wx - t * ex;
        const double dy = wy - t * ey;
        return sqrtf(static_cast<float>(dx * dx + dy * dy));
    }
};

/// The least distance of a point, in steps.
struct LeastDistance {
    double beside;                ///< the least distance of edges that have the point beside them
    double endSquare = INFINITY;  ///< squared distance from the nearest end of other edges

    __device__ explicit LeastDistance(double before) : beside(before) {}

    [[nodiscard]] __device__ double steps() const { return fmin(beside, __dsqrt_rn(endSquare)); }

    __device__ void add(const NearEdge& edge, double x, double y) {
        const double wx = x - edge.ax;
        const double wy = y - edge.ay;
        const double k = wx * edge.ex + wy * edge.ey;
        if (k > 0 && k < edge.q) {
            const double across = fabs(wx * edge.ey - wy * edge.ex);
            // The quotient is only needed if it may be smaller; the product is accurate to a few units in the
            // last place.
            if (across * edge.inverse <= beside * (1 + 0x1p-48))
                beside = fmin(beside, __ddiv_rn(across, edge.root));
            return;
        }
        const double vx = k <= 0 ? wx : wx - edge.ex;
        const double vy = k <= 0 ? wy : wy - edge.ey;
        endSquare = fmin(endSquare, vx * vx + vy * vy);
    }

    /// Like add(), for an edge of any length. Products may wrap, but those that are used fit into 64 bits
    /// because the point is near: the edge is shorter than 2^31.5 steps, and the point is within 2^20 of it.
    __device__ void addLong(const EdgeEnds& edge, double root, std::int64_t x, std::int64_t y) {
        using Wrapping = unsigned long long;
        const auto product = [](std::int64_t a, std::int64_t b) {
            return static_cast<Wrapping>(a) * static_cast<Wrapping>(b);
        };
        const std::int64_t ex = std::int64_t{edge.bx} - edge.ax;
        const std::int64_t ey = std::int64_t{edge.by} - edge.ay;
        const std::int64_t wx = x - edge.ax;
        const std::int64_t wy = y - edge.ay;
        const std::int64_t vx = x - edge.bx;
        const std::int64_t vy = y - edge.by;
        constexpr std::int64_t nearEnd = std::int64_t{1} << 52;
        const auto first = static_cast<std::int64_t>(product(wx, ex) + product(wy, ey));
        const auto second = static_cast<std::int64_t>(product(vx, ex) + product(vy, ey));
        if (first <= 0 && first > -nearEnd) {
            endSquare = fmin(endSquare, static_cast<double>(product(wx, wx) + product(wy, wy)));
        } else if (second >= 0 && second < nearEnd) {
            endSquare = fmin(endSquare, static_cast<double>(product(vx, vx) + product(vy, vy)));
        } else {
            const auto across = static_cast<std::int64_t>(product(wx, ey) - product(wy, ex));
            beside = fmin(beside, __ddiv_rn(static_cast<double>(llabs(across)), root));
        }
    }
};

}  // namespace burin::gpu
