// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace burin {

/// XXH64 (Yann Collet, "xxHash, extremely fast non-cryptographic hash algorithm", 2012). It detects damage,
/// not forgery. About 10 GB/s, faster than a disk.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> data, std::uint64_t seed = 0);

}  // namespace burin
