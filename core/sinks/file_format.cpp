// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/file_format.hpp"

#include "core/base/checksum.hpp"

namespace burin {

std::uint64_t addToRun(std::uint64_t run, std::uint64_t chunk) {
    return checksum(std::as_bytes(std::span(&chunk, 1)), run);
}

}  // namespace burin
