// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dispatch.hpp"

#include <cstdint>

namespace burin {

/// Packs samples for the machine, one row at a time; see the root's section of the format page.
struct PackKernels {
    /// clamp(value, 0, 1), or 1 minus that if `invert`. In place.
    void (*clamp)(float* value, bool invert, std::int64_t count);
    /// floor(clamp(v, 0, 1) * steps + 0.5) / steps, the value that is written. In place.
    /// \param steps  at most 65535
    void (*quantise)(float* value, float steps, std::int64_t count);
    /// floor(clamp(v, 0, 1) * 255 + 0.5)
    void (*to8)(const float* value, std::uint8_t* out, std::int64_t count);
    /// floor(clamp(v, 0, 1) * 65535 + 0.5), little endian
    void (*to16)(const float* value, std::uint8_t* out, std::int64_t count);
    /// floor(clamp(v, 0, 1) + 0.5), the first sample in the highest bit, pad bits 0
    void (*to1)(const float* value, std::uint8_t* out, std::int64_t count);
    /// floor(clamp(v, 0, 1) + t), bits as above; the k-th sample's t is threshold[(x + k) mod side].
    /// \pre side is a power of two; the first 7 thresholds are repeated after the last
    void (*dithered)(const float* value, const float* threshold, std::int64_t x, int side, std::uint8_t* out,
                     std::int64_t count);
};

}  // namespace burin

BURIN_DECLARE_KERNELS(PackKernels, packKernels)
