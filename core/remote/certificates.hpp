// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace burin {

// Checks certificates, because gRPC does not say what is wrong with a file: if the file of a controller's
// certificate contains something else, the controller begins to listen, and refuses every connection.

/// Whether a text contains a certificate in PEM. Does not check its dates.
[[nodiscard]] bool isCertificate(const std::string& text);

/// A certificate among several that cannot be read.
struct DamagedCertificate {
    std::size_t number = 0;  ///< counted from 1
    std::size_t count = 0;   ///< count of all certificates
    std::size_t line = 0;    ///< number of its first line, from 1
};

/// The first certificate of a text that cannot be read. gRPC reads the certificates before it, and silently
/// ignores this one and all that follow.
[[nodiscard]] std::optional<DamagedCertificate> damagedCertificate(const std::string& text);

/// Why OpenSSL would not use a certificate in a handshake, without a subject; nothing if it would.
/// \pre it is a certificate
[[nodiscard]] std::optional<Problem> whyRefused(const std::string& certificate);

/// The bytes that all certificates of a text take in a handshake.
[[nodiscard]] std::size_t certificateBytes(const std::string& text);

/// Whether a text contains a private key in PEM, without a password.
[[nodiscard]] bool isKey(const std::string& text);

/// Whether a key belongs to a certificate. \pre isKey(key), isCertificate(certificate)
[[nodiscard]] bool isKeyOf(const std::string& key, const std::string& certificate);

}  // namespace burin
