// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/example_kernels.hpp"

#include "core/kernels/expression_arithmetic.hpp"

namespace burin::BURIN_ISA {

static void locate(const double* __restrict x, double side, double shift, double* __restrict column,
                   double* __restrict inside, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const double u = x[i] / side - shift;
        column[i] = roundDown(u);
        inside[i] = u - column[i];
    }
}

template <int sharpness>
BURIN_INLINE float sharpened(float weight) {
    float power = weight;
    for (int n = 1; n < sharpness; ++n)
        power = power * weight;
    return power;
}

template <int sharpness, bool upper>
BURIN_INLINE void blendRun(const BlendRun& run, const double* __restrict inside, float* __restrict value,
                           std::int64_t count) {
    const double q = run.q;
    const float* const __restrict g0 = run.normal[0];
    const float* const __restrict g1 = run.normal[1];
    const float* const __restrict g2 = run.normal[2];
    const float* const __restrict values = run.values;
    for (std::int64_t i = 0; i < count; ++i) {
        const double p = inside[i];
        const auto w0 = static_cast<float>(upper ? (1.0 - p) - q : (p + q) - 1.0);
        const auto w1 = static_cast<float>(upper ? p : 1.0 - p);
        const auto w2 = static_cast<float>(upper ? q : 1.0 - q);
        const float b0 = sharpened<sharpness>(w0);
        const float b1 = sharpened<sharpness>(w1);
        const float b2 = sharpened<sharpness>(w2);
        const float sum = (b0 * g0[i] + b1 * g1[i]) + b2 * g2[i];
        float z = sum / __builtin_sqrtf((b0 * b0 + b1 * b1) + b2 * b2);
        z = z < -6.0F ? -6.0F : z;
        z = z > 6.0F ? 6.0F : z;
        const float t = (z + 6.0F) * 5461.3335F;
        auto k = static_cast<std::int32_t>(t);
        k = k > 65535 ? 65535 : k;
        value[i] = values[k] + (t - static_cast<float>(k)) * (values[k + 1] - values[k]);
    }
}

template <int sharpness>
static void blendSharply(const BlendRun& run, const double* inside, float* value, std::int64_t count) {
    if (run.upper) return blendRun<sharpness, true>(run, inside, value, count);
    blendRun<sharpness, false>(run, inside, value, count);
}

static void blend(const BlendRun& run, const double* inside, float* value, std::int64_t count) {
    switch (run.sharpness) {
        case 1:
            return blendSharply<1>(run, inside, value, count);
        case 2:
            return blendSharply<2>(run, inside, value, count);
        case 3:
            return blendSharply<3>(run, inside, value, count);
        case 4:
            return blendSharply<4>(run, inside, value, count);
        case 5:
            return blendSharply<5>(run, inside, value, count);
        case 6:
            return blendSharply<6>(run, inside, value, count);
        case 7:
            return blendSharply<7>(run, inside, value, count);
        default:
            return blendSharply<8>(run, inside, value, count);
    }
}

static void cut(const CutRun& run, float* __restrict value, std::int64_t count) {
    const CutRun r = run;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto x = static_cast<std::int32_t>(r.x + i);
        const float above = x < r.above ? r.windows[0][i] : r.windows[1][i];
        const float below = x < r.below ? r.windows[2][i] : r.windows[3][i];
        value[i] = r.y < static_cast<std::int32_t>(r.seam[i]) ? above : below;
    }
}

static void tone(const ExampleTone& tone, float* __restrict value, std::int64_t count) {
    const ExampleTone t = tone;
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = t.mean + t.contrast * (value[i] - t.mean);
}

BURIN_INLINE std::int32_t away(std::int32_t a, std::int32_t b) {
    return a < b ? b - a : a - b;
}

static void difference(const std::uint16_t* __restrict a, const std::uint16_t* __restrict b,
                       std::int32_t* __restrict distance, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        distance[i] = away(a[i], b[i]);
}

static void differenceOfPairs(const std::uint16_t* const* windows, const std::uint16_t* above,
                              const std::uint16_t* below, std::int32_t x, std::int32_t* __restrict distance,
                              std::int64_t count) {
    const std::uint16_t* const w0 = windows[0];
    const std::uint16_t* const w1 = windows[1];
    const std::uint16_t* const w2 = windows[2];
    const std::uint16_t* const w3 = windows[3];
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t upper = x < above[i] ? w0[i] : w1[i];
        const std::int32_t lower = x < below[i] ? w2[i] : w3[i];
        distance[i] = away(upper, lower);
    }
}

static void sumOfPairs(const std::int32_t* __restrict distance, std::int32_t* __restrict step,
                       std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        step[i] = distance[i - 1] + distance[i];
}

static void advance(const std::int32_t* __restrict before, const std::int32_t* __restrict step,
                    std::int32_t* __restrict cost, std::int8_t* __restrict from, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        std::int32_t least = before[i];
        std::int32_t move = 0;
        move = before[i - 1] < least ? -1 : move;
        least = before[i - 1] < least ? before[i - 1] : least;
        move = before[i + 1] < least ? 1 : move;
        least = before[i + 1] < least ? before[i + 1] : least;
        cost[i] = step[i] + least;
        from[i] = static_cast<std::int8_t>(move);
    }
}

const ExampleKernels exampleKernels = {&locate,     &blend,  &cut, &tone, &difference, &differenceOfPairs,
                                       &sumOfPairs, &advance};

}  // namespace burin::BURIN_ISA
