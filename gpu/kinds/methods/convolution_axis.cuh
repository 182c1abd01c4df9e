// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sums along one axis. A thread computes `outs` neighbouring sums, a multiple of eight, from samples that it
// reads once, in order, eight at a time.
//
// An Axis says how many samples are needed, and adds them up:
//
//     static constexpr int history;                // samples before the first eight
//     static constexpr bool fillsUp;               // weights of 0 may meet samples beyond a sum's own
//     static constexpr bool unweighted;            // the sums are still to be scaled
//     static constexpr int mostSamples; // the largest samples(8)
//     int samples(int outs) const;
//     int weightCount() const;
//     auto hold(const float* weights) const;       // what a thread keeps of them from sum to sum
//     template <int outs, class Load>
//     void sum(const Held& held, Load load, float (&sums)[outs]) const;
//
// load(first, samples) reads the samples from `first` on; their type gives their number. `first` is 0, or a
// multiple of eight after the history. Each sum uses only its own samples, in the same order for all
// neighbours.

#include "gpu/kinds/methods/convolution_tile.cuh"

namespace burin::gpu::convolution {

/// A single weight of 1.
struct Identity {
    static constexpr int history = 0;
    static constexpr bool fillsUp = false;
    static constexpr bool unweighted = false;
    static constexpr int mostSamples = 8;
    struct Held {};

    [[nodiscard]] __host__ __device__ int samples(int outs) const { return outs; }
    [[nodiscard]] __host__ __device__ int weightCount() const { return 0; }
    [[nodiscard]] __device__ Held hold(const float*) const { return {}; }

    template <int outs, class Load>
    __device__ void sum(const Held&, Load load, float (&sums)[outs]) const {
        load(0, sums);
    }
};

/// 8 * blocks - 7 weights, or fewer and zeros at the end; each sum is a single chain. The weights are read
/// from the kernel's parameters and stay in uniform registers.
template <int blocks>
struct FewWeights {
    static constexpr int history = 0;
    static constexpr bool fillsUp = true;
    static constexpr bool unweighted = false;
    static constexpr int taps = 8 * blocks - 7;
    static constexpr int mostSamples = taps + 7;
    struct Held {
        const float* weights;
    };

    [[nodiscard]] __host__ __device__ int samples(int outs) const { return taps - 1 + outs; }
    [[nodiscard]] __host__ __device__ int weightCount() const { return taps; }
    [[nodiscard]] __device__ Held hold(const float* weights) const { return {weights}; }

    template <int outs, class Load>
    __device__ void sum(const Held& held, Load load, float (&sums)[outs]) const {
#pragma unroll
        for (int t = 0; t < outs; ++t)
            sums[t] = 0;
#pragma unroll
        for (int first = 0; first < taps - 1 + outs; first += 8) {
            float v[8];
            load(first, v);
#pragma unroll
            for (int m = 0; m < 8; ++m) {
#pragma unroll
                for (int t = 0; t < outs; ++t) {
                    const int tap = first + m - t;
                    if (tap >= 0 && tap < taps) sums[t] = __fmaf_rn(held.weights[tap], v[m], sums[t]);
                }
            }
        }
    }
};

/// Any number of weights: 8 * blocks - 7, or fewer and zeros at the end. Every eight form a chain, and the
/// chains are added up.
struct ManyWeights {
    static constexpr int history = 0;
    static constexpr bool fillsUp = true;
    static constexpr bool unweighted = false;
    static constexpr int mostOuts = 16;
    static constexpr int mostSamples = 255 + 7 + 2;
    struct Held {
        const float* weights;
    };
    int blocks;

    [[nodiscard]] __host__ __device__ int samples(int outs) const { return 8 * (blocks - 1) + outs; }
    /// Includes the zeros for samples that only later sums need.
    [[nodiscard]] __host__ __device__ int weightCount() const { return 8 * (blocks - 1) + mostOuts; }
    [[nodiscard]] __device__ Held hold(const float* weights) const { return {weights}; }

    template <int outs, class Load>
    __device__ void sum(const Held& held, Load load, float (&sums)[outs]) const {
        static_assert(outs <= mostOuts);
        float part[outs] = {};
        float w[outs + 8] = {};  // the last eight belong to this block
#pragma unroll
        for (int t = 0; t < outs; ++t)
            sums[t] = 0;
#pragma unroll 2
        for (int first = 0; first < samples(outs); first += 8) {
            float v[8];
            load(first, v);
#pragma unroll
            for (int i = 0; i < outs; ++i)
                w[i] = w[i + 8];
            float next[8];
            loadQuads<2>(held.weights + first, next);
#pragma unroll
            for (int i = 0; i < 8; ++i)
                w[outs + i] = next[i];
#pragma unroll
            for (int m = 0; m < 8; ++m) {
#pragma unroll
                for (int t = m; t < outs; t += 8)  // sums whose chains start with this sample
                    sums[t] += part[t], part[t] = 0;
#pragma unroll
                for (int t = 0; t < outs; ++t)
                    part[t] = __fmaf_rn(w[outs + m - t], v[m], part[t]);
            }
        }
#pragma unroll
        for (int t = 0; t < outs; ++t)
            sums[t] += part[t];
    }
};

/// 8 * eights + rest weights of 1; `rest` is 1, 3, 5 or 7. For each sample, sums of the last 2, 4 and 8
/// samples are computed from one another. `fixedEights` is the number of eights if it is known at compile
/// time, else 0.
template <int rest, int fixedEights = 0>
struct Ones {
    static constexpr int history = rest - 1;
    static constexpr bool fillsUp = false;
    static constexpr bool unweighted = true;
    static constexpr int mostSamples = (fixedEights > 0 ? 8 * fixedEights + rest : 255) + 7;
    struct Held {};
    int eights = fixedEights;

    [[nodiscard]] __host__ __device__ int samples(int outs) const { return 8 * eights + rest - 1 + outs; }
    [[nodiscard]] __host__ __device__ int weightCount() const { return 0; }
    [[nodiscard]] __device__ Held hold(const float*) const { return {}; }

    template <int outs, class Load>
    __device__ void sum(const Held&, Load load, float (&sums)[outs]) const {
        Doubled d = {};
        if constexpr (history > 0) {
            float v[history];
            load(0, v);
            d.begin(v);
        }
        const int last = (fixedEights > 0 ? fixedEights : eights) + outs / 8 - 1;
#pragma unroll(fixedEights > 0 ? fixedEights + outs / 8 : 2)
        for (int block = 0; block <= last; ++block) {
            float v[8];
            load(history + 8 * block, v);
            d.next(v);
#pragma unroll
            for (int group = 0; group < outs / 8; ++group) {
                const int number = block - group;  // index of the sums of eight that end in this block
                if (number < 0 || number > last + 1 - outs / 8) continue;
#pragma unroll
                for (int i = 0; i < 8; ++i) {
                    float& sum = sums[8 * group + i];
                    sum = number == 0 ? d.first(i) : sum + d.eight(i);
                }
            }
        }
    }

  private:
    /// The latest eight samples, the sums that end with each of them, and as many older sums as are needed.
    struct Doubled {
        static constexpr int old = 6;
        float one[old + 8];
        float two[old + 8];
        float four[old + 8];

        __device__ void begin(const float (&v)[history > 0 ? history : 1]) {
#pragma unroll
            for (int i = 0; i < history; ++i)
                one[old + 8 - history + i] = v[i];
#pragma unroll
            for (int i = 1; i < old + 8; ++i)
                two[i] = one[i] + one[i - 1];
        }
        __device__ void next(const float (&v)[8]) {
#pragma unroll
            for (int i = 0; i < old; ++i)
                one[i] = one[i + 8], two[i] = two[i + 8], four[i] = four[i + 8];
#pragma unroll
            for (int i = 0; i < 8; ++i)
                one[old + i] = v[i];
#pragma unroll
            for (int i = old; i < old + 8; ++i)
                two[i] = one[i] + one[i - 1];
#pragma unroll
            for (int i = old; i < old + 8; ++i)
                four[i] = two[i] + two[i - 2];
        }
        /// The sum of the `rest` samples that ends with sample i.
        [[nodiscard]] __device__ float first(int i) const {
            if constexpr (rest == 1) return one[old + i];
            if constexpr (rest == 3) return two[old + i] + one[old + i - 2];
            if constexpr (rest == 5) return four[old + i] + one[old + i - 4];
            return (four[old + i] + two[old + i - 4]) + one[old + i - 6];
        }
        [[nodiscard]] __device__ float eight(int i) const {
            return four[old + i] + four[old + i - 4];
        }
    };
};

}  // namespace burin::gpu::convolution
