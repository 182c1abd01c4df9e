// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/remote/address.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace burin {

/// How the two sides of a connection identify themselves. Files are in PEM; an empty path stands for none.
struct Credentials {
    std::filesystem::path certificate{};  ///< certificate of this side
    std::filesystem::path key{};          ///< key of that certificate
    std::filesystem::path ca{};           ///< the authority that signs the other side's certificate
    std::filesystem::path tokens{};       ///< for a sender its token, for a controller all valid tokens
    bool insecure = false;                ///< allow a plain connection, even to another computer

    /// Whether a sender encrypts the connection to this address.
    [[nodiscard]] bool encrypts(const MachineAddress& address) const {
        return !ca.empty() || !certificate.empty() || (!address.loopback() && !insecure);
    }
};

/// Bytes of the longest token. A controller accepts 4 KiB of metadata with a call.
inline constexpr std::size_t longestToken = 3072;

/// The most bytes of a sender's certificates and token together. A controller closes a connection that
/// carries 10 KiB before its sender is admitted.
inline constexpr std::size_t largestIdentity = 8192;

/// \throws UsageError if these cannot work for a sender
void checkSender(const MachineAddress& address, const Credentials& credentials);

/// \throws UsageError if these would admit all senders on other computers, or cannot work
void checkListener(const MachineAddress& address, const Credentials& credentials);

/// The contents of a file: at least a byte, and at most 16 MiB. \throws UsageError otherwise
[[nodiscard]] std::string contentsOf(const std::filesystem::path& file);

/// Whether a file of tokens contains this one and it has not expired.
///
/// One token a line, followed by its expiry if it has one, as `abc 2027-01-31T12:00:00Z`. Empty lines and
/// lines that begin with # are skipped, and so are tokens that are followed by something else. A file that
/// cannot be read contains no tokens. The running time reveals nothing about the tokens or their lengths.
/// \param now  seconds since 1970
[[nodiscard]] bool hasToken(const std::filesystem::path& file, const std::string& token, std::int64_t now);

/// Why senders cannot present all tokens of a file, with the place in the file; nothing if they can.
[[nodiscard]] std::optional<Problem> problemOfTokens(const std::filesystem::path& file);

/// Which lines of a file hold tokens with malformed expiry times; nothing if there are none, or if the file
/// cannot be read. The other lines remain valid.
[[nodiscard]] std::optional<Problem> malformedTimesOf(const std::filesystem::path& file);

/// The first token of a file that has no malformed expiry time.
/// \throws UsageError if there is none, or if no call can carry it
[[nodiscard]] std::string firstToken(const std::filesystem::path& file);

/// The identity that a sender presents on one connection: the contents of the files of its credentials.
struct SenderIdentity {
    bool encrypted = false;
    std::string certificate = {};
    std::string key = {};
    std::string ca = {};
    std::string token = {};
};

/// \throws UsageError if a file cannot be read or has the wrong content, if no call can carry the token, or
/// if no connection can carry the certificates
[[nodiscard]] SenderIdentity identityOf(const MachineAddress& address, const Credentials& credentials);

}  // namespace burin
