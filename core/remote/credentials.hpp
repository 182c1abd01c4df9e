// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/address.hpp"

#include <filesystem>
#include <string>

namespace burin {

/// By what the two sides of a connection know each other. Files are in PEM; an empty path is none.
struct Credentials {
    std::filesystem::path certificate{};  ///< our own
    std::filesystem::path key{};          ///< of that certificate
    std::filesystem::path ca{};           ///< who signs the other side's
    std::filesystem::path tokens{};       ///< the sender's token, or those that a controller takes
    bool insecure = false;                ///< a plain connection, also to another computer

    /// Whether a sender encrypts what goes to this address.
    [[nodiscard]] bool encrypts(const MachineAddress& address) const {
        return !ca.empty() || !certificate.empty() || (!address.loopback() && !insecure);
    }
};

/// \throws UsageError where these cannot work for a sender
void checkSender(const MachineAddress& address, const Credentials& credentials);

/// \throws UsageError where these would let anybody in from elsewhere, or cannot work
void checkListener(const MachineAddress& address, const Credentials& credentials);

/// \throws UsageError
[[nodiscard]] std::string contentsOf(const std::filesystem::path& file);

/// Whether a file of tokens has this one, and its time is not over.
///
/// One a line, with the moment up to which it holds behind it where there is one, as `abc
/// 2027-01-31T12:00:00Z`; empty lines and lines that begin with # are skipped. A file that cannot be read has
/// none. The time it takes says nothing about the tokens, nor about their lengths.
/// \param now  seconds since 1970
[[nodiscard]] bool hasToken(const std::filesystem::path& file, const std::string& token, std::int64_t now);

/// The first token of a file. \throws UsageError
[[nodiscard]] std::string firstToken(const std::filesystem::path& file);

}  // namespace burin
