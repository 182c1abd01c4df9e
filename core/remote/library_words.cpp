// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/library_words.hpp"

namespace burin {

LibraryWords libraryWordsIn(const std::string& text) {
    const auto says = [&text](const char* part) { return text.find(part) != std::string::npos; };
    const std::size_t colon = text.rfind(": ");
    return {.unconnected = says("failed to connect to all addresses"),
            .closed = says("Socket closed") || says("Connection reset by peer"),
            .unresolved = says("DNS resolution failed"),
            .tooLarge = says("larger than max"),
            .refusalNotice = says("alert user cancelled") || says("GOAWAY received"),
            .noAddresses = says("empty address list"),
            .certificateRefused = says("certificate verify failed") || says("is not in peer certificate"),
            .notEncrypted = says("wrong version number"),
            .encryptionFailed = says("SSL_ERROR_SSL"),
            .lastReason = colon == std::string::npos ? text : text.substr(colon + 2)};
}

}  // namespace burin
