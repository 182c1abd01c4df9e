// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/server_limits.hpp"

#include <string>

namespace burin {

/// The bytes that a sender gets instead of an answer if the controller has no room for its connection. gRPC
/// reports them in words of its own, which `LibraryWords::refusalNotice` recognises.
[[nodiscard]] std::string refusalNotice(bool encrypted);

/// The bytes that are sent before a connection is closed because its sender has sent too much: an answer to
/// its first call, which names the limits. Empty for an encrypted connection, on which only the owner of its
/// keys can answer.
[[nodiscard]] std::string excessNotice(const ServerLimits& limits, bool encrypted);

/// The key, in the metadata at the end of a call, that marks this answer.
inline constexpr const char* excessKey = "burin-excess";

}  // namespace burin
