// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/machine_description.hpp"
#include "core/remote/credentials.hpp"

#include <chrono>
#include <stop_token>

namespace burin {

/// Asks a machine what it can take and what it is doing. Waits for the answer.
/// \param stop  ends the wait
/// \throws UsageError where it refuses; SinkError where it does not answer in time, or the wait is ended
[[nodiscard]] MachineDescription queryMachine(const MachineAddress& address, const Credentials& credentials,
                                              std::chrono::milliseconds patience = std::chrono::seconds(5),
                                              const std::stop_token& stop = {});

}  // namespace burin
