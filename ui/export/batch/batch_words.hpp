// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for the states of rows.

#include "ui/export/machines/machine_words.hpp"

#include <cstdint>

namespace burin::ui {

/// The state of a row of a table.
enum class RowState : std::uint8_t { unchecked, ready, done, problem, skipped, running, failed, stopped };

/// Word, icon and colour of a state.
[[nodiscard]] StateLook lookOf(RowState state);

}  // namespace burin::ui
