// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/address.hpp"

#include "core/base/errors.hpp"

#include <arpa/inet.h>
#include <net/if.h>

#include <algorithm>
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

bool isIpv6(const std::string& text) {
    in6_addr address{};
    return inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

/// The name or number of a network interface behind `%`.
bool isZone(std::string_view text) {
    return !text.empty() && text.size() < IF_NAMESIZE &&
           std::all_of(text.begin(), text.end(), isHostCharacter);
}

/// An IPv6 address, with its zone if it has one; empty if it is malformed.
std::string parseIpv6(std::string_view text, bool inUrl) {
    const std::size_t percent = text.find('%');
    const std::string address(text.substr(0, percent));
    if (!isIpv6(address) || percent == std::string_view::npos)
        return isIpv6(address) ? address : std::string();
    std::string_view zone = text.substr(percent + 1);
    if (inUrl && zone.starts_with("25") && zone.size() > 2) zone.remove_prefix(2);
    return isZone(zone) ? address + '%' + std::string(zone) : std::string();
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
