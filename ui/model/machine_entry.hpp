// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/credentials.hpp"

#include <QString>

#include <optional>

namespace burin::ui {

/// A machine in the address book. It stores the files of secrets, never the secrets.
struct MachineEntry {
    QString name{};
    QString address{};  ///< burin://HOST:PORT
    // PEM files; empty: none.
    QString ca{};           ///< the authority that signed the machine's certificate
    QString certificate{};  ///< our client certificate
    QString key{};
    QString tokenFile{};
    bool insecure = false;  ///< allow an unencrypted connection, even to another computer

    /// The title in lists: its name or, if it has none, its address. A long title is shortened with an
    /// ellipsis.
    [[nodiscard]] QString title() const;
    /// The parsed address; nothing if it is not valid.
    [[nodiscard]] std::optional<MachineAddress> where() const;
    /// The address in the form of a sink: equal for equal machines.
    [[nodiscard]] QString sink() const;
    [[nodiscard]] Credentials credentials() const;
    /// `TLS`, or a note that the connection is not encrypted.
    [[nodiscard]] QString linkWords() const;
    /// The error and its remedy; empty if the entry is valid.
    [[nodiscard]] QString problem() const;

    friend bool operator==(const MachineEntry&, const MachineEntry&) = default;
};

}  // namespace burin::ui
