// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/choose_file.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace burin::ui {

void chooseFile(QWidget* owner, const QString& folder, const QString& now,
                std::function<void(const QString&)> taken) {
    auto* dialog =
        new QFileDialog(owner->window(), QCoreApplication::translate("ChooseFile", "Choose the file"));
    dialog->setObjectName("chooseFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    const QFileInfo before(QDir(folder), now);
    dialog->setDirectory(before.absoluteDir().exists() ? before.absolutePath() : folder);
    QObject::connect(dialog, &QFileDialog::fileSelected, owner,
                     [folder, taken = std::move(taken)](const QString& file) {
                         taken(QDir(folder).relativeFilePath(file));
                     });
    dialog->open();
}

}  // namespace burin::ui
