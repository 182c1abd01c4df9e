// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/file_dialog.hpp"

#include "ui/words/settings_files.hpp"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>

namespace burin::ui {

namespace {

QString folderOfQtSettings() {
    const QString chosen = settingsFolder();
    return chosen.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
                            : chosen;
}

/// A chosen folder holds the settings of the system too.
void setFolderOfQtSettings(const QString& folder) {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder);
    if (!settingsFolder().isEmpty())
        QSettings::setPath(QSettings::NativeFormat, QSettings::SystemScope, folder);
}

}  // namespace

void QtSettingsAway::leave() {
    const QString file = folderOfQtSettings() + "/QtProject.conf";
    // The lock is read to find out whose it is.
    if (obstacleInSettings({file, file + ".lock"}).isEmpty()) return;
    instead_.emplace();
    setFolderOfQtSettings(instead_->path());
}

void QtSettingsAway::comeBack() {
    if (!instead_) return;
    setFolderOfQtSettings(folderOfQtSettings());
    instead_.reset();
}

FileDialog::FileDialog(QWidget* parent, const QString& title, const QString& start, const QString& filters)
    : QFileDialog(parent, title, start, filters) {
    comeBack();
    setSizeGripEnabled(false);  // the grip would cover a corner of the button
    // As in Qt's functions that ask for a file: its name is in the field only, and its row is not selected.
    const QFileInfo proposed(start);
    if (!start.isEmpty() && !proposed.isDir()) selectFile(proposed.fileName());
}

FileDialog::~FileDialog() {
    leave();  // until the destructors of the bases have ended
}

QString FileDialog::chosen() {
    return exec() == QDialog::Accepted ? selectedFiles().value(0) : QString();
}

void FileDialog::accept() {
    if (look_) look_(selectedFiles().value(0));
    QFileDialog::accept();
}

QString fileToOpen(QWidget* parent, const QString& title, const QString& start, const QString& filters) {
    FileDialog dialog(parent, title, start, filters);
    dialog.setFileMode(QFileDialog::ExistingFile);
    return dialog.chosen();
}

QString fileToSave(QWidget* parent, const QString& title, const QString& suggested, const QString& filters) {
    FileDialog dialog(parent, title, suggested, filters);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    const auto follow = [&dialog](const QString& filter) {
        static const QRegularExpression pattern("\\*\\.(\\w+)");
        dialog.setDefaultSuffix(pattern.match(filter).captured(1));
    };
    follow(dialog.selectedNameFilter());
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
    return dialog.chosen();
}

}  // namespace burin::ui
