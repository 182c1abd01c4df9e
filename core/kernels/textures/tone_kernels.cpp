// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/textures/tone_kernels.hpp"

#include "core/kernels/float_vector.hpp"

namespace burin::BURIN_ISA {

/// With at most this many pieces, comparing a sample with all of them costs less than a search.
static constexpr std::int64_t fewPieces = 24;

template <class T>
[[gnu::always_inline]] static inline T valueOf(T t, T c0, T c1, T c2, T c3) {
    return ((c3 * t + c2) * t + c1) * t + c0;
}

[[gnu::always_inline]] static inline float clamped(float v, const CurvePieces& curve) {
    return lesser(greater(v, curve.start[0]), curve.start[curve.count - 1]);
}

static float single(const CurvePieces& curve, float sample) {
    const float v = clamped(sample, curve);
    std::int64_t piece = 0;
    std::int64_t end = curve.count;
    while (end - piece > 1) {
        const std::int64_t middle = (piece + end) / 2;
        if (v >= curve.start[middle]) {
            piece = middle;
        } else {
            end = middle;
        }
    }
    return valueOf(v - curve.start[piece], curve.c0[piece], curve.c1[piece], curve.c2[piece],
                   curve.c3[piece]);
}

static void pieces(const CurvePieces& curve, const float* in, float* out, std::int64_t count) {
    std::int64_t i = 0;
    for (; curve.count <= fewPieces && i + vectorLanes <= count; i += vectorLanes) {
        const FloatVector first = curve.start[0] - FloatVector{};
        const FloatVector last = curve.start[curve.count - 1] - FloatVector{};
        const FloatVector v = lesser(greater(load<FloatVector>(in + i), first), last);
        FloatVector start = first;
        FloatVector c0 = curve.c0[0] - FloatVector{};
        FloatVector c1 = curve.c1[0] - FloatVector{};
        FloatVector c2 = curve.c2[0] - FloatVector{};
        FloatVector c3 = curve.c3[0] - FloatVector{};
        for (std::int64_t k = 1; k < curve.count; ++k) {
            const FloatVector at = curve.start[k] - FloatVector{};
            const auto reached = v >= at;
            start = reached ? at : start;
            c0 = reached ? curve.c0[k] - FloatVector{} : c0;
            c1 = reached ? curve.c1[k] - FloatVector{} : c1;
            c2 = reached ? curve.c2[k] - FloatVector{} : c2;
            c3 = reached ? curve.c3[k] - FloatVector{} : c3;
        }
        store(out + i, valueOf<FloatVector>(v - start, c0, c1, c2, c3));
    }
    for (; i < count; ++i)
        out[i] = single(curve, in[i]);
}

static void levels(const ToneLevels& levels, const float* in, float* out, std::int64_t count) {
    const ToneLevels to = levels;
    for (std::int64_t i = 0; i < count; ++i) {
        const float t = (in[i] - to.black) * to.factor;
        out[i] = lesser(greater(t, 0.0F), 1.0F);
    }
}

static void stretch(float low, float span, const float* in, float* out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = low + span * in[i];
}

static void threshold(float threshold, float low, float high, const float* in, float* out,
                      std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        out[i] = in[i] > threshold ? high : low;
}

const ToneKernels toneKernels = {&pieces, &levels, &stretch, &threshold};

}  // namespace burin::BURIN_ISA
