// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/testing.hpp"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace burin::test {

/// \return a file with a certificate and its key; nothing if openssl is missing
inline QString newCertificate() {
    static const QTemporaryDir folder;
    const QString file = folder.filePath("both.pem");
    QProcess openssl;
    openssl.start("openssl", {"req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                              "-nodes", "-subj", "/CN=x", "-keyout", folder.filePath("key"), "-out", file});
    if (!openssl.waitForFinished(patience) || openssl.exitCode() != 0) return {};
    QFile key(folder.filePath("key"));
    QFile both(file);
    const bool written =
        key.open(QIODevice::ReadOnly) && both.open(QIODevice::Append) && both.write(key.readAll()) > 0;
    return written ? file : QString();
}

}  // namespace burin::test
