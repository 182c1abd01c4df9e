// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/machine_entry.hpp"

#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace burin::ui {

namespace {}  // namespace

QString MachineEntry::title() const {
    constexpr qsizetype longestTitle = 100;
    const QString& title = name.isEmpty() ? address : name;
    return title.size() <= longestTitle ? title : title.left(longestTitle - 1) + QChar(0x2026);
}

std::optional<MachineAddress> MachineEntry::where() const {
    const auto parsed = parseAddress(address.trimmed().toStdString());
    return parsed && parsed->port != 0 ? parsed : std::nullopt;
}

QString MachineEntry::sink() const {
    const auto at = where();
    return at ? "burin://" + QString::fromStdString(at->text()) : address;
}

Credentials MachineEntry::credentials() const {
    return {pathOf(certificate), pathOf(key), pathOf(ca), pathOf(tokenFile), insecure};
}

QString MachineEntry::linkWords() const {
    const auto at = where();
    if (at && credentials().encrypts(*at)) return tr("TLS");
    return at && at->loopback() ? tr("unencrypted, this computer")
                                : tr("unencrypted, readable on the network");
}

QString MachineEntry::problem() const {
    if (name.trimmed().isEmpty()) return tr("The machine needs a name.");
    const auto at = where();
    if (!at) {
        return tr("%1 needs an address such as burin://engraver.example:%2.").arg(name).arg(controllerPort);
    }
    for (const QString& file : {ca, certificate, key, tokenFile}) {
        if (!file.isEmpty() && !QFileInfo(file).isReadable())
            return tr("%1 was not found or cannot be read. Choose the file.").arg(file);
    }
    if (certificate.isEmpty() != key.isEmpty())
        return tr("A client certificate and its key go together. Choose both, or none.");
    if (insecure && (!ca.isEmpty() || !certificate.isEmpty()))
        return tr("An unencrypted connection cannot use certificates. Encrypt it, or clear their fields.");
    if (credentials().encrypts(*at) && certificate.isEmpty() && tokenFile.isEmpty() && !at->loopback()) {
        return tr("%1 is on another computer. Choose a client certificate with its key, or a token file.")
            .arg(name);
    }
    return {};
}

}  // namespace burin::ui
