// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/sockets.hpp"

#include "core/base/errors.hpp"
#include "core/server/peer.hpp"

#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <string>

namespace burin {
namespace {

/// Receive window of an admitted connection, in bytes.
constexpr int wideWindow = 4 << 20;
/// A connection is given up if the other side acknowledges nothing for this long.
constexpr int silenceMs = 20'000;

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

[[noreturn]] void fail(const MachineAddress& address, const std::string& reason) {
    throw UsageError({.subject = address.text(), .reason = "cannot listen there: %1", .details = {reason}});
}

Addresses addressesOf(const MachineAddress& address) {
    addrinfo wanted{};
    wanted.ai_family = AF_UNSPEC;
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    const std::string port = std::to_string(address.port);
    const int error = ::getaddrinfo(address.host.c_str(), port.c_str(), &wanted, &found);
    if (error != 0) fail(address, ::gai_strerror(error));
    return {found, &::freeaddrinfo};
}

void setOption(int socket, int level, int option, int value) {
    static_cast<void>(::setsockopt(socket, level, option, &value, sizeof value));
}

/// Accepted sockets inherit these options. \return not open on an error, with errno set
Descriptor listener(const addrinfo& place, const sockaddr_storage& where) {
    Descriptor socket(::socket(place.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket.isOpen()) return socket;
    setOption(socket.number(), SOL_SOCKET, SO_REUSEADDR, 1);
    if (place.ai_family == AF_INET6) {
        const auto& ipv6 = reinterpret_cast<const sockaddr_in6&>(where);
        setOption(socket.number(), IPPROTO_IPV6, IPV6_V6ONLY,
                  IN6_IS_ADDR_UNSPECIFIED(&ipv6.sin6_addr) ? 0 : 1);
    }
    setOption(socket.number(), IPPROTO_TCP, TCP_NODELAY, 1);
    setOption(socket.number(), IPPROTO_TCP, TCP_USER_TIMEOUT, silenceMs);
    setOption(socket.number(), SOL_SOCKET, SO_RCVBUF, narrowWindow);
    const auto* const address = reinterpret_cast<const sockaddr*>(&where);
    if (::bind(socket.number(), address, place.ai_addrlen) != 0 || ::listen(socket.number(), SOMAXCONN) != 0)
        return {};
    return socket;
}

}  // namespace

std::vector<Descriptor> listenAt(MachineAddress& address) {
    const Addresses places = addressesOf(address);
    std::vector<Descriptor> sockets;
    int error = EADDRNOTAVAIL;
    for (const addrinfo* place = places.get(); place != nullptr; place = place->ai_next) {
        if (place->ai_family != AF_INET && place->ai_family != AF_INET6) continue;
        sockaddr_storage where{};
        std::memcpy(&where, place->ai_addr, place->ai_addrlen);
        in_port_t& port = place->ai_family == AF_INET ? reinterpret_cast<sockaddr_in&>(where).sin_port
                                                      : reinterpret_cast<sockaddr_in6&>(where).sin6_port;
        port = htons(static_cast<std::uint16_t>(address.port));
        Descriptor socket = listener(*place, where);
        if (!socket.isOpen()) {
            error = errno;
            if (error == EADDRINUSE)
                break;  // another process that listens on this port would get half of
                        // the senders
            continue;
        }
        socklen_t size = sizeof where;
        ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&where), &size);
        address.port = peerOf(reinterpret_cast<const sockaddr&>(where)).port;
        sockets.push_back(std::move(socket));
    }
    if (error == EADDRINUSE || sockets.empty()) fail(address, std::strerror(error));
    return sockets;
}

std::uint64_t inodeOf(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

bool isGone(int socket) {
    char byte = 0;
    const ssize_t got = ::recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
}

void widen(int socket) {
    setOption(socket, SOL_SOCKET, SO_RCVBUF, wideWindow);
}

std::uint64_t receivedBytes(int socket) {
    tcp_info info{};
    socklen_t size = sizeof info;
    return ::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_received : 0;
}

void resetConnection(Descriptor socket) {
    const linger atOnce{1, 0};
    static_cast<void>(::setsockopt(socket.number(), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce));
}

int filesLeft() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<int>::max();
    std::error_code error;
    const auto open = std::distance(std::filesystem::directory_iterator("/proc/self/fd", error), {});
    const auto most = static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur, 1U << 30U));
    return static_cast<int>(std::max<std::int64_t>(0, most - open));
}

}  // namespace burin
