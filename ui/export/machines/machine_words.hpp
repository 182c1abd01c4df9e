// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for what machines can take and for the state of their jobs.

#include "core/protocol/machine_description.hpp"
#include "ui/theme/theme.hpp"

#include <QString>

namespace burin::ui {

/// `2.1 m × 2.1 m`.
[[nodiscard]] QString fieldWords(const MachineDescription& machine);
/// `1, 8 or 16 bit`.
[[nodiscard]] QString depthWords(const MachineDescription& machine);
/// `rows, swaths of at most 10 000 px; serpentine`.
[[nodiscard]] QString scanWords(const MachineDescription& machine);
/// `10.0 MB/s`.
[[nodiscard]] QString rateWords(const MachineDescription& machine);
/// The present activity of the machine.
[[nodiscard]] QString nowWords(const MachineDescription& machine);
/// Why the machine cannot take the job, and what to change; empty if it can.
[[nodiscard]] QString misfitWords(const QString& name, const MachineDescription& machine,
                                  const TransferJob& job);

/// `once`, `3 times`.
[[nodiscard]] QString timesWords(std::int64_t times);

/// Whether the machine has a job that is not fully engraved.
[[nodiscard]] bool hasUnfinishedJob(const MachineDescription& machine);

/// How a job's state is shown: never by colour alone.
struct StateLook {
    QString word;
    QString icon;
    Role role;
    friend bool operator==(const StateLook&, const StateLook&) = default;
};

/// How a stream's state is shown: never by colour alone. \param reconnecting  it was connected before
[[nodiscard]] StateLook lookOf(TransferStatus::State state, bool reconnecting = false);

}  // namespace burin::ui
