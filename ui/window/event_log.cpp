// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/event_log.hpp"

#include "ui/export/queue/export_queue.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/log.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QDir>
#include <QFileInfo>

namespace burin::ui {

namespace {

QString nameOf(const Document& document) {
    return document.file().isEmpty() ? document.title() : QDir::toNativeSeparators(document.file());
}

/// The names of the design and of the files that it reads. Messages name files without their folders, too.
QStringList namesOf(const Document& document) {
    QStringList names{document.title()};
    for (const QString& file : document.files())
        names << QFileInfo(file).fileName();
    return names;
}

QStringList namesOf(const ExportJob& job) {
    return {job.order().title, job.order().targetName()};
}

/// How an export has ended.
QString endWords(const ExportJob& job) {
    const QString what = tr("Export of %1 to %2").arg(job.order().title, job.order().file());
    const QString share = percentText(job.share());
    if (job.state() == ExportJob::State::done)
        return tr("%1: done after %2").arg(what, durationText(job.progress().seconds));
    if (job.state() == ExportJob::State::stopped) return tr("%1: stopped at %2").arg(what, share);
    return tr("%1: failed at %2. %3").arg(what, share, job.message());
}

}  // namespace

void keepLog(Log& log, Document& document, ExportQueue& queue) {
    QObject::connect(&document, &Document::fileChanged, &log, [&log, &document] {
        log.add(document.file().isEmpty() ? tr("New design: %1").arg(nameOf(document))
                                          : tr("Opened %1").arg(nameOf(document)),
                namesOf(document));
    });
    QObject::connect(&document, &Document::refused, &log,
                     [&log, &document](const QString& what, const QString& why) {
                         log.add(tr("%1: %2").arg(what, why), namesOf(document));
                     });
    QObject::connect(&document, &Document::reloaded, &log, [&log, &document](const QString& problem) {
        log.add(problem.isEmpty() ? tr("Read again: %1").arg(nameOf(document)) : problem, namesOf(document));
    });
    QObject::connect(&queue, &ExportQueue::started, &log, [&log](const ExportJob* job) {
        log.add(tr("Export of %1 to %2 begins").arg(job->order().title, job->order().file()), namesOf(*job));
    });
    QObject::connect(&queue, &ExportQueue::ended, &log,
                     [&log](const ExportJob* job) { log.add(endWords(*job), namesOf(*job)); });
}

}  // namespace burin::ui
