// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/median_kernels.hpp"

#include "core/kernels/median_network.hpp"

// These networks have thousands of operations; they are in a separate file, so that it compiles in parallel
// with the others.

namespace burin::BURIN_ISA {

extern const WideMedianKernels wideMedianKernels = {{{4, 4, &medians<4, 4>}, {5, 4, &medians<5, 4>}}};

}  // namespace burin::BURIN_ISA
