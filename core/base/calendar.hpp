// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace burin {

/// The seconds from the beginning of 1970 to a time such as "2027-01-31T12:00:00Z". Nothing if the text has
/// another form, and for days and times that do not exist: 30 February, the year 0000, 24:00:00, second 60.
///
/// Pure; thread-safe.
[[nodiscard]] std::optional<std::int64_t> secondsUntil(std::string_view text);

}  // namespace burin
