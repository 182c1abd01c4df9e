// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace burin {

/// The information in the text of a failed call. gRPC and OpenSSL give all these failures the same code, so
/// that only their texts distinguish them. Nothing else in Burin searches the text of a message.
struct LibraryWords {
    bool unconnected = false;    ///< no address of the controller accepts a connection
    bool closed = false;         ///< the controller has closed the connection
    bool unresolved = false;     ///< no address is known for the controller's name
    bool tooLarge = false;       ///< a message is larger than the other side, or this side, accepts
    bool refusalNotice = false;  ///< the controller has sent a refusalNotice(), or it is shutting down
    bool noAddresses = false;    ///< if the connection is encrypted: gRPC cannot use a key or certificate
    bool certificateRefused = false;  ///< we refuse the controller's certificate
    bool notEncrypted = false;        ///< the controller's answer is not encrypted
    bool encryptionFailed = false;    ///< the handshake has failed, for this or any other reason
    /// The end of a chain such as `cannot connect; last error: UNKNOWN: ipv4:...: Connection refused`.
    std::string lastReason;
};

/// Knows the texts of gRPC 1.51 and OpenSSL 3.0.
[[nodiscard]] LibraryWords libraryWordsIn(const std::string& text);

}  // namespace burin
