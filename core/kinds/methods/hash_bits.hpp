// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace burin {

/// The steps of the format page's hash of two integers and a seed, for code that hashes one place with
/// several seeds: the hash is hashBits(placeBits(i, j), seed) * 2^-32.

/// The contribution of the place to its hashes.
[[nodiscard]] constexpr std::uint32_t placeBits(std::int64_t i, std::int64_t j) {
    return static_cast<std::uint32_t>(i) * 0x9E3779B1U ^ static_cast<std::uint32_t>(j) * 0x85EBCA77U;
}

/// The 32 random bits of a place.
[[nodiscard]] constexpr std::uint32_t hashBits(std::uint32_t place, std::uint32_t seed) {
    std::uint32_t h = place ^ seed * 0xC2B2AE3DU;
    h ^= h >> 16U;
    h *= 0x7FEB352DU;
    h ^= h >> 15U;
    h *= 0x846CA68BU;
    h ^= h >> 16U;
    return h;
}

}  // namespace burin
