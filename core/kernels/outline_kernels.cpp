// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/outline_kernels.hpp"

namespace burin::BURIN_ISA {

static constexpr std::int64_t coverBlock = 64;

/// Numbers from 0 to 2^52 - 1 become the mantissa of a number from 2^52 on, because only AVX-512 can convert
/// 64-bit integers.
static inline double fromSum(std::int64_t sum) {
    const std::int64_t bits = sum | 0x4330000000000000;
    double number;
    __builtin_memcpy(&number, &bits, sizeof number);
    return number - 0x1p52;
}

static std::int64_t cover(const std::int64_t* __restrict sums, std::int64_t before,
                          const CoverageScale& scale, float* __restrict out, std::int64_t count) {
    const std::int64_t full = scale.full;
    const double divisor = scale.divisor;
    std::int64_t clamped[coverBlock];
    for (std::int64_t first = 0; first < count; first += coverBlock) {
        const std::int64_t length = count - first < coverBlock ? count - first : coverBlock;
        for (std::int64_t i = 0; i < length; ++i) {
            before += sums[first + i];
            clamped[i] = before;
        }
        for (std::int64_t i = 0; i < length; ++i) {
            const std::int64_t low = clamped[i] < 0 ? 0 : clamped[i];
            out[first + i] = static_cast<float>(fromSum(low > full ? full : low) / divisor);
        }
    }
    return before;
}

static inline double lesserOf(double a, double b) {
    return a < b ? a : b;
}

static void measure(const DistanceEdge* edges, std::int64_t count, double* __restrict beside,
                    double* __restrict endSquares) {
    for (std::int64_t n = 0; n < count; ++n) {
        const DistanceEdge e = edges[n];
        for (std::int64_t y = 0; y < distancePixels; ++y) {
            const double wy = static_cast<double>(256 * y) - e.ay;
            double* const besideRow = beside + y * distancePixels;
            double* const endRow = endSquares + y * distancePixels;
            for (std::int64_t x = 0; x < distancePixels; ++x) {
                const double wx = static_cast<double>(256 * x) - e.ax;
                const double along = wx * e.ex + wy * e.ey;
                const double across = wx * e.ey - wy * e.ex;
                const double away = (across < 0 ? -across : across) / e.root;
                const double vx = wx - e.ex;
                const double vy = wy - e.ey;
                const double first = wx * wx + wy * wy;
                const double second = vx * vx + vy * vy;
                const bool inside = (along > 0) & (along < e.q);
                const double end = along <= 0 ? first : second;
                besideRow[x] = lesserOf(inside ? away : besideRow[x], besideRow[x]);
                endRow[x] = lesserOf(inside ? endRow[x] : end, endRow[x]);
            }
        }
    }
}

const OutlineKernels outlineKernels = {&cover, &measure};

}  // namespace burin::BURIN_ISA
