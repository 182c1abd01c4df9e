// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The problems that a sender reports if a controller keeps it waiting or has served another sender. They
// have no subject.

#include "core/base/problem.hpp"
#include "core/export/transfer_status.hpp"
#include "core/remote/address.hpp"

#include <chrono>
#include <cstdint>

namespace burin {

/// No answer came in time.
/// \param reached  whether a connection was made. If not, and if the host is a name, the name server may be
///         the one that is silent
[[nodiscard]] Problem silenceOf(const MachineAddress& address, bool reached);

/// The machine reports, but does not advance.
/// \param waited  since when; shown in whole seconds
[[nodiscard]] Problem standstillOf(const TransferStatus& status, std::chrono::steady_clock::duration waited);

/// The job is finished, but another sender of the same job has sent the rest of it.
[[nodiscard]] Problem finishedByAnother(std::uint64_t sentBytes, std::uint64_t allBytes);

}  // namespace burin
