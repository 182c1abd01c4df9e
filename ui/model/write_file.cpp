// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/write_file.hpp"

#include <QSaveFile>

namespace burin::ui {

QString writeFile(const QString& file, const QByteArray& bytes) {
    QSaveFile target(file);
    // commit() alone would not tell of a small file that the disk had no room for.
    const bool written = target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size() &&
                         target.flush() && target.commit();
    return written ? QString() : target.errorString();
}

}  // namespace burin::ui
