// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/credentials.hpp"

#include <QString>

#include <optional>

namespace burin::ui {

/// A machine of the address book. Of secrets it says where they lie, never what they are.
struct MachineEntry {
    QString name{};
    QString address{};  ///< burin://HOST:PORT
    // Files in PEM, empty: none.
    QString ca{};           ///< who signs the machine's certificate
    QString certificate{};  ///< our own
    QString key{};
    QString tokenFile{};
    bool insecure = false;  ///< a plain connection, also to another computer

    /// Nothing where the address is none.
    [[nodiscard]] std::optional<MachineAddress> where() const;
    /// The address as a sink is called: the same for the same machine.
    [[nodiscard]] QString sink() const;
    [[nodiscard]] Credentials credentials() const;
    /// `TLS`, or that it is plain.
    [[nodiscard]] QString linkWords() const;
    /// What is wrong, and what would be right; empty: nothing.
    [[nodiscard]] QString problem() const;

    friend bool operator==(const MachineEntry&, const MachineEntry&) = default;
};

}  // namespace burin::ui
