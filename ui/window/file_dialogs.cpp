// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_dialogs.hpp"

#include "ui/theme/first_size.hpp"

#include <QApplication>
#include <QCompleter>
#include <QEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QScreen>

namespace burin::ui {

FileDialogs::FileDialogs(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool FileDialogs::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show) return false;
    auto* dialog = qobject_cast<QFileDialog*>(watched);
    if (dialog == nullptr) return false;
    dialog->resize(firstSize(dialog->size(), dialog->screen()->availableSize()));
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    if (name == nullptr || name->completer() == nullptr) return false;
    dialog->setSizeGripEnabled(false);  // the size grip would cover a corner of Cancel
    if (dialog->acceptMode() == QFileDialog::AcceptSave) {
        name->setCompleter(nullptr);
    } else {
        name->completer()->setCompletionMode(QCompleter::InlineCompletion);
    }
    if (dialog->acceptMode() == QFileDialog::AcceptOpen && dialog->fileMode() != QFileDialog::Directory)
        dialog->setOption(QFileDialog::ReadOnly);
    return false;
}

}  // namespace burin::ui
