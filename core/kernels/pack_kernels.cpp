// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/pack_kernels.hpp"

namespace burin::BURIN_ISA {

static inline float clamped(float v) {
    v = v > 0.0F ? v : 0.0F;
    return v < 1.0F ? v : 1.0F;
}

static void clamp(float* value, bool invert, std::int64_t count) {
    if (invert) {
        for (std::int64_t i = 0; i < count; ++i)
            value[i] = 1.0F - clamped(value[i]);
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            value[i] = clamped(value[i]);
    }
}

// Conversion to an integer truncates, which equals floor for numbers that are not negative.

static void quantise(float* value, float steps, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        value[i] = static_cast<float>(static_cast<std::int32_t>(clamped(value[i]) * steps + 0.5F)) / steps;
}

static void to8(const float* __restrict value, std::uint8_t* __restrict out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        out[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(clamped(value[i]) * 255.0F + 0.5F));
    }
}

static void to16(const float* __restrict value, std::uint8_t* __restrict out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int32_t level = static_cast<std::int32_t>(clamped(value[i]) * 65535.0F + 0.5F);
        out[2 * i] = static_cast<std::uint8_t>(level);
        out[2 * i + 1] = static_cast<std::uint8_t>(level >> 8);
    }
}

static void to1(const float* __restrict value, std::uint8_t* __restrict out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; i += 8) {
        unsigned bits = 0;
        const std::int64_t number = count - i < 8 ? count - i : 8;
        for (std::int64_t k = 0; k < number; ++k) {
            bits |= (clamped(value[i + k]) + 0.5F >= 1.0F ? 0x80U : 0U) >> k;
        }
        out[i / 8] = static_cast<std::uint8_t>(bits);
    }
}

static void dithered(const float* __restrict value, const float* __restrict threshold, std::int64_t x,
                     int side, std::uint8_t* __restrict out, std::int64_t count) {
    for (std::int64_t i = 0; i < count; i += 8) {
        unsigned bits = 0;
        const float* const t = threshold + ((x + i) & (side - 1));
        const std::int64_t number = count - i < 8 ? count - i : 8;
        for (std::int64_t k = 0; k < number; ++k) {
            bits |= (clamped(value[i + k]) + t[k] >= 1.0F ? 0x80U : 0U) >> k;
        }
        out[i / 8] = static_cast<std::uint8_t>(bits);
    }
}

const PackKernels packKernels = {&clamp, &quantise, &to8, &to16, &to1, &dithered};

}  // namespace burin::BURIN_ISA
