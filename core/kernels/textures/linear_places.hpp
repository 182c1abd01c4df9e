// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Samples interpolated between four neighbours, several at once. For kernel sources only; everything has
// internal linkage.

#include "core/kernels/unaligned.hpp"

#include <cstddef>
#include <cstdint>

namespace burin::BURIN_ISA {

// Two neighbours are read as one number: gathering would be slower on many processors.
#if defined(__AVX2__)
#define BURIN_PLACES 8
#else
#define BURIN_PLACES 4
#endif
constexpr int placesAtATime = BURIN_PLACES;
using PlaceFloats = float __attribute__((vector_size(BURIN_PLACES * 4)));
using PlacePairs = std::int64_t __attribute__((vector_size(BURIN_PLACES * 4)));

[[gnu::always_inline]] static inline PlaceFloats placeFloats(const float* from) {
    return unaligned<PlaceFloats>(from);
}

/// The sample at each offset, and the one to its right.
struct Neighbours {
    PlaceFloats left;
    PlaceFloats right;
};

[[gnu::always_inline]] static inline Neighbours neighboursAt(const float* samples,
                                                             const std::int32_t* offsets) {
    const auto pair = [&](int k) {
        std::int64_t both;
        __builtin_memcpy(&both, samples + offsets[k], sizeof both);
        return both;
    };
    // The samples are arranged such that a shuffle inside lanes of 128 bits puts them in order.
#if BURIN_PLACES == 8
    const auto a = reinterpret_cast<PlaceFloats>(PlacePairs{pair(0), pair(1), pair(4), pair(5)});
    const auto b = reinterpret_cast<PlaceFloats>(PlacePairs{pair(2), pair(3), pair(6), pair(7)});
    return {__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14),
            __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)};
#else
    const auto a = reinterpret_cast<PlaceFloats>(PlacePairs{pair(0), pair(1)});
    const auto b = reinterpret_cast<PlaceFloats>(PlacePairs{pair(2), pair(3)});
    return {__builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7)};
#endif
}

/// The samples at `placesAtATime` places: `u` and `v` are the shares of the right and of the lower
/// neighbours.
[[gnu::always_inline]] static inline PlaceFloats interpolated(const float* samples, std::ptrdiff_t stride,
                                                              const std::int32_t* offsets, PlaceFloats u,
                                                              PlaceFloats v) {
    const Neighbours above = neighboursAt(samples, offsets);
    const Neighbours below = neighboursAt(samples + stride, offsets);
    const PlaceFloats upper = above.left + (above.right - above.left) * u;
    const PlaceFloats lower = below.left + (below.right - below.left) * u;
    return upper + (lower - upper) * v;
}

}  // namespace burin::BURIN_ISA
