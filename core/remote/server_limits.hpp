// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace burin {

/// Limits of connections, streams and messages before their sender is known.
///
/// Together they bound the memory that strangers can use. A connection takes about 0.2 MiB, a call that waits
/// for `begin` the 2 MiB of a message, and a call that is cancelled at once takes 8 KiB for 30 bytes sent.
struct ServerLimits {
    int connections = 64;           ///< connections at once, from everywhere
    int connectionsOfAddress = 16;  ///< connections from one address; an IPv6 network of 64 bits counts as
                                    ///< one
    int streams = 4;                ///< streams on one connection
    /// for calls without an admitted sender; one address may use half of them
    int threads = 8;
    int strangersCalls = 32;  ///< calls on one connection, one after another, that have no result
    std::uint64_t strangersBytes = 10 << 10;  ///< bytes on a connection until a sender is admitted
    std::chrono::milliseconds handshake = std::chrono::seconds(5);  ///< time up to the first call
    std::chrono::milliseconds begin = std::chrono::seconds(10);     ///< time up to `begin`, and between two
                                                                    ///< calls
};

}  // namespace burin
