// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/median_kernels.hpp"

#include "core/kernels/median_network.hpp"

namespace burin::BURIN_ISA {

extern const MedianKernels medianKernels = {
    {{1, 2, &medians<1, 2>}, {2, 4, &medians<2, 4>}, {3, 4, &medians<3, 4>}}};

}  // namespace burin::BURIN_ISA
