// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

namespace burin::test {

/// A port of 127.0.0.1 on which controllers can listen one after the other. In between, no other program is
/// given the port: a socket that is bound to it keeps it, but does not listen and allows others to do so.
class ReservedPort {
  public:
    ReservedPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        const int yes = 1;
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto* const where = reinterpret_cast<sockaddr*>(&address);
        socklen_t size = sizeof address;
        if (::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
            ::bind(socket_, where, size) != 0 || ::getsockname(socket_, where, &size) != 0)
            std::abort();
        number_ = ntohs(address.sin_port);
    }
    ReservedPort(const ReservedPort&) = delete;
    ReservedPort& operator=(const ReservedPort&) = delete;
    ~ReservedPort() { ::close(socket_); }

    [[nodiscard]] int number() const { return number_; }

  private:
    int socket_;
    int number_ = 0;
};

}  // namespace burin::test
