// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace burin {

/// CRC-32C (Castagnoli, Braeuer and Herrmann, "Optimization of cyclic redundancy-check codes with 24 and 32
/// parity bits", 1993) in the variant of iSCSI (RFC 3720, B.4): reflected, with all bits inverted before and
/// after. A few GB/s, or many times that if the processor has an instruction for it.
[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> data);

/// The same checksum, computed from tables, for processors without that instruction.
[[nodiscard]] std::uint32_t crc32cByTable(std::span<const std::byte> data);

}  // namespace burin
