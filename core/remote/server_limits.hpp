// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace burin {

/// What a controller spends on connections, streams and messages before it knows their sender.
///
/// Together they bound the memory of strangers: a connection takes about 0.2 MiB, a call that waits for
/// `begin` the 2 MiB of a message, and a call that is cancelled at once 8 KiB for 30 bytes that were sent.
struct ServerLimits {
    int connections = 64;           ///< at once, whoever they are from
    int connectionsOfAddress = 16;  ///< of one address; a network of 64 bits counts as one
    int streams = 4;                ///< of one connection
    int threads = 8;                ///< for calls whose sender is not admitted; half of them for one address
    int strangersCalls = 32;        ///< on a connection, one after another, of which nothing comes
    std::uint64_t strangersBytes = 10 << 10;  ///< from a connection, until a sender is admitted on it
    std::chrono::milliseconds handshake = std::chrono::seconds(5);  ///< up to the first call
    std::chrono::milliseconds begin = std::chrono::seconds(10);     ///< up to `begin`, and between two calls
};

}  // namespace burin
