// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace burin {

/// The port where neither side says another.
inline constexpr int controllerPort = 4590;

/// Where a controller listens.
struct MachineAddress {
    std::string host;
    int port = controllerPort;

    /// `host:port`, an IPv6 address in brackets.
    [[nodiscard]] std::string text() const;
    /// Whether nothing said there leaves this computer.
    [[nodiscard]] bool loopback() const;
};

/// `HOST`, `HOST:PORT` or `[IPV6]:PORT`; `burin://` may stand before it.
[[nodiscard]] std::optional<MachineAddress> parseAddress(std::string_view text);

}  // namespace burin
