// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Answers to modal dialogs, prepared before the dialog opens.

#include <QAbstractButton>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QTimer>

namespace burin::ui {

/// Calls `answer` with the next dialog of type Dialog as soon as it opens.
template <class Dialog, class Answer>
void whenDialogComes(Answer answer) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, answer] {
        auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr) return;
        timer->stop();
        timer->deleteLater();
        answer(dialog);
    });
    timer->start(10);
}

/// The text of the last message that answerMessage() answered.
inline QString& lastMessage() {
    static QString text;
    return text;
}

/// Clicks the button with that text in the next message.
inline void answerMessage(const QString& button) {
    whenDialogComes<QMessageBox>([button](QMessageBox* box) {
        lastMessage() = box->text();
        for (QAbstractButton* candidate : box->buttons()) {
            if (candidate->text().remove('&') == button) return candidate->click();
        }
        box->reject();
    });
}

/// Types a name into the next file dialog and accepts it.
inline void answerFileDialog(const QString& file) {
    whenDialogComes<QFileDialog>([file](QFileDialog* dialog) {
        dialog->findChild<QLineEdit*>("fileNameEdit")->setText(file);
        QMetaObject::invokeMethod(dialog, "accept");
    });
}

}  // namespace burin::ui
