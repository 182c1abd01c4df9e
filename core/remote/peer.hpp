// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

struct sockaddr;

namespace burin {

/// The other end of a connection.
struct Peer {
    std::string address;  ///< of IPv4 or IPv6, without a port
    int port = 0;

    /// What counts as one place: an IPv4 address, or the first 64 bits of an IPv6 one, of which a single
    /// computer has as many as it likes.
    [[nodiscard]] std::string network() const;

    friend bool operator==(const Peer&, const Peer&) = default;
};

/// An IPv4 address that is mapped into IPv6 is IPv4. \pre IPv4 or IPv6
[[nodiscard]] Peer peerOf(const sockaddr& address);

/// How gRPC calls it: `ipv4:127.0.0.1:4590`, `ipv6:%5B::1%5D:4590`. An unknown form has port 0.
[[nodiscard]] Peer peerOf(std::string_view grpcName);

}  // namespace burin
