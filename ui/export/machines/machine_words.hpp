// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for the state of machines and of their jobs.

#include "core/protocol/machine_description.hpp"
#include "ui/theme/theme.hpp"

#include <QString>

namespace burin::ui {

/// The present activity of the machine.
[[nodiscard]] QString nowWords(const MachineDescription& machine);

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
/// The same, with the number of a state that this version does not know.
[[nodiscard]] StateLook lookOf(const TransferStatus& status, bool reconnecting = false);

}  // namespace burin::ui
