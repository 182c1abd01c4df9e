// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/descriptor.hpp"
#include "core/remote/address.hpp"

#include <cstdint>
#include <vector>

namespace burin {

/// What a connection takes in at once until it is widened, in bytes; the system makes it the least it has. A
/// stranger's bytes cost many times their size once they are read.
constexpr int narrowWindow = 1;

/// Sockets that listen at all addresses which a host's name means, all of them at one port.
/// \param address  port 0: any that is free; the one that was found is written there
/// What they accept has a narrow window. \throws UsageError
[[nodiscard]] std::vector<Descriptor> listenAt(MachineAddress& address);

/// The inode of an open file or socket, by which another descriptor is known to be the same; 0 where none is
/// open.
[[nodiscard]] std::uint64_t inodeOf(int descriptor);

/// Whether the other side has hung up already, or reset the connection, without a word.
[[nodiscard]] bool isGone(int socket);

/// Lets a connection take in as much at once as the system allows.
void widen(int socket);

/// How many bytes have come on a connection.
[[nodiscard]] std::uint64_t receivedBytes(int socket);

/// Closes a connection at once and for good: nothing of it stays in this computer's tables.
void resetConnection(Descriptor socket);

/// How many more files this process can open.
[[nodiscard]] int filesLeft();

}  // namespace burin
