// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Answers to dialogs that stop everything else: said before the dialog comes.

#include <QAbstractButton>
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QTimer>

namespace burin::ui {

/// Calls `answer` with the dialog of type Dialog as soon as one is there.
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

/// The text of the last message that answerMessage() has answered.
inline QString& lastMessage() {
    static QString text;
    return text;
}

/// Clicks the button of that text in the next message.
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
