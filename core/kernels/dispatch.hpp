// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Kernels are compiled once for each instruction set: every `core/kernels/<name>_kernels.cpp` is built with
// BURIN_ISA set to `baseline`, `avx2` and `avx512` and puts its functions into `namespace burin::BURIN_ISA`.
// The bytes that a kernel computes never depend on the set: no fma, no reassociation, only wider registers.
//
// A kernel source includes only C headers, plain headers without <cmath>, and its own header. Otherwise the
// linker might keep an inline function of the standard library that was compiled for AVX-512, and use it
// everywhere.
//
//     // blend_kernels.hpp
//     struct BlendKernels { void (*multiply)(float* value, const float* mask, std::int64_t count); };
//     BURIN_DECLARE_KERNELS(BlendKernels, blendKernels)         // outside of any namespace
//     // blend_kernels.cpp
//     namespace burin::BURIN_ISA {
//     static void multiply(float* value, const float* mask, std::int64_t count) {...}
//     const BlendKernels blendKernels = {&multiply};
//     }
//     // at the place of use
//     blendKernels().multiply(value, mask, count);

namespace burin {

enum class InstructionSet { baseline, avx2, avx512 };

/// The best set of this processor, or the lower one named by the environment variable BURIN_CPU (`baseline`,
/// `avx2`, `avx512`). Read once.
[[nodiscard]] InstructionSet instructionSet();

/// The set's name in the form that BURIN_CPU takes.
[[nodiscard]] const char* instructionSetName(InstructionSet set);

/// Whether this processor and this build can run `set`.
[[nodiscard]] bool supported(InstructionSet set);

}  // namespace burin

#if defined(BURIN_HAS_AVX2)
#define BURIN_SELECT_KERNELS(set, name)             \
    ((set) == InstructionSet::avx512 ? avx512::name \
     : (set) == InstructionSet::avx2 ? avx2::name   \
                                     : baseline::name)
#else
#define BURIN_SELECT_KERNELS(set, name) ((void)(set), baseline::name)
#endif

/// Declares the tables `name` of all instruction sets and the function `name(set)` that selects one; without
/// an argument it selects the set in use.
#define BURIN_DECLARE_KERNELS(Table, name)                                          \
    namespace burin::baseline {                                                     \
    extern const Table name;                                                        \
    }                                                                               \
    namespace burin::avx2 {                                                         \
    extern const Table name;                                                        \
    }                                                                               \
    namespace burin::avx512 {                                                       \
    extern const Table name;                                                        \
    }                                                                               \
    namespace burin {                                                               \
    [[nodiscard]] inline const Table& name(InstructionSet set = instructionSet()) { \
        return BURIN_SELECT_KERNELS(set, name);                                     \
    }                                                                               \
    }
