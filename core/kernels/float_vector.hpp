// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The widest register of samples in the instruction set; for kernel sources only. The functions have internal
// linkage because each set compiles its own copy.

#include "core/kernels/unaligned.hpp"

#include <cstdint>

namespace burin::BURIN_ISA {

#if defined(__AVX512F__)
#define BURIN_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define BURIN_VECTOR_BYTES 32
#else
#define BURIN_VECTOR_BYTES 16
#endif

using FloatVector = float __attribute__((vector_size(BURIN_VECTOR_BYTES)));
constexpr std::int64_t vectorLanes = BURIN_VECTOR_BYTES / 4;

/// Reads one vector of samples. A single float is a vector of one.
template <class T>
[[gnu::always_inline]] static inline T load(const float* from) {
    return unaligned<T>(from);
}
template <>
[[gnu::always_inline]] inline float load<float>(const float* from) {
    return *from;
}

[[gnu::always_inline]] static inline void store(float* to, FloatVector value) {
    setUnaligned(to, value);
}
[[gnu::always_inline]] static inline void store(float* to, float value) {
    *to = value;
}

// GCC compiles this to a single instruction.
template <class T>
[[gnu::always_inline]] static inline T lesser(T a, T b) {
    return a < b ? a : b;
}
template <class T>
[[gnu::always_inline]] static inline T greater(T a, T b) {
    return a > b ? a : b;
}

}  // namespace burin::BURIN_ISA
