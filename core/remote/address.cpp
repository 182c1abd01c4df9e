// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace burin {
namespace {

constexpr std::string_view scheme = "burin://";
constexpr int largestPort = 65535;

bool isHostCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '_';
}

bool isIpv6(const std::string& text) {
    in6_addr address{};
    return inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

/// The port after a host, as `:4590`; nothing if it is malformed.
std::optional<int> parsePort(std::string_view text) {
    if (text.empty()) return controllerPort;
    int port = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data() + 1, end, port);
    if (text[0] != ':' || error != std::errc{} || at != end || port < 0 || port > largestPort) return {};
    return port;
}

}  // namespace

std::string MachineAddress::text() const {
    const bool brackets = host.find(':') != std::string::npos;
    return (brackets ? '[' + host + ']' : host) + ':' + std::to_string(port);
}

bool MachineAddress::loopback() const {
    in_addr address{};
    constexpr std::uint32_t loopbackNet = 127;
    if (inet_pton(AF_INET, host.c_str(), &address) == 1) return ntohl(address.s_addr) >> 24U == loopbackNet;
    return host == "localhost" || host == "::1";
}

std::optional<MachineAddress> parseAddress(std::string_view text) {
    if (text.starts_with(scheme)) text.remove_prefix(scheme.size());
    std::string host;
    if (text.starts_with('[')) {
        const auto close = text.find(']');
        if (close == std::string_view::npos) return {};
        host = text.substr(1, close - 1);
        text.remove_prefix(close + 1);
        if (!isIpv6(host)) return {};
    } else {
        host = text.substr(0, text.find(':'));
        text.remove_prefix(host.size());
        if (host.empty() || !std::all_of(host.begin(), host.end(), isHostCharacter)) return {};
    }
    const std::optional<int> port = parsePort(text);
    if (!port) return {};
    return MachineAddress{host, *port};
}

}  // namespace burin
