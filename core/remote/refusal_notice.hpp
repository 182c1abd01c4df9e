// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace burin {

/// What a sender is sent instead of an answer if there is no room for its connection: bytes that gRPC reports
/// in words of its own, for which `failureOf` looks.
[[nodiscard]] std::string refusalNotice(bool encrypted);

/// Whether gRPC's reason for a failure is such a notice. A controller that ends says the same.
[[nodiscard]] bool isRefusalNotice(const std::string& reason);

}  // namespace burin
