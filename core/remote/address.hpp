// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace burin {

/// The default port.
inline constexpr int controllerPort = 4590;

/// The address where a controller listens.
struct MachineAddress {
    std::string host;
    int port = controllerPort;

    /// `host:port`, with an IPv6 address in brackets.
    [[nodiscard]] std::string text() const;
    /// Whether data sent there stay on this computer.
    [[nodiscard]] bool loopback() const;
};

/// Parses `HOST`, `HOST:PORT` or `[IPV6]:PORT`, optionally after `burin://`.
[[nodiscard]] std::optional<MachineAddress> parseAddress(std::string_view text);

}  // namespace burin
