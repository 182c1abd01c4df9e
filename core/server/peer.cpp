// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/peer.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace burin {
namespace {

std::string text(int family, const void* address) {
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    const char* const written = ::inet_ntop(family, address, buffer.data(), buffer.size());
    return written == nullptr ? std::string() : written;
}

std::string withoutBrackets(std::string_view host) {
    std::string result;
    for (std::size_t i = 0; i < host.size(); ++i) {
        const std::string_view escape = host.substr(i, 3);
        if (escape == "%5B" || escape == "%5D" || escape == "%5b" || escape == "%5d") {
            i += 2;
        } else if (host[i] != '[' && host[i] != ']') {
            result += host[i];
        }
    }
    return result.substr(0, result.find('%'));  // without the interface
}

}  // namespace

std::string Peer::network() const {
    in6_addr bytes{};
    if (::inet_pton(AF_INET6, address.c_str(), &bytes) != 1) return address;
    std::fill(std::begin(bytes.s6_addr) + 8, std::end(bytes.s6_addr), std::uint8_t{0});
    return text(AF_INET6, &bytes) + "/64";
}

Peer peerOf(const sockaddr& address) {
    if (address.sa_family == AF_INET) {
        sockaddr_in ipv4{};
        std::memcpy(&ipv4, &address, sizeof ipv4);
        return {text(AF_INET, &ipv4.sin_addr), ntohs(ipv4.sin_port)};
    }
    sockaddr_in6 ipv6{};
    std::memcpy(&ipv6, &address, sizeof ipv6);
    const int port = ntohs(ipv6.sin6_port);
    if (IN6_IS_ADDR_V4MAPPED(&ipv6.sin6_addr)) return {text(AF_INET, &ipv6.sin6_addr.s6_addr[12]), port};
    return {text(AF_INET6, &ipv6.sin6_addr), port};
}

Peer peerOf(std::string_view grpcName) {
    const auto colon = grpcName.rfind(':');
    const auto scheme = grpcName.find(':');
    if (scheme == colon || colon == std::string_view::npos) return {std::string(grpcName), 0};
    Peer peer{withoutBrackets(grpcName.substr(scheme + 1, colon - scheme - 1))};
    const std::string_view port = grpcName.substr(colon + 1);
    std::from_chars(port.data(), port.data() + port.size(), peer.port);
    return peer;
}

}  // namespace burin
