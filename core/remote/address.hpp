// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace burin {

/// The default port.
inline constexpr int controllerPort = 4590;

/// Whether a text is an address of a machine rather than the name of a file: it begins with `burin://`.
[[nodiscard]] bool isMachine(std::string_view text);

/// The address of a listening controller.
struct MachineAddress {
    std::string host;  ///< an IP address in its usual spelling, or a name
    int port = controllerPort;

    /// `host:port`, with an IPv6 address in brackets.
    [[nodiscard]] std::string text() const;
    /// Whether data sent there stay on this computer. After parsing, every spelling of this computer's
    /// addresses is recognised.
    [[nodiscard]] bool loopback() const;
    /// Whether a name server may have to be asked for the host: it is neither an IP address nor localhost.
    [[nodiscard]] bool named() const;
};

/// Parses `HOST`, `HOST:PORT` or `[IPV6]:PORT`, optionally after `burin://` in any case and before a `/`. An
/// address in the local network may name its interface: `[fe80::1%eth0]`, or `%25` for the `%` as in a URL.
/// Every spelling of an IP address gives the same host, and so does every spelling of localhost.
[[nodiscard]] std::optional<MachineAddress> parseAddress(std::string_view text);

/// The machine that the target of an export names. \throws UsageError
[[nodiscard]] MachineAddress machineAddress(const std::string& target);

}  // namespace burin
