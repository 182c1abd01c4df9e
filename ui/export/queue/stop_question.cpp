// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/stop_question.hpp"

#include "core/sinks/formats.hpp"
#include "ui/export/queue/export_queue.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace burin::ui {

namespace {

/// Whether the format cannot resume, so that the export would start again.
bool startsAgain(const ExportJob& job) {
    const FormatInfo* const format = formatNamed(pathOf(job.order().file()));
    return format != nullptr && !format->resumes;
}

QString whatIsKept(const ExportJob& job) {
    const std::optional<TransferStatus>& status = job.status();
    if (job.order().machine) {
        if (!status) return tr("Nothing is engraved yet.");
        if (status->executedLines == 0) return tr("The machine keeps the job, which can be resumed.");
        return tr("Line %1 is engraved. The machine keeps the job, which can be resumed from there.")
            .arg(groupedText(status->executedLines));
    }
    if (!(job.share() > 0)) return tr("Nothing is written yet.");
    return tr("%1 of %2 is written.").arg(percentText(job.share()), job.order().targetName()) + ' ' +
           (startsAgain(job) ? tr("This format cannot be resumed; the export would start again.")
                             : tr("The export can be resumed from there."));
}

}  // namespace

bool stopAgreed(QWidget* parent, const ExportJob& job, const QString& rowsLeft) {
    if (!job.active()) return true;
    QMessageBox box(parent);
    box.setObjectName("export.stopQuestion");
    const bool batch = !rowsLeft.isEmpty();
    box.setWindowTitle(batch ? tr("Batch") : tr("Export"));
    const QString question = batch ? tr("Stop the batch?") : tr("Stop the export?");
    const auto say = [&] {
        box.setText(QStringList{question, whatIsKept(job), rowsLeft}.join(' ').trimmed());
    };
    say();
    QObject::connect(&job, &ExportJob::changed, &box,
                     [&box, &job, say] { job.active() ? say() : box.reject(); });
    QPushButton* const stop = box.addButton(tr("Stop"), QMessageBox::DestructiveRole);
    QPushButton* const goOn = box.addButton(tr("Continue"), QMessageBox::RejectRole);
    box.setDefaultButton(goOn);
    box.setEscapeButton(goOn);
    box.exec();
    return box.clickedButton() == stop;
}

Quit askToQuit(QWidget* parent, const ExportQueue& queue) {
    if (queue.active() == nullptr) return Quit::yes;
    QMessageBox box(parent);
    box.setObjectName("export.quitQuestion");
    box.setWindowTitle(tr("Export"));
    bool failed = false;
    const auto say = [&box, &queue] {
        const ExportJob* const job = queue.active();
        if (job == nullptr) return queue.busy() ? void() : box.reject();
        box.setText(tr("%1 is being exported to %2. Close the window?")
                        .arg(job->order().title, job->order().targetName()));
        box.setInformativeText(tr("The export can finish without a window; if it fails, the window comes "
                                  "back and says why. If you "
                                  "stop it:") +
                               ' ' + whatIsKept(*job));
    };
    say();
    QObject::connect(&queue, &ExportQueue::jobChanged, &box, say);
    QObject::connect(&queue, &ExportQueue::activeChanged, &box, say);
    QObject::connect(&queue, &ExportQueue::failed, &box, [&failed] { failed = true; });
    QPushButton* const leave = box.addButton(tr("Keep exporting"), QMessageBox::AcceptRole);
    QPushButton* const stop = box.addButton(tr("Stop"), QMessageBox::DestructiveRole);
    QPushButton* const cancel = box.addButton(tr("Cancel"), QMessageBox::RejectRole);
    box.setDefaultButton(leave);
    box.setEscapeButton(cancel);
    box.exec();
    if (failed) return Quit::no;
    if (!queue.busy()) return box.clickedButton() == cancel ? Quit::no : Quit::yes;
    if (box.clickedButton() == stop) return Quit::yes;
    if (box.clickedButton() != leave) return Quit::no;
    ExportJob* const now = queue.active();  // the export may have ended in the meantime
    if (now != nullptr) now->goOn();
    return Quit::exportingOn;
}

}  // namespace burin::ui
