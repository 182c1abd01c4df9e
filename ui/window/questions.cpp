// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/questions.hpp"

#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace burin::ui {

namespace {

Changes askToSave(QWidget* parent, const QString& question) {
    QMessageBox box(QMessageBox::NoIcon, tr("Burin"), question, QMessageBox::NoButton, parent);
    QPushButton* const save = box.addButton(tr("Save"), QMessageBox::AcceptRole);
    QPushButton* const discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(save);
    box.exec();
    if (box.clickedButton() == save) return Changes::save;
    return box.clickedButton() == discard ? Changes::discard : Changes::cancel;
}

QString questionAbout(ConflictCause cause) {
    switch (cause) {
        case ConflictCause::undone:
            return tr(
                "Another program or studio has changed %1 on disk, and you have undone that change here. "
                "Which version should be kept?");
        case ConflictCause::sinceTheCopy:
            return tr(
                "%1 has changed on disk since the autosave of the recovered design. Which version "
                "should be kept?");
        case ConflictCause::written:
            break;
    }
    return tr("Another program or studio has changed %1 on disk. Which version should be kept?");
}

}  // namespace

Conflict askAboutConflict(QWidget* parent, const QString& title, ConflictCause cause) {
    QMessageBox box(QMessageBox::NoIcon, tr("Burin"), questionAbout(cause).arg(title), QMessageBox::NoButton,
                    parent);
    box.setObjectName("conflict");
    box.setInformativeText(
        tr("Theirs: reads the file; your changes stay in the history, and undo restores them. "
           "Mine: overwrites the file."));
    QPushButton* const theirs = box.addButton(tr("Theirs"), QMessageBox::DestructiveRole);
    QPushButton* const mine = box.addButton(tr("Mine"), QMessageBox::DestructiveRole);
    QPushButton* const saveAs = box.addButton(tr("Save as..."), QMessageBox::AcceptRole);
    QPushButton* const cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(saveAs);
    box.setEscapeButton(cancel);
    box.exec();
    if (box.clickedButton() == theirs) return Conflict::theirs;
    if (box.clickedButton() == mine) return Conflict::mine;
    return box.clickedButton() == saveAs ? Conflict::saveAs : Conflict::cancel;
}

Changes askAboutChanges(QWidget* parent, const QString& title) {
    return askToSave(parent, tr("Save the changes to %1?").arg(title));
}

Changes askAboutMissing(QWidget* parent, const QString& title) {
    return askToSave(parent, tr("%1 is no longer on disk. Save the design?").arg(title));
}

Changes askAboutSpoilt(QWidget* parent, const QString& title) {
    return askToSave(
        parent, tr("Another program has changed %1 on disk, and the studio can no longer read it. Save the "
                   "design?")
                    .arg(title));
}

Autosaved askAboutAutosave(QWidget* parent, const Recovery::Left& left) {
    QMessageBox box(QMessageBox::NoIcon, tr("Burin"),
                    tr("%1 was not closed, and has unsaved changes. Recover them?").arg(left.title),
                    QMessageBox::NoButton, parent);
    box.setObjectName("autosave");
    box.setInformativeText(
        tr("%1 Recovered changes are written to the file when you save it. If you open the saved file, the "
           "start page keeps the autosave.")
            .arg(Recovery::textOf(left)));
    QPushButton* const recover = box.addButton(tr("Recover"), QMessageBox::AcceptRole);
    QPushButton* const savedFile = box.addButton(tr("Open the saved file"), QMessageBox::AcceptRole);
    QPushButton* const cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(recover);
    box.setEscapeButton(cancel);
    box.exec();
    if (box.clickedButton() == recover) return Autosaved::recover;
    return box.clickedButton() == savedFile ? Autosaved::savedFile : Autosaved::cancel;
}

bool askToReplace(QWidget* parent, const QString& file) {
    QMessageBox box(QMessageBox::NoIcon, tr("Burin"),
                    tr("%1 already exists.").arg(QFileInfo(file).fileName()), QMessageBox::NoButton, parent);
    QPushButton* const replace = box.addButton(tr("Replace it"), QMessageBox::DestructiveRole);
    QPushButton* const cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(cancel);
    box.exec();
    return box.clickedButton() == replace;
}

bool askToLeaveTexts(QWidget* parent, const QStringList& problems) {
    QMessageBox box(QMessageBox::NoIcon, tr("Burin"), tr("An entered text is not valid. Leave without it?"),
                    QMessageBox::NoButton, parent);
    box.setInformativeText(problems.join('\n'));
    QPushButton* const leave = box.addButton(tr("Leave without it"), QMessageBox::DestructiveRole);
    QPushButton* const back = box.addButton(tr("Go back"), QMessageBox::RejectRole);
    box.setDefaultButton(back);
    box.exec();
    return box.clickedButton() == leave;
}

}  // namespace burin::ui
