// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace burin {

/// How many rows parallelRows() works on at once: one for each core.
[[nodiscard]] int rowsAtOnce();

/// Calls `row` once for each of 0 .. rows - 1, from several threads in no order, and waits for all of them.
///
/// The rows are handed over by standard threads, so that ThreadSanitizer sees every hand-over.
/// \throws what a row threw first; rows that had not begun by then are left out
void parallelRows(std::int64_t rows, const std::function<void(std::int64_t)>& row);

}  // namespace burin
