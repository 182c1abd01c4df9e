// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sums along one axis: a thread makes eight neighbouring sums of each of `lanes` lines that lie side by side,
// from samples that it reads once, in order, eight at a time.
//
// An Axis says how many samples that takes and adds them up:
//
//     static constexpr int alignment;              // of where its reads start and end, in samples
//     int samples() const;                         // that eight sums are made of
//     int weightCount() const;                     // in shared memory
//     template <int lanes, class Load>
//     void sum(const float* weights, Load load, float (&sums)[8][lanes]) const;
//
// load(first, samples) reads the samples from `first` on; how many, their type says. The sums start at 0.
// Each is made of its own samples alone, in the same order whichever of the eight it is.

#include "gpu/kinds/convolution_tile.cuh"

namespace burin::gpu::convolution {

/// Copies the samples: one weight of 1.
struct Identity {
    static constexpr int alignment = 4;

    [[nodiscard]] __host__ __device__ int samples() const { return 8; }
    [[nodiscard]] __host__ __device__ int weightCount() const { return 0; }

    template <int lanes, class Load>
    __device__ void sum(const float*, Load load, float (&sums)[8][lanes]) const {
        load(0, sums);
    }
};

/// 8 * blocks - 7 weights, or fewer and some of 0 at the end; one chain for each sum.
template <int blocks>
struct FewWeights {
    static constexpr int alignment = 4;
    static constexpr int taps = 8 * blocks - 7;

    [[nodiscard]] __host__ __device__ int samples() const { return 8 * blocks; }
    [[nodiscard]] __host__ __device__ int weightCount() const { return 8 * blocks; }

    template <int lanes, class Load>
    __device__ void sum(const float* weights, Load load, float (&sums)[8][lanes]) const {
        float w[8 * blocks];
        loadQuads<2 * blocks>(weights, w);
#pragma unroll
        for (int b = 0; b < blocks; ++b) {
            float v[8][lanes];
            load(8 * b, v);
#pragma unroll
            for (int m = 0; m < 8; ++m) {
#pragma unroll
                for (int t = 0; t < 8; ++t) {
                    const int tap = 8 * b + m - t;
                    if (tap < 0 || tap >= taps) continue;
#pragma unroll
                    for (int n = 0; n < lanes; ++n)
                        sums[t][n] = __fmaf_rn(w[tap], v[m][n], sums[t][n]);
                }
            }
        }
    }
};

/// Any number of weights: 8 * blocks - 7, or fewer and some of 0 at the end. Eight are a chain, and the
/// chains are added up.
struct ManyWeights {
    static constexpr int alignment = 4;
    int blocks;

    [[nodiscard]] __host__ __device__ int samples() const { return 8 * blocks; }
    [[nodiscard]] __host__ __device__ int weightCount() const { return 8 * blocks; }

    template <int lanes, class Load>
    __device__ void sum(const float* weights, Load load, float (&sums)[8][lanes]) const {
        float part[8][lanes] = {};
        float w[16] = {};  // those of the block before, then this one's
#pragma unroll 2
        for (int b = 0; b < blocks; ++b) {
            float v[8][lanes];
            load(8 * b, v);
            float next[8];
            loadQuads<2>(weights + 8 * b, next);
#pragma unroll
            for (int i = 0; i < 8; ++i)
                w[i] = w[8 + i], w[8 + i] = next[i];
#pragma unroll
            for (int m = 0; m < 8; ++m) {
#pragma unroll
                for (int n = 0; n < lanes; ++n)  // sample m is the first of a chain of sum m
                    sums[m][n] += part[m][n], part[m][n] = 0;
#pragma unroll
                for (int t = 0; t < 8; ++t) {
#pragma unroll
                    for (int n = 0; n < lanes; ++n)
                        part[t][n] = __fmaf_rn(w[8 + m - t], v[m][n], part[t][n]);
                }
            }
        }
#pragma unroll
        for (int t = 0; t < 8; ++t) {
#pragma unroll
            for (int n = 0; n < lanes; ++n)
                sums[t][n] += part[t][n];
        }
    }
};

/// 8 * eights + rest weights of 1. The sums of 2, 4 and 8 samples are made from one another, for each sample
/// of those that end with it; `rest` is 1, 3, 5 or 7.
template <int rest>
struct Ones {
    static constexpr int alignment = (rest - 1) % 4 == 0 ? 4 : 2;
    int eights;

    [[nodiscard]] __host__ __device__ int samples() const { return 8 * eights + rest + 7; }
    [[nodiscard]] __host__ __device__ int weightCount() const { return 0; }

    template <int lanes, class Load>
    __device__ void sum(const float*, Load load, float (&sums)[8][lanes]) const {
        // The first `rest` samples of each sum; `past` keeps what the next block's sums of 2, 4 and 8 need.
        Past<lanes> past = {};
        float v[8 + rest - 1][lanes];
        load(0, v);
#pragma unroll
        for (int n = 0; n < lanes; ++n) {
            float two[7 + rest];
            float four[7 + rest];
#pragma unroll
            for (int i = 1; i < 7 + rest; ++i)
                two[i] = v[i][n] + v[i - 1][n];
#pragma unroll
            for (int i = 3; i < 7 + rest; ++i)
                four[i] = two[i] + two[i - 2];
#pragma unroll
            for (int t = 0; t < 8; ++t) {
                const int end = t + rest - 1;
                if constexpr (rest == 1) sums[t][n] = v[end][n];
                if constexpr (rest == 3) sums[t][n] = two[end] + v[end - 2][n];
                if constexpr (rest == 5) sums[t][n] = four[end] + v[end - 4][n];
                if constexpr (rest == 7) sums[t][n] = (four[end] + two[end - 4]) + v[end - 6][n];
            }
            past.keep(n, v[6 + rest][n], two[5 + rest], two[6 + rest], &four[3 + rest]);
        }
#pragma unroll 2
        for (int block = 1; block <= eights; ++block) {
            float next[8][lanes];
            load(8 * block + rest - 1, next);
#pragma unroll
            for (int n = 0; n < lanes; ++n)
                addEights(next, n, past, sums);
        }
    }

  private:
    /// The last sample, and the last sums of 2 and of 4.
    template <int lanes>
    struct Past {
        float one[lanes];
        float two[2][lanes];
        float four[4][lanes];

        __device__ void keep(int n, float last, float two0, float two1, const float* fours) {
            one[n] = last;
            two[0][n] = two0;
            two[1][n] = two1;
#pragma unroll
            for (int i = 0; i < 4; ++i)
                four[i][n] = fours[i];
        }
    };

    template <int lanes>
    __device__ static void addEights(const float (&v)[8][lanes], int n, Past<lanes>& past,
                                     float (&sums)[8][lanes]) {
        float two[8];
        float four[8];
#pragma unroll
        for (int i = 0; i < 8; ++i)
            two[i] = v[i][n] + (i < 1 ? past.one[n] : v[i - 1][n]);
#pragma unroll
        for (int i = 0; i < 8; ++i)
            four[i] = two[i] + (i < 2 ? past.two[i][n] : two[i - 2]);
#pragma unroll
        for (int i = 0; i < 8; ++i)
            sums[i][n] += four[i] + (i < 4 ? past.four[i][n] : four[i - 4]);
        past.keep(n, v[7][n], two[6], two[7], &four[4]);
    }
};

}  // namespace burin::gpu::convolution
