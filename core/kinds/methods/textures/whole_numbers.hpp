// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace burin {

/// The largest integer that is not above v. \pre |v| < 2^62
[[nodiscard]] constexpr std::int64_t floorOf(double v) {
    const auto whole = static_cast<std::int64_t>(v);
    return whole - (static_cast<double>(whole) > v ? 1 : 0);
}

/// a / b, rounded down. \pre b > 0
[[nodiscard]] constexpr std::int64_t floorQuotient(std::int64_t a, std::int64_t b) {
    const std::int64_t quotient = a / b;
    return quotient - (quotient * b > a ? 1 : 0);
}

}  // namespace burin
