// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/median_kernels.hpp"

#include "core/kernels/median_network.hpp"

// Thousands of operations in a row: a file of their own lets them compile beside the others.

namespace burin::BURIN_ISA {

extern const WideMedianKernels wideMedianKernels = {{{4, 4, &medians<4, 4>}, {5, 4, &medians<5, 4>}}};

}  // namespace burin::BURIN_ISA
