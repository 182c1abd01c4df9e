// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The kernels of hash, noise, cell and gradient, defined in expression_noise_kernels.cpp. For kernel sources
// only.

#include "core/kernels/expression_arithmetic.hpp"
#include "core/kernels/expression_kernels.hpp"

namespace burin::BURIN_ISA {

void hashRow(double* out, const KernelInput* in, std::int64_t count);
void noiseRow(double* out, const KernelInput* in, std::int64_t count);
void cellRow(double* out, const KernelInput* in, std::int64_t count);
void gradientRow(double* out, const KernelInput* in, std::int64_t count);

/// The input as an array: its own, or `buffer` filled with its single value.
static inline const double* spread(const KernelInput& in, double* buffer, std::int64_t count) {
    if (!in.uniform) return in.values;
    const double value = *in.values;
    for (std::int64_t i = 0; i < count; ++i)
        buffer[i] = value;
    return buffer;
}

}  // namespace burin::BURIN_ISA
