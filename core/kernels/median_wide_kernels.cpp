// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/median_kernels.hpp"

#include "core/kernels/median_network.hpp"

// These networks have thousands of operations; in a separate file they compile in parallel to the others.

namespace burin::BURIN_ISA {

extern const WideMedianKernels wideMedianKernels = {{{4, 4, &medians<4, 4>}, {5, 4, &medians<5, 4>}}};

}  // namespace burin::BURIN_ISA
