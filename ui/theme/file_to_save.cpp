// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/file_to_save.hpp"
#include "ui/theme/file_dialog.hpp"

#include <QRegularExpression>

namespace burin::ui {

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
