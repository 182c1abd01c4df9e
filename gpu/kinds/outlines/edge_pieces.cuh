// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The places of edges, by the formulas that the page of vector art gives for a fill. y is in steps, x in
// 1/65536 px.
//
// Whole numbers of 64 bits fit all edges. Those of 32 bits, which are several times as fast, fit nearly all:
// see EdgeEnds::small().

#include "gpu/kinds/outlines/device_outline.hpp"

#include <cstdint>
#include <type_traits>

namespace burin::gpu {

inline constexpr int fineBits = 16;  ///< 1/65536 px in a pixel
inline constexpr int stepBits = 8;   ///< steps in a pixel, and 1/65536 px in a step
static_assert(outlineSteps == 1 << stepBits && fineBits == 2 * stepBits);
/// From the top of a row, 1/65536 px.
inline constexpr int fineInStep = 1 << (fineBits - stepBits);

/// A real number that is exact enough to estimate quotients of such whole numbers.
template <class Whole>
using RealFor = std::conditional_t<sizeof(Whole) == 4, float, double>;

__device__ inline std::int32_t wholeBelow(float value) {
    return __float2int_rd(value);
}
__device__ inline std::int64_t wholeBelow(double value) {
    return __double2ll_rd(value);
}

/// a * b modulo 2^32 or 2^64.
template <class Whole>
__device__ Whole wrappedProduct(Whole a, Whole b) {
    using Bits = std::make_unsigned_t<Whole>;
    return static_cast<Whole>(static_cast<Bits>(a) * static_cast<Bits>(b));
}

/// A quotient that is rounded down, and the remainder.
template <class Whole>
struct Floored {
    Whole quotient;
    Whole rest;

    /// n / d by an estimate that is off by less than 1. n may have wrapped around, but the rest is near d and
    /// has not.
    __device__ Floored(Whole n, Whole d, RealFor<Whole> estimate) {
        using Bits = std::make_unsigned_t<Whole>;
        quotient = wholeBelow(estimate);
        rest = static_cast<Whole>(static_cast<Bits>(n) - static_cast<Bits>(wrappedProduct(quotient, d)));
        if (rest < 0) {
            --quotient;
            rest += d;
        } else if (rest >= d) {
            ++quotient;
            rest -= d;
        }
    }
};

/// x of an edge at any height between its ends.
template <class Whole>
class EdgeLine {
  public:
    /// \param x, y  the origin, in steps
    __device__ EdgeLine(const EdgeEnds& edge, std::int64_t x, std::int64_t y)
        : ax_(static_cast<Whole>(edge.ax - x)),
          ay_(static_cast<Whole>(edge.ay - y)),
          dx_(static_cast<Whole>(edge.bx) - edge.ax),
          dy_(static_cast<Whole>(edge.by) - edge.ay),
          inverse_(1 / static_cast<Real>(dy_)) {}

    /// \pre the edge is not horizontal
    [[nodiscard]] __device__ Whole x(Whole y) const {
        const Floored<Whole> steps = stepsAt(y);
        const Real estimate = (static_cast<Real>(steps.rest) * 512 + static_cast<Real>(dy_)) * (inverse_ / 2);
        const Floored<Whole> share(wrappedProduct<Whole>(512, steps.rest) + dy_, 2 * dy_, estimate);
        return fineInStep * (ax_ + steps.quotient) + share.quotient;
    }
    /// The step at or left of the edge.
    [[nodiscard]] __device__ Whole step(Whole y) const { return ax_ + stepsAt(y).quotient; }

  private:
    using Real = RealFor<Whole>;

    [[nodiscard]] __device__ Floored<Whole> stepsAt(Whole y) const {
        const Whole down = y - ay_;
        return {wrappedProduct(down, dx_), dy_, static_cast<Real>(down) * static_cast<Real>(dx_) * inverse_};
    }

    Whole ax_, ay_, dx_, dy_;
    Real inverse_;
};

/// The piece of an edge in a row of pixels, from left to right. y is in 1/65536 px from the row's top.
template <class Whole>
struct RowPiece {
    Whole leftX, leftY, rightX, rightY;

    __device__ RowPiece(Whole x0, Whole y0, Whole x1, Whole y1)
        : leftX(x0 <= x1 ? x0 : x1),
          leftY(x0 <= x1 ? y0 : y1),
          rightX(x0 <= x1 ? x1 : x0),
          rightY(x0 <= x1 ? y1 : y0) {}
};

/// y of a piece at borders of columns inside it.
template <class Whole>
class PieceLine {
  public:
    __device__ explicit PieceLine(const RowPiece<Whole>& piece)
        : piece_(piece),
          width_(piece.rightX - piece.leftX),
          rise_(piece.rightY - piece.leftY),
          inverse_(1 / static_cast<Real>(width_)) {}

    [[nodiscard]] __device__ Whole y(Whole border) const {
        const Whole across = border - piece_.leftX;
        const Real estimate = static_cast<Real>(across) * static_cast<Real>(rise_) * inverse_;
        const Whole n = wrappedProduct<Whole>(2 * across, rise_) + width_;
        return piece_.leftY + Floored<Whole>(n, 2 * width_, estimate).quotient;
    }

  private:
    using Real = RealFor<Whole>;

    const RowPiece<Whole>& piece_;
    Whole width_, rise_;
    Real inverse_;
};

/// The edge of a unit, and its part in the unit's row of tiles.
struct EdgeUnit {
    std::uint32_t edge = 0;
    std::int64_t row = -1;  ///< row of tiles; -1 if the edge does not touch it
    EdgeEnds ends;
    std::int64_t top = 0;  ///< top of the row of tiles, in steps
    std::int64_t y0 = 0, y1 = 0;

    __device__ EdgeUnit(const EdgeUnits& units, const EdgeEnds* edges, const OutlineTiles& tiles,
                        std::int64_t unit) {
        if (unit >= units.total) return;
        int r = 0;
        while (r + 1 < units.count && units.runs[r + 1].firstUnit <= unit)
            ++r;
        const EdgeUnits::Run& run = units.runs[r];
        const std::int64_t inRun = unit - run.firstUnit;
        const std::int64_t index =
            inRun >> 31 == 0 ? static_cast<std::int32_t>(inRun) / run.rowsPerEdge : inRun / run.rowsPerEdge;
        edge = run.firstEdge + static_cast<std::uint32_t>(index);
        ends = edges[edge];
        const int rowBits = tiles.heightBits + stepBits;
        const std::int64_t gridTop = tiles.y << stepBits;
        const std::int64_t first = ends.ay <= gridTop ? 0 : (ends.ay - gridTop) >> rowBits;
        const std::int64_t at = first + (inRun - index * run.rowsPerEdge);
        top = gridTop + (at << rowBits);
        if (at >= tiles.rows || top > ends.by) return;
        row = at;
        y0 = max(std::int64_t{ends.ay}, top);
        y1 = min(std::int64_t{ends.by}, top + (std::int64_t{1} << rowBits));
    }
};

/// The number of blocks that compute that many items, with a thread for each item.
[[nodiscard]] inline unsigned blocksFor(std::int64_t items, int threads) {
    return static_cast<unsigned>((items + threads - 1) / threads);
}

}  // namespace burin::gpu
