// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/file_to_save.hpp"

#include <QFileDialog>
#include <QRegularExpression>

namespace burin::ui {

QString fileToSave(QWidget* parent, const QString& title, const QString& suggested, const QString& filters) {
    QFileDialog dialog(parent, title, suggested, filters);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    const auto follow = [&dialog](const QString& filter) {
        static const QRegularExpression pattern("\\*\\.(\\w+)");
        dialog.setDefaultSuffix(pattern.match(filter).captured(1));
    };
    follow(dialog.selectedNameFilter());
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

}  // namespace burin::ui
