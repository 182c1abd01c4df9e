// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/credentials.hpp"
#include "core/stream/machine_description.hpp"

#include <chrono>

namespace burin {

/// Asks a machine what it can take and what it is doing. Waits for the answer.
/// \throws UsageError where it refuses; SinkError where it does not answer in time
[[nodiscard]] MachineDescription queryMachine(const MachineAddress& address, const Credentials& credentials,
                                              std::chrono::milliseconds patience = std::chrono::seconds(5));

}  // namespace burin
