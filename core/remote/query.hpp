// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"
#include "core/protocol/machine_description.hpp"
#include "core/remote/credentials.hpp"

#include <chrono>
#include <stop_token>

namespace burin {

/// A machine has answered, but no machine can be as it describes itself.
struct ImpossibleMachine : SinkError {
    using SinkError::SinkError;
};

/// Asks a machine for its capabilities and its state. Waits for the answer.
/// \param stop  ends the wait
/// \throws UsageError if it refuses; ImpossibleMachine; SinkError if it does not answer in time or the wait
///         is ended
[[nodiscard]] MachineDescription queryMachine(const MachineAddress& address, const Credentials& credentials,
                                              std::chrono::milliseconds patience = std::chrono::seconds(5),
                                              const std::stop_token& stop = {});

}  // namespace burin
