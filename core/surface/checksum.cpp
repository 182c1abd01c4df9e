// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/surface/checksum.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace burin {
namespace {

static_assert(std::endian::native == std::endian::little, "files hold little endian samples");

constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87U;
constexpr std::uint64_t prime2 = 0xC2B2AE3D27D4EB4FU;
constexpr std::uint64_t prime3 = 0x165667B19E3779F9U;
constexpr std::uint64_t prime4 = 0x85EBCA77C2B2AE63U;
constexpr std::uint64_t prime5 = 0x27D4EB2F165667C5U;

template <class Word>
std::uint64_t wordAt(const std::byte* at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

std::uint64_t round(std::uint64_t lane, std::uint64_t word) {
    return std::rotl(lane + word * prime2, 31) * prime1;
}

std::uint64_t avalanche(std::uint64_t hash) {
    hash = (hash ^ hash >> 33U) * prime2;
    hash = (hash ^ hash >> 29U) * prime3;
    return hash ^ hash >> 32U;
}

/// Consumes whole stripes of 32 bytes from the front of `data`.
std::uint64_t hashStripes(std::span<const std::byte>& data, std::uint64_t seed) {
    std::array<std::uint64_t, 4> lanes = {seed + prime1 + prime2, seed + prime2, seed, seed - prime1};
    while (data.size() >= 32) {
        for (std::size_t i = 0; i < 4; ++i) {
            lanes[i] = round(lanes[i], wordAt<std::uint64_t>(data.data() + 8 * i));
        }
        data = data.subspan(32);
    }
    std::uint64_t hash =
        std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
    for (const std::uint64_t lane : lanes)
        hash = (hash ^ round(0, lane)) * prime1 + prime4;
    return hash;
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> data, std::uint64_t seed) {
    const std::uint64_t length = data.size();
    std::uint64_t hash = length >= 32 ? hashStripes(data, seed) : seed + prime5;
    hash += length;
    while (data.size() >= 8) {
        hash = std::rotl(hash ^ round(0, wordAt<std::uint64_t>(data.data())), 27) * prime1 + prime4;
        data = data.subspan(8);
    }
    if (data.size() >= 4) {
        hash = std::rotl(hash ^ wordAt<std::uint32_t>(data.data()) * prime1, 23) * prime2 + prime3;
        data = data.subspan(4);
    }
    for (const std::byte byte : data) {
        hash = std::rotl(hash ^ static_cast<std::uint64_t>(byte) * prime5, 11) * prime1;
    }
    return avalanche(hash);
}

}  // namespace burin
