// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Discrete Fourier transforms of eight signals side by side, in binary64.
///
/// Entry i of the signals is 16 numbers: eight real parts, eight imaginary parts. Lengths are powers of 2.
/// All arrays are aligned to 64 bytes.
struct FourierKernels {
    static constexpr std::int64_t batch = 8;
    static constexpr std::int64_t entry = 2 * batch;

    /// Transforms in place. The entries of the result are in a special order, which inverse() expects.
    /// \param twiddles  e^(-2 pi i k / length) for k < length, as pairs
    void (*forward)(double* data, std::int64_t length, const double* twiddles);
    /// The inverse of forward(), times `length`.
    void (*inverse)(double* data, std::int64_t length, const double* twiddles);
    /// data = data * factors, entry by entry, as complex numbers.
    void (*multiply)(double* data, const double* factors, std::int64_t length);
    /// Entry i, signal k of `from` becomes entry k, signal i of `to`; eight entries.
    void (*transpose)(const double* from, double* to);
    /// Separates the transforms of pairs of real signals. Each pair was transformed as one complex signal:
    /// its real part is the signal `even`, its imaginary part the signal `odd`.
    /// \param plus   the entry of a frequency
    /// \param minus  the entry of the opposite frequency
    /// \param even, odd  receive the frequency's entries of the two signals
    void (*separate)(const double* plus, const double* minus, double* even, double* odd);
    /// The inverse of separate().
    void (*join)(const double* even, const double* odd, double* plus, double* minus);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(FourierKernels, fourierKernels)
