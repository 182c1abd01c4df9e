// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.hpp"
#include "core/remote/address.hpp"

#include <cstdint>
#include <vector>

namespace burin {

/// Receive window of a connection until it is widened, in bytes; the system raises it to its minimum. Kept
/// small because received bytes of strangers cost many times their size in memory.
constexpr int narrowWindow = 1;

/// Opens sockets that listen at all addresses of a host's name, all on the same port. Accepted connections
/// have a small receive window.
/// \param address  port 0 means any free port; the port that was found is written there \throws UsageError
[[nodiscard]] std::vector<Descriptor> listenAt(MachineAddress& address);

/// The inode of an open file or socket, which identifies it across descriptors; 0 if it is not open.
[[nodiscard]] std::uint64_t inodeOf(int descriptor);

/// Whether the other side has already closed or reset the connection without sending anything.
[[nodiscard]] bool isGone(int socket);

/// Raises a connection's receive window to the system's maximum.
void widen(int socket);

/// The bytes received on a connection so far.
[[nodiscard]] std::uint64_t receivedBytes(int socket);

/// Resets a connection at once, so that nothing of it stays in this computer's tables.
void resetConnection(Descriptor socket);

/// How many more files this process can open.
[[nodiscard]] int filesLeft();

}  // namespace burin
