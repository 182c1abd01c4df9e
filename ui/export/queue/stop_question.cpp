// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/stop_question.hpp"

#include "ui/export/queue/export_queue.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace burin::ui {

namespace {

/// Formats that cannot go on where they were.
bool startsAgain(const ExportJob& job) {
    return job.order().target.endsWith(QLatin1String(".png"), Qt::CaseInsensitive);
}

QString whatIsKept(const ExportJob& job) {
    const std::optional<StreamStatus>& status = job.status();
    if (job.order().machine) {
        if (!status) return tr("Nothing is engraved yet.");
        return tr("Line %1 is engraved; the machine keeps the job, and it can be resumed from there.")
            .arg(groupedText(status->executedLines));
    }
    return tr("%1 of %2 is written.").arg(percentText(job.share()), job.order().targetName()) + ' ' +
           (startsAgain(job) ? tr("A .png cannot be resumed, it starts again.")
                             : tr("It can be resumed from there."));
}

}  // namespace

bool stopAgreed(QWidget* parent, const ExportJob& job) {
    if (!job.active()) return true;
    QMessageBox box(parent);
    box.setObjectName("export.stopQuestion");
    box.setWindowTitle(tr("Export"));
    box.setText(tr("Stop the export?") + ' ' + whatIsKept(job));
    QPushButton* const stop = box.addButton(tr("Stop"), QMessageBox::DestructiveRole);
    QPushButton* const goOn = box.addButton(tr("Go on"), QMessageBox::RejectRole);
    box.setDefaultButton(goOn);
    box.setEscapeButton(goOn);
    box.exec();
    return box.clickedButton() == stop;
}

Quit askToQuit(QWidget* parent, const ExportQueue& queue) {
    ExportJob* const job = queue.active();
    if (job == nullptr) return Quit::yes;
    QMessageBox box(parent);
    box.setObjectName("export.quitQuestion");
    box.setWindowTitle(tr("Export"));
    box.setText(tr("%1 is being exported to %2. Close the window?")
                    .arg(job->order().title, job->order().targetName()));
    box.setInformativeText(tr("The export can run to its end without a window; if it fails, the window comes "
                              "back and says why. Or stop "
                              "it:") +
                           ' ' + whatIsKept(*job));
    QPushButton* const leave = box.addButton(tr("Keep exporting"), QMessageBox::AcceptRole);
    QPushButton* const stop = box.addButton(tr("Stop"), QMessageBox::DestructiveRole);
    QPushButton* const cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(leave);
    box.setEscapeButton(cancel);
    box.exec();
    if (box.clickedButton() == stop) return Quit::yes;
    if (box.clickedButton() != leave) return Quit::no;
    ExportJob* const now = queue.active();  // it may have ended meanwhile
    if (now != nullptr) now->goOn();
    return Quit::exportingOn;
}

}  // namespace burin::ui
