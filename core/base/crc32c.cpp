// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32c.hpp"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace burin {
namespace {

using Table = std::array<std::array<std::uint32_t, 256>, 8>;

/// Table k holds the effect of a byte that is followed by k more bytes.
constexpr Table makeTables() {
    constexpr std::uint32_t polynomial = 0x82F63B78U;  // bits reflected
    Table tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? crc >> 1U ^ polynomial : crc >> 1U;
        tables[0][byte] = crc;
    }
    for (std::size_t byte = 0; byte < 256; ++byte) {
        for (std::size_t k = 1; k < 8; ++k)
            tables[k][byte] = tables[k - 1][byte] >> 8U ^ tables[0][tables[k - 1][byte] & 0xFFU];
    }
    return tables;
}

constexpr Table tables = makeTables();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32cByInstruction(std::span<const std::byte> data) {
    std::uint64_t crc = 0xFFFFFFFFU;
    while (data.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data.data(), 8);
        crc = _mm_crc32_u64(crc, word);
        data = data.subspan(8);
    }
    for (const std::byte byte : data)
        crc = _mm_crc32_u8(static_cast<std::uint32_t>(crc), static_cast<std::uint8_t>(byte));
    return ~static_cast<std::uint32_t>(crc);
}
#endif

}  // namespace

std::uint32_t crc32cByTable(std::span<const std::byte> data) {
    std::uint32_t crc = 0xFFFFFFFFU;
    const auto at = [&](std::size_t i) { return static_cast<std::uint32_t>(data[i]); };
    while (data.size() >= 8) {
        const std::uint32_t low = crc ^ (at(0) | at(1) << 8U | at(2) << 16U | at(3) << 24U);
        crc = tables[7][low & 0xFFU] ^ tables[6][low >> 8U & 0xFFU] ^ tables[5][low >> 16U & 0xFFU] ^
              tables[4][low >> 24U] ^ tables[3][at(4)] ^ tables[2][at(5)] ^ tables[1][at(6)] ^
              tables[0][at(7)];
        data = data.subspan(8);
    }
    for (const std::byte byte : data)
        crc = crc >> 8U ^ tables[0][(crc ^ static_cast<std::uint32_t>(byte)) & 0xFFU];
    return ~crc;
}

std::uint32_t crc32c(std::span<const std::byte> data) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("sse4.2")) return crc32cByInstruction(data);
#endif
    return crc32cByTable(data);
}

}  // namespace burin
