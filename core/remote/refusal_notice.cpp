// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/refusal_notice.hpp"

#include <string_view>

namespace burin {
namespace {

using namespace std::string_view_literals;

/// RFC 8446, section 6: a fatal alert, user_canceled, which cancels the handshake for a reason that has
/// nothing to do with the protocol.
constexpr std::string_view alert = "\x15\x03\x03\x00\x02\x02\x5A"sv;
/// RFC 9113, section 6: an empty frame SETTINGS, then GOAWAY with the error ENHANCE_YOUR_CALM.
constexpr std::string_view goAway =
    "\x00\x00\x00\x04\x00\x00\x00\x00\x00"
    "\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x0B"sv;

}  // namespace

std::string refusalNotice(bool encrypted) {
    return std::string(encrypted ? alert : goAway);
}

bool isRefusalNotice(const std::string& reason) {
    // The texts of OpenSSL 3.0 and gRPC 1.51.
    return reason.find("alert user cancelled") != std::string::npos ||
           reason.find("GOAWAY received") != std::string::npos;
}

}  // namespace burin
