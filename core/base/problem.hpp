// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace burin {

/// One thing that the user can do about a problem. The layer that shows it adds the words: `app/` names an
/// option of the command, and `ui/words` names what to click.
struct Remedy {
    enum class Way {
        overwrite,          ///< replace the existing output
        resume,             ///< resume from the end of the last run
        startAgain,         ///< discard the output of the last run
        startShardAgain,    ///< discard the last run's output of one shard; `detail` names the shard as I/N
        removeAndResume,    ///< remove the file `detail` of a set, then resume: this exports the file again
        exportShard,        ///< export one shard; `detail` names it as I/N
        join,               ///< join a complete set of shards under the output's name
        leaveOut,           ///< leave out an option; `detail` is its key
        scanRows,           ///< engrave row by row
        scanSwaths,         ///< engrave, or write, in swaths; if it is done already, in narrower ones
        moreMemory,         ///< let the program use more memory
        giveUpJob,          ///< end the job that the machine holds
        tryLater,           ///< try again in a minute: the machine then knows whether its sender has vanished
        waitLonger,         ///< have the sender wait for a minute, for the same reason
        identify,           ///< present a certificate
        presentToken,       ///< present a token
        renewCertificate,   ///< check whether our certificate is the right one
        trustAuthority,     ///< name the authority whose certificates are trusted
        connectPlain,       ///< connect without any protection
        encrypt,            ///< for the listener: present a certificate
        askForCertificate,  ///< for the listener: name the authority that signs senders' certificates
        askForToken,        ///< for the listener: name the file of tokens
        listenPlain         ///< for the listener: accept connections without any protection
    };
    Way way = Way::startAgain;
    std::string detail = {};

    friend bool operator==(const Remedy&, const Remedy&) = default;
};

/// An error as data. It is shown as the subject, the reason with its details, and how to correct it: advice
/// about the input, or remedies in the terms of the program that shows them.
struct Problem {
    std::string subject = {};               ///< a file, an address, a node; may be empty
    std::string reason = {};                ///< an English clause; %1 to %9 stand for the details
    std::vector<std::string> details = {};  ///< numbers, names and places
    std::vector<Remedy> remedies = {};      ///< any one of them helps
    std::string advice = {};                ///< an instruction in the form of `reason`: "use a complete file"

    /// `subject: reason`, with the details filled in and odd characters named, but no remedies and no advice.
    [[nodiscard]] std::string text() const;
    /// The advice with the details filled in.
    [[nodiscard]] std::string adviceText() const;

    friend bool operator==(const Problem&, const Problem&) = default;
};

/// `pattern` with %1 to %9 replaced by the details. A placeholder without a detail stays as it is.
[[nodiscard]] std::string filledIn(const std::string& pattern, const std::vector<std::string>& details);

}  // namespace burin
