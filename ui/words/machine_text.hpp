// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for what machines can take.

#include "core/protocol/machine_description.hpp"

#include <QString>

#include <cstdint>

namespace burin::ui {

/// `2.1 m × 2.1 m`.
[[nodiscard]] QString fieldWords(const MachineDescription& machine);
/// `1, 8, 16`.
[[nodiscard]] QString depthWords(const MachineDescription& machine);
/// `rows, swaths up to 10 000 px, serpentine`.
[[nodiscard]] QString scanWords(const MachineDescription& machine);
/// `10.0 MB/s`.
[[nodiscard]] QString rateWords(const MachineDescription& machine);
/// Why the machine cannot take the job, and what to change; empty if it can.
[[nodiscard]] QString misfitWords(const QString& name, const MachineDescription& machine,
                                  const TransferJob& job);
/// `once`, `3 times`.
[[nodiscard]] QString timesWords(std::int64_t times);

}  // namespace burin::ui
