// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/warp_kernels.hpp"

#include "core/kernels/expression_arithmetic.hpp"
#include "core/kernels/float_vector.hpp"
#include "core/kernels/textures/linear_places.hpp"

namespace burin::BURIN_ISA {

/// amplitude * clamp(2 (m - center), -1, 1). Rounding is monotone, so the product may be clamped instead. The
/// order of the comparisons keeps samples that are not numbers, and lets GCC emit single instructions.
BURIN_INLINE double displacement(double amplitude, double center, float m) {
    const double d = 2.0 * amplitude * (static_cast<double>(m) - center);
    return lesser(amplitude, greater(-amplitude, d));
}

static void displace(const WarpScale& scale, const float* __restrict m, double* __restrict d,
                     std::int64_t count) {
    const double amplitude = scale.amplitude;
    const double center = scale.center;
    for (std::int64_t i = 0; i < count; ++i)
        d[i] = displacement(amplitude, center, m[i]);
}

static void displaceAlong(const WarpScale& scale, const float* __restrict m, double* __restrict dx,
                          double* __restrict dy, std::int64_t count) {
    const WarpScale s = scale;
    for (std::int64_t i = 0; i < count; ++i) {
        const double d = displacement(s.amplitude, s.center, m[i]);
        dx[i] = d * s.cosine;
        dy[i] = d * s.sine;
    }
}

static void displaceBySlope(const WarpScale& scale, const float* const* around, double* __restrict dx,
                            double* __restrict dy, std::int64_t count) {
    const float* const above = around[0];
    const float* const left = around[1];
    const float* const right = around[2];
    const float* const below = around[3];
    const double amplitude = scale.amplitude;
    const double full = scale.fullSlope;
    const auto slope = [full](float before, float behind) {
        return (static_cast<double>(behind) - static_cast<double>(before)) / 2.0 / full;
    };
    for (std::int64_t i = 0; i < count; ++i) {
        const double gx = slope(left[i], right[i]);
        const double gy = slope(above[i], below[i]);
        const double length = __builtin_sqrt(gx * gx + gy * gy);
        const double limit = length > 1.0 ? length : 1.0;
        dx[i] = amplitude * gx / limit;
        dy[i] = amplitude * gy / limit;
    }
}

using FourFloats = float __attribute__((vector_size(16)));

/// The samples of a patch.
struct PatchSamples {
    std::int32_t number;
};

/// The places of some samples: at offset[i], u[i] further right and v[i] further down.
struct WarpPlaces {
    alignas(64) std::int32_t offset[warpBlock + placesAtATime];
    alignas(64) float u[warpBlock + placesAtATime];
    alignas(64) float v[warpBlock + placesAtATime];

    WarpPlaces(std::ptrdiff_t stride, const double* __restrict dx, const double* __restrict dy,
               std::int64_t count) {
        const auto step = static_cast<std::int32_t>(stride);
        for (std::int64_t i = 0; i < count; ++i) {
            const double column = roundDown(dx[i]);
            const double line = roundDown(dy[i]);
            u[i] = static_cast<float>(dx[i] - column);
            v[i] = static_cast<float>(dy[i] - line);
            offset[i] = static_cast<std::int32_t>(line) * step + static_cast<std::int32_t>(column) +
                        static_cast<std::int32_t>(i);
        }
        fillUp(count);
    }

    /// For samples that are stored in patches, one for each place.
    WarpPlaces(PatchSamples samples, const double* __restrict dx, const double* __restrict dy,
               std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            u[i] = static_cast<float>(dx[i] - roundDown(dx[i]));
            v[i] = static_cast<float>(dy[i] - roundDown(dy[i]));
            offset[i] = static_cast<std::int32_t>(i) * samples.number;
        }
        fillUp(count);
    }

  private:
    /// Fills up the last group with its last place.
    void fillUp(std::int64_t count) {
        for (std::int64_t i = count; i < count + placesAtATime; ++i) {
            offset[i] = offset[count - 1];
            u[i] = v[i] = 0;
        }
    }
};

static void nearestPlaces(const float* at, std::ptrdiff_t stride, const double* __restrict dx,
                          const double* __restrict dy, float* __restrict out, std::int64_t count) {
    alignas(64) std::int32_t offset[warpBlock];
    const auto step = static_cast<std::int32_t>(stride);
    for (std::int64_t i = 0; i < count; ++i) {
        offset[i] = static_cast<std::int32_t>(roundDown(dy[i] + 0.5)) * step +
                    static_cast<std::int32_t>(roundDown(dx[i] + 0.5)) + static_cast<std::int32_t>(i);
    }
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const std::int32_t* const o = offset + i;
        setUnaligned(out + i, FourFloats{at[o[0]], at[o[1]], at[o[2]], at[o[3]]});
    }
    for (; i < count; ++i)
        out[i] = at[offset[i]];
}

/// Stores the first `count` of some samples.
BURIN_INLINE void keep(PlaceFloats samples, float* out, std::int64_t count) {
    if (count >= placesAtATime) {
        setUnaligned(out, samples);
        return;
    }
    float all[placesAtATime];
    setUnaligned(all, samples);
    for (std::int64_t k = 0; k < count; ++k)
        out[k] = all[k];
}

BURIN_INLINE void linearAt(const float* at, std::ptrdiff_t stride, const WarpPlaces& places, float* out,
                           std::int64_t count) {
    for (std::int64_t i = 0; i < count; i += placesAtATime) {
        keep(
            interpolated(at, stride, places.offset + i, placeFloats(places.u + i), placeFloats(places.v + i)),
            out + i, count - i);
    }
}

static void linearPlaces(const float* at, std::ptrdiff_t stride, const double* dx, const double* dy,
                         float* out, std::int64_t count) {
    linearAt(at, stride, WarpPlaces(stride, dx, dy, count), out, count);
}

static void linearPatches(const float* patches, const double* dx, const double* dy, float* out,
                          std::int64_t count) {
    linearAt(patches, 2, WarpPlaces(PatchSamples{4}, dx, dy, count), out, count);
}

/// The weights of the four samples around places that are `t` after the second: E. Catmull and R. Rom, A
/// class of local interpolating splines, 1974.
struct CubicWeights {
    alignas(64) float of[4][warpBlock + placesAtATime];

    CubicWeights(const float* __restrict t, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            const float s = t[i];
            of[0][i] = 0.5F * (s * (s * (2.0F - s) - 1.0F));
            of[1][i] = 0.5F * (s * (s * (3.0F * s - 5.0F)) + 2.0F);
            of[2][i] = 0.5F * (s * (s * (4.0F - 3.0F * s) + 1.0F));
            of[3][i] = 0.5F * (s * s * (s - 1.0F));
        }
    }
};

/// The four columns around a place, each summed with the weights of its rows.
BURIN_INLINE FourFloats columnSums(const float* at, std::ptrdiff_t stride, const CubicWeights& down,
                                   std::int64_t i) {
    const auto row = [&](int j) { return unaligned<FourFloats>(at + (j - 1) * stride - 1) * down.of[j][i]; };
    return ((row(0) + row(1)) + row(2)) + row(3);
}

BURIN_INLINE void cubicAt(const float* at, std::ptrdiff_t stride, const WarpPlaces& places, float* out,
                          std::int64_t count) {
    const std::int64_t padded = (count + 3) / 4 * 4;
    const CubicWeights across(places.u, padded);
    const CubicWeights down(places.v, padded);
    for (std::int64_t i = 0; i < count; i += 4) {
        const FourFloats a = columnSums(at + places.offset[i], stride, down, i);
        const FourFloats b = columnSums(at + places.offset[i + 1], stride, down, i + 1);
        const FourFloats c = columnSums(at + places.offset[i + 2], stride, down, i + 2);
        const FourFloats d = columnSums(at + places.offset[i + 3], stride, down, i + 3);
        const FourFloats ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
        const FourFloats cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
        const FourFloats abRest = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        const FourFloats cdRest = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        const auto weights = [&](int k) { return unaligned<FourFloats>(across.of[k] + i); };
        const FourFloats sum = ((__builtin_shufflevector(ab, cd, 0, 1, 4, 5) * weights(0) +
                                 __builtin_shufflevector(ab, cd, 2, 3, 6, 7) * weights(1)) +
                                __builtin_shufflevector(abRest, cdRest, 0, 1, 4, 5) * weights(2)) +
                               __builtin_shufflevector(abRest, cdRest, 2, 3, 6, 7) * weights(3);
        const std::int64_t kept = count - i < 4 ? count - i : 4;
        float all[4];
        setUnaligned(all, sum);
        for (std::int64_t k = 0; k < kept; ++k)
            out[i + k] = all[k];
    }
}

static void cubicPlaces(const float* at, std::ptrdiff_t stride, const double* dx, const double* dy,
                        float* out, std::int64_t count) {
    cubicAt(at, stride, WarpPlaces(stride, dx, dy, count), out, count);
}

static void cubicPatches(const float* patches, const double* dx, const double* dy, float* out,
                         std::int64_t count) {
    cubicAt(patches + 5, 4, WarpPlaces(PatchSamples{16}, dx, dy, count), out, count);
}

const WarpKernels warpKernels = {&displace,     &displaceAlong, &displaceBySlope, &nearestPlaces,
                                 &linearPlaces, &cubicPlaces,   &linearPatches,   &cubicPatches};

}  // namespace burin::BURIN_ISA
