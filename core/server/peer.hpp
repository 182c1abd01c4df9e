// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

struct sockaddr;

namespace burin {

/// The other end of a connection.
struct Peer {
    std::string address;  ///< IPv4 or IPv6, without a port
    int port = 0;

    /// The network that counts as one source: an IPv4 address, or the first 64 bits of an IPv6 address,
    /// because one computer can use all addresses below them.
    [[nodiscard]] std::string network() const;

    friend bool operator==(const Peer&, const Peer&) = default;
};

/// Treats an IPv4 address mapped into IPv6 as IPv4. \pre IPv4 or IPv6
[[nodiscard]] Peer peerOf(const sockaddr& address);

/// Parses gRPC's notation: `ipv4:127.0.0.1:4590`, `ipv6:%5B::1%5D:4590`. An unknown form gives port 0.
[[nodiscard]] Peer peerOf(std::string_view grpcName);

}  // namespace burin
