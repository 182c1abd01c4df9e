// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Registers of numbers at any place in memory; for kernel sources only. The functions have internal linkage
// because each instruction set compiles its own copy.
//
// Each copy is a single instruction. A pointer to a type with less alignment is not portable: clang 16 still
// emits instructions that take aligned places only.

#ifndef BURIN_ISA
#define BURIN_ISA header_check
#endif

// Everything is inlined, so no call passes a register that the set does not have.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace burin::BURIN_ISA {

template <class Register>
[[gnu::always_inline]] static inline Register unaligned(const void* from) {
    Register value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}

template <class Register>
[[gnu::always_inline]] static inline void setUnaligned(void* to, Register value) {
    __builtin_memcpy(to, &value, sizeof value);
}

}  // namespace burin::BURIN_ISA
