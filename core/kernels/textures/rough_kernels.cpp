// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/rough_kernels.hpp"

#include "core/kernels/expression_functions.hpp"
#include "core/kernels/hash_arithmetic.hpp"
#include "core/kernels/unaligned.hpp"

// Surfaces as sums of Gaussian lobes around the points of a lattice, with random weights: discrete white
// noise, filtered. J. P. Lewis, Algorithms for solid noise synthesis, 1989.

namespace burin::BURIN_ISA {

/// max(0, exp(-t^2 / 2) - exp(-8)) for t = p - i, i = -3, ..., 4: polynomials of p - 1/2 that interpolate at
/// Chebyshev nodes, with errors below 1e-7. lobeTerms[n][i + 3] belongs to the power n.
alignas(64) static constexpr float lobeTerms[9][roughTaps] = {
    {0x1.e57f88p-10F, 0x1.652eeap-5F, 0x1.4c19c2p-2F, 0x1.c3aaaap-1F, 0x1.c3aaaap-1F, 0x1.4c19c2p-2F,
     0x1.652eeap-5F, 0x1.e57f88p-10F},
    {-0x1.f5c21ap-8F, -0x1.c1ea02p-4F, -0x1.f2aa9p-2F, -0x1.c3d69cp-2F, 0x1.c3d69cp-2F, 0x1.f2aa9p-2F,
     0x1.c1ea02p-4F, 0x1.f5c21ap-8F},
    {0x1.9332c6p-7F, 0x1.d868fp-4F, 0x1.9f8e2p-3F, -0x1.52e0fap-2F, -0x1.52e0fap-2F, 0x1.9f8e2p-3F,
     0x1.d868fp-4F, 0x1.9332c6p-7F},
    {-0x1.82c3d8p-7F, -0x1.e76abep-5F, 0x1.f2b1a4p-5F, 0x1.9e2c82p-3F, -0x1.9e2c82p-3F, -0x1.f2b1a4p-5F,
     0x1.e76abep-5F, 0x1.82c3d8p-7F},
    {0x1.db40c6p-8F, 0x1.11b2b2p-7F, -0x1.2d4722p-4F, 0x1.d6aa66p-5F, 0x1.d6aa66p-5F, -0x1.2d4722p-4F,
     0x1.11b2b2p-7F, 0x1.db40c6p-8F},
    {-0x1.64534ep-9F, 0x1.fb4cd8p-8F, 0x1.42878ap-7F, -0x1.79c22p-5F, 0x1.79c22p-5F, -0x1.42878ap-7F,
     -0x1.fb4cd8p-8F, 0x1.64534ep-9F},
    {0x1.8952ccp-12F, -0x1.2e231ep-8F, 0x1.40b70ap-7F, -0x1.7758aap-8F, -0x1.7758aap-8F, 0x1.40b70ap-7F,
     -0x1.2e231ep-8F, 0x1.8952ccp-12F},
    {0x1.c5bb8p-13F, 0x1.d6a552p-12F, -0x1.a983dp-9F, 0x1.aef91ap-8F, -0x1.aef91ap-8F, 0x1.a983dp-9F,
     -0x1.d6a552p-12F, -0x1.c5bb8p-13F},
    {-0x1.164fp-13F, 0x1.ab20e2p-12F, -0x1.2c553cp-11F, 0x1.29762ap-12F, 0x1.29762ap-12F, -0x1.2c553cp-11F,
     0x1.ab20e2p-12F, -0x1.164fp-13F},
};

using Lobes = float __attribute__((vector_size(4 * roughTaps)));

static void weights(const std::uint32_t* __restrict products, std::uint32_t product,
                    float* __restrict weights, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::uint32_t bits = scrambled(products[i] ^ product);
        const std::uint32_t pairs = (bits & 0x00FF00FFU) + ((bits >> 8) & 0x00FF00FFU);
        const auto sum = static_cast<std::int32_t>((pairs & 0xFFFFU) + (pairs >> 16));
        weights[i] = static_cast<float>(sum - 510);
    }
}

static void lobes(const double* __restrict places, float* __restrict lobes, std::int64_t count) {
    alignas(64) float s[roughBlock];
    for (std::int64_t i = 0; i < count; ++i)
        s[i] = static_cast<float>(places[i]) - 0.5F;
    for (int tap = 0; tap < roughTaps; ++tap) {
        for (std::int64_t i = 0; i < count; ++i) {
            float sum = lobeTerms[8][tap];
            for (int n = 7; n >= 0; --n)
                sum = sum * s[i] + lobeTerms[n][tap];
            lobes[tap * roughBlock + i] = sum < 0.0F ? 0.0F : sum;
        }
    }
}

BURIN_INLINE void lobesAt(double place, float* to) {
    const float s = static_cast<float>(place) - 0.5F;
    Lobes sum = *reinterpret_cast<const Lobes*>(lobeTerms[8]);
    for (int n = 7; n >= 0; --n)
        sum = sum * s + *reinterpret_cast<const Lobes*>(lobeTerms[n]);
    setUnaligned(to, sum < 0.0F ? Lobes{} : sum);
}

static void sumAcross(const float* const* rows, const float* lobes, float* __restrict sums,
                      std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        float sum = lobes[0] * rows[0][i];
        for (int j = 1; j < roughTaps; ++j)
            sum = sum + lobes[j * roughBlock] * rows[j][i];
        sums[i] = sum;
    }
}

BURIN_INLINE float sumOf(const float* t) {
    return ((t[0] + t[4]) + (t[2] + t[6])) + ((t[1] + t[5]) + (t[3] + t[7]));
}

static void addAlong(const float* __restrict sums, const std::int32_t* __restrict first,
                     const float* __restrict lobes, float scale, float* __restrict value,
                     std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float* const from = sums + first[i];
        float terms[roughTaps];
        for (int tap = 0; tap < roughTaps; ++tap)
            terms[tap] = lobes[tap * roughBlock + i] * from[tap];
        value[i] += scale * sumOf(terms);
    }
}

static void addInCell(const float* weights, const double* p, const double* q, float scale,
                      float* __restrict value, std::int64_t count) {
    Lobes rows[roughTaps];
    for (int j = 0; j < roughTaps; ++j)
        rows[j] = unaligned<Lobes>(weights + j * roughTaps);
    for (std::int64_t i = 0; i < count; ++i) {
        float along[roughTaps];
        float across[roughTaps];
        lobesAt(p[i], along);
        lobesAt(q[i], across);
        Lobes sum = across[0] * rows[0];
        for (int j = 1; j < roughTaps; ++j)
            sum = sum + across[j] * rows[j];
        float terms[roughTaps];
        setUnaligned(terms, unaligned<Lobes>(along) * sum);
        value[i] += scale * sumOf(terms);
    }
}

/// f(z) without mean and deviation.
BURIN_INLINE double distorted(double z, double shift, double tail) {
    const double a = magnitude(z);
    const double inverse = withSign(logarithm(a + __builtin_sqrt(a * a + 1.0)), z);
    const double rise = exponential((inverse + shift) * tail);
    return 0.5 * (rise - 1.0 / rise);
}

static void finish(const RoughScale& scale, float* __restrict value, std::int64_t count) {
    const RoughScale s = scale;
    if (!s.plain) {
        for (std::int64_t i = 0; i < count; ++i) {
            const double f = distorted(static_cast<double>(value[i]), s.shift, s.tail);
            const double v = s.base + s.span * ((f - s.mean) * s.inverseDeviation);
            value[i] = static_cast<float>(v < 0.0 ? 0.0 : v > 1.0 ? 1.0 : v);
        }
        return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const double v = s.base + s.span * static_cast<double>(value[i]);
        value[i] = static_cast<float>(v < 0.0 ? 0.0 : v > 1.0 ? 1.0 : v);
    }
}

const RoughKernels roughKernels = {&weights, &lobes, &sumAcross, &addAlong, &addInCell, &finish};

}  // namespace burin::BURIN_ISA
