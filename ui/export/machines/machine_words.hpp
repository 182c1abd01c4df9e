// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What machines can take, and how jobs on them stand, as people read it.

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
/// What it does at this moment.
[[nodiscard]] QString nowWords(const MachineDescription& machine);
/// Why it cannot take a job, and what would be right; empty where it can.
[[nodiscard]] QString misfitWords(const QString& name, const MachineDescription& machine,
                                  const StreamJob& job);

/// Why there is no connection, without the chain of reasons that a library gives.
[[nodiscard]] QString connectionWords(const std::string& reason);
/// `once`, `3 times`.
[[nodiscard]] QString timesWords(std::int64_t times);

/// Whether it has a job that is not engraved to its end.
[[nodiscard]] bool hasUnfinishedJob(const MachineDescription& machine);

/// How a job's state shows: never by colour alone.
struct StateLook {
    QString word;
    QString icon;
    Role role;
};

/// How a stream's state shows: never by colour alone. \param reconnecting  it was connected before
[[nodiscard]] StateLook lookOf(StreamStatus::State state, bool reconnecting = false);

}  // namespace burin::ui
