// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checksum.hpp"

#include <xxhash.h>

namespace burin {

std::uint64_t checksum(std::span<const std::byte> data, std::uint64_t seed) {
    return XXH64(data.data(), data.size(), seed);
}

}  // namespace burin
