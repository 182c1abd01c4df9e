// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kernels are compiled once for each instruction set: every `core/kernels/<name>_kernels.cpp` is built with
// BURIN_ISA set to `baseline`, `avx2` and `avx512` and puts its functions into `namespace burin::BURIN_ISA`.
// The bytes that a kernel computes never depend on the set: no fma, no reassociation, only wider registers.
//
// A kernel source includes nothing but C headers, <cmath>-free plain headers and its own: an inline function
// of the standard library that is compiled here for AVX-512 could otherwise be the copy that the linker keeps
// for everybody.
//
//     // blend_kernels.hpp
//     struct BlendKernels { void (*multiply)(float* value, const float* mask, std::int64_t count); };
//     BURIN_DECLARE_KERNELS(BlendKernels, blendKernels)         // outside of any namespace
//     // blend_kernels.cpp
//     namespace burin::BURIN_ISA {
//     static void multiply(float* value, const float* mask, std::int64_t count) {...}
//     const BlendKernels blendKernels = {&multiply};
//     }
//     // wherever it is used
//     blendKernels().multiply(value, mask, count);

namespace burin {

enum class InstructionSet { baseline, avx2, avx512 };

/// The best set of this processor, or the lower one that the environment variable BURIN_CPU names
/// (`baseline`, `avx2`, `avx512`). Read once.
[[nodiscard]] InstructionSet instructionSet();

/// The set's name as BURIN_CPU takes it.
[[nodiscard]] const char* instructionSetName(InstructionSet set);

/// Whether this processor, and this build, can run `set`.
[[nodiscard]] bool supported(InstructionSet set);

}  // namespace burin

#if defined(BURIN_HAS_AVX2)
#define BURIN_SELECT_KERNELS(set, name)                                    \
    ((set) == InstructionSet::avx512 ? avx512::name                        \
     : (set) == InstructionSet::avx2 ? avx2::name                          \
                                     : baseline::name)
#else
#define BURIN_SELECT_KERNELS(set, name) ((void)(set), baseline::name)
#endif

/// Declares the tables `name` of all instruction sets and the function `name(set)` that picks one;
/// without an argument it picks the set in use.
#define BURIN_DECLARE_KERNELS(Table, name)                                            \
    namespace burin::baseline {                                                       \
    extern const Table name;                                                          \
    }                                                                                 \
    namespace burin::avx2 {                                                           \
    extern const Table name;                                                          \
    }                                                                                 \
    namespace burin::avx512 {                                                         \
    extern const Table name;                                                          \
    }                                                                                 \
    namespace burin {                                                                 \
    [[nodiscard]] inline const Table& name(InstructionSet set = instructionSet()) {   \
        return BURIN_SELECT_KERNELS(set, name);                                       \
    }                                                                                 \
    }
