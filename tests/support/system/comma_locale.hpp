// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <clocale>
#include <string>

namespace burin::test {

/// While it lives, the C library writes and reads numbers with a decimal comma, as in a German or French
/// session. No such locale needs to be installed: it is a copy of `C.utf8` with another point.
class CommaLocale {
  public:
    CommaLocale() {
        QFile model("/usr/lib/locale/C.utf8/LC_NUMERIC");
        if (!model.open(QIODevice::ReadOnly)) return;
        QByteArray bytes = model.readAll();
        const auto point = bytes.indexOf(QByteArray(".\0", 2));
        if (point < 0 || !QDir(folder_.path()).mkdir("comma")) return;
        bytes[point] = ',';
        QFile made(folder_.filePath("comma/LC_NUMERIC"));
        if (!made.open(QIODevice::WriteOnly)) return;
        made.write(bytes);
        made.close();
        const QByteArray before = qgetenv("LOCPATH");
        qputenv("LOCPATH", folder_.path().toLocal8Bit());
        std::setlocale(LC_NUMERIC, "comma");
        if (before.isNull()) {
            qunsetenv("LOCPATH");
        } else {
            qputenv("LOCPATH", before);
        }
    }
    ~CommaLocale() { std::setlocale(LC_NUMERIC, before_.c_str()); }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;

    /// False if the system cannot make the locale.
    [[nodiscard]] static bool holds() { return *std::localeconv()->decimal_point == ','; }

  private:
    std::string before_ = std::setlocale(LC_NUMERIC, nullptr);
    QTemporaryDir folder_;
};

}  // namespace burin::test
