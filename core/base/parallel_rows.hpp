// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace burin {

/// The number of rows that parallelRows() processes at once: one for each core, unless limitRowsAtOnce() says
/// otherwise.
[[nodiscard]] int rowsAtOnce();
/// Limits what the calling thread processes at once, for an engine that may not use all cores.
/// \param rows  1 or more
void limitRowsAtOnce(int rows);

/// Calls `row` once for each of 0 .. rows - 1, from several threads in no particular order, and waits for all
/// calls.
///
/// Uses standard threads, so that ThreadSanitizer sees every hand-over. If the system starts no more threads,
/// those that run do the work.
/// \param atOnce  the most rows at a time, 1 or more
/// \throws the first exception of a row; rows that had not begun by then are skipped
void parallelRows(std::int64_t rows, const std::function<void(std::int64_t)>& row, int atOnce = rowsAtOnce());

}  // namespace burin
