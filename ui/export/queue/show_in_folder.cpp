// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/show_in_folder.hpp"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace burin::ui {

void showInFolder(const QString& file) {
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(file).absolutePath()));
}

}  // namespace burin::ui
