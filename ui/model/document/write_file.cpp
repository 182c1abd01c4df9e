// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/document/write_file.hpp"

#include "core/base/files.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QSaveFile>

namespace burin::ui {

QString writeFile(const QString& file, const QByteArray& bytes) {
    // QSaveFile would put a file in the place of a pipe.
    if (const auto obstacle = obstacleAt(pathOf(file))) return "it " + problemText(obstacle->problem);
    QSaveFile target(file);
    // commit() alone does not report that the disk was full for a small file.
    const bool written = target.open(QIODevice::WriteOnly) && target.write(bytes) == bytes.size() &&
                         target.flush() && target.commit();
    return written ? QString() : target.errorString();
}

}  // namespace burin::ui
