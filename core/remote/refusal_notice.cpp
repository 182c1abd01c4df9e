// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/refusal_notice.hpp"

#include <string_view>

namespace burin {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

/// RFC 8446, section 6: a fatal alert, user_canceled, which cancels the handshake for a reason that has
/// nothing to do with the protocol.
constexpr std::string_view alert = "\x15\x03\x03\x00\x02\x02\x5A"sv;

/// RFC 9113, section 4.1. \param type  one byte, and one byte of flags \param stream  below 256
std::string frame(std::string_view type, unsigned char stream, const std::string& payload) {
    std::string head("\0\0\0"s);
    head[1] = static_cast<char>(payload.size() >> 8U);
    head[2] = static_cast<char>(payload.size());
    return head.append(type).append(3, '\0') + static_cast<char>(stream) + payload;
}

std::string settings() {
    return frame("\x04\x00"sv, 0, {});
}

/// With the error ENHANCE_YOUR_CALM. \param last  the last call that was handled; "\0\0\0\0" for none
std::string goAway(std::string_view last) {
    return frame("\x07\x00"sv, 0, std::string(last) + "\x00\x00\x00\x0B"s);
}

/// RFC 7541, section 6.2.2: a header that no table keeps. \pre both have less than 127 bytes
std::string header(std::string_view name, std::string_view value) {
    std::string text(1, '\0');
    for (const std::string_view part : {name, value})
        (text += static_cast<char>(part.size())).append(part);
    return text;
}

/// The answer to the first call of a connection: RESOURCE_EXHAUSTED. It ends the headers and the call.
std::string answer(const std::string& message) {
    const std::string okay = "\x88";  // `:status` is 200
    return frame("\x01\x05"sv, 1,
                 okay + header("content-type", "application/grpc") + header("grpc-status", "8") +
                     header("grpc-message", message) + header(excessKey, "1"));
}

}  // namespace

std::string refusalNotice(bool encrypted) {
    return encrypted ? std::string(alert) : settings() + goAway("\0\0\0\0"sv);
}

std::string excessNotice(const ServerLimits& limits, bool encrypted) {
    if (encrypted) return {};
    std::string message = "too much was sent before the sender was admitted: at most ";
    message += std::to_string(limits.strangersBytes) + " bytes, and ";
    message += std::to_string(limits.strangersCalls) + " calls";
    return settings() + answer(message) + goAway("\x7F\xFF\xFF\xFF"sv);
}

}  // namespace burin
