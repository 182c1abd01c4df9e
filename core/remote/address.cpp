// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/address.hpp"

#include "core/base/errors.hpp"

#include <arpa/inet.h>
#include <net/if.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace burin {
namespace {

constexpr std::string_view scheme = "burin://";
constexpr int largestPort = 65535;

bool isHostCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
           c == '-' || c == '_';
}

std::string textOf(int family, const void* address) {
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    const char* const written = inet_ntop(family, address, buffer.data(), buffer.size());
    return written == nullptr ? std::string() : written;
}

/// The usual spelling of an IPv6 address; empty if it is malformed. An IPv4 address that is written as an
/// IPv6 one gets its own spelling, because the connection uses that address.
std::string usualIpv6(const std::string& text) {
    in6_addr address{};
    if (inet_pton(AF_INET6, text.c_str(), &address) != 1) return {};
    return IN6_IS_ADDR_V4MAPPED(&address) ? textOf(AF_INET, &address.s6_addr[12])
                                          : textOf(AF_INET6, &address);
}

bool isLocalhost(std::string_view name) {
    constexpr std::string_view localhost = "localhost";
    if (name.ends_with('.')) name.remove_suffix(1);
    return std::equal(name.begin(), name.end(), localhost.begin(), localhost.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

/// The usual spelling of a host that is not in brackets: `127.1` stands for 127.0.0.1, as in other programs.
/// gRPC would look up `127.1` as a name. Names other than localhost stay as they are.
std::string usualHost(const std::string& host) {
    in_addr address{};
    if (inet_aton(host.c_str(), &address) != 0) return textOf(AF_INET, &address);
    return isLocalhost(host) ? "localhost" : host;
}

/// The name or number of a network interface after `%`.
bool isZone(std::string_view text) {
    return !text.empty() && text.size() < IF_NAMESIZE &&
           std::all_of(text.begin(), text.end(), isHostCharacter);
}

/// The usual spelling of an IPv6 address, with its zone if it has one; empty if it is malformed.
std::string parseIpv6(std::string_view text, bool inUrl) {
    const std::size_t percent = text.find('%');
    const std::string address = usualIpv6(std::string(text.substr(0, percent)));
    if (address.empty() || percent == std::string_view::npos) return address;
    std::string_view zone = text.substr(percent + 1);
    if (inUrl && zone.starts_with("25") && zone.size() > 2) zone.remove_prefix(2);
    if (!isZone(zone)) return {};
    // Only an IPv6 address has an interface.
    return address.find(':') == std::string::npos ? address : address + '%' + std::string(zone);
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
    return host == "localhost" || host.substr(0, host.find('%')) == "::1";
}

bool MachineAddress::named() const {
    in_addr address{};
    return host != "localhost" && host.find(':') == std::string::npos &&
           inet_pton(AF_INET, host.c_str(), &address) != 1;
}

bool isMachine(std::string_view text) {
    return text.size() >= scheme.size() &&
           std::equal(scheme.begin(), scheme.end(), text.begin(),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

std::optional<MachineAddress> parseAddress(std::string_view text) {
    const bool inUrl = isMachine(text);
    if (inUrl) text.remove_prefix(scheme.size());
    if (inUrl && text.ends_with('/')) text.remove_suffix(1);
    std::string host;
    if (text.starts_with('[')) {
        const auto close = text.find(']');
        if (close == std::string_view::npos) return {};
        host = parseIpv6(text.substr(1, close - 1), inUrl);
        text.remove_prefix(close + 1);
        if (host.empty()) return {};
    } else {
        host = text.substr(0, text.find(':'));
        text.remove_prefix(host.size());
        if (host.empty() || !std::all_of(host.begin(), host.end(), isHostCharacter)) return {};
        host = usualHost(host);
    }
    const std::optional<int> port = parsePort(text);
    if (!port) return {};
    return MachineAddress{host, *port};
}

MachineAddress machineAddress(const std::string& target) {
    const auto address = parseAddress(target);
    if (!address || address->port == 0)
        throw UsageError(target, "burin://HOST:PORT is expected, such as burin://127.0.0.1:4590");
    return *address;
}

}  // namespace burin
