// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/job_words.hpp"

#include "core/export/scan.hpp"
#include "ui/words/machine_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

namespace burin::ui {
namespace {

/// How the state of a stream is shown, also before the first connection.
StateLook appearanceOfTransfer(const ExportJob& job) {
    const std::optional<TransferStatus>& status = job.status();
    if (!status) return lookOf(TransferStatus::State::connecting);
    // The machine was just told to continue; its report is older than that.
    if (status->state == TransferStatus::State::paused) return lookOf(TransferStatus::State::engraving);
    return lookOf(*status, status->state == TransferStatus::State::connecting);
}

}  // namespace

QString regionWords(const ExportOrder& order) {
    if (order.whole()) return tr("whole surface");
    const double pitch = order.design->pixelUm;
    return tr("%1 from x %2, y %3")
        .arg(sizeText(order.region, pitch), millimetresText(static_cast<double>(order.region.x), pitch),
             millimetresText(static_cast<double>(order.region.y), pitch));
}

StateLook lookOf(const ExportJob& job) {
    if (job.order().machine) {
        if (job.state() == ExportJob::State::running) return appearanceOfTransfer(job);
        using State = TransferStatus::State;
        const State last = job.status() ? job.status()->state : State::connecting;
        const bool itself = last == State::faulted || last == State::stopped;
        if (job.state() == ExportJob::State::failed && itself) return lookOf(last);
    }
    switch (job.state()) {
        case ExportJob::State::waiting:
            return {tr("Waits"), QStringLiteral("clock"), Role::quiet};
        case ExportJob::State::running:
            return {tr("Exporting"), QStringLiteral("play"), Role::good};
        case ExportJob::State::paused:
            return {tr("Paused"), QStringLiteral("pause"), Role::warning};
        case ExportJob::State::stopping:
            return {tr("Stopping"), QStringLiteral("stop"), Role::warning};
        case ExportJob::State::stopped:
            return {tr("Stopped"), QStringLiteral("stop"), Role::warning};
        case ExportJob::State::done:
            return {tr("Done"), QStringLiteral("check"), Role::good};
        case ExportJob::State::failed:
            break;
    }
    return {tr("Failed"), QStringLiteral("error"), Role::error};
}

QString timeWords(const ExportJob& job) {
    if (job.ended().isValid()) return momentText(job.ended());
    if (job.state() != ExportJob::State::running) return {};
    const double seconds = job.secondsLeft();
    return seconds < 0 ? QString() : tr("%1 left").arg(durationText(seconds));
}

QString removalWords(const ExportJob& job) {
    const QString row = tr("Removes this row from the queue.");
    if (job.order().machine) return row + ' ' + tr("The machine keeps its job.");
    if (job.state() == ExportJob::State::done)
        return row + ' ' + tr("The file stays: %1").arg(job.order().shownFile());
    const bool part = job.resumable() && job.share() > 0;
    return part ? row + ' ' + tr("The written part stays; an export to the same file resumes it.") : row;
}

QString reportOf(const ExportJob& job) {
    const ExportOrder& order = job.order();
    QStringList lines;
    const auto add = [&lines](const QString& name, const QString& value) {
        if (!value.isEmpty()) lines << name.leftJustified(13) + value;
    };
    add(tr("Design"), order.title);
    add(order.machine ? tr("Machine") : tr("File"),
        order.machine ? order.machine->name + ", " + order.shownFile() : order.shownFile());
    add(tr("State"), lookOf(job).word + (job.message().isEmpty() ? "" : ": " + job.message()));
    add(tr("Remark"), job.remark());
    for (const QString& remark : job.imageRemarks())
        add(tr("Image"), remark);
    add(tr("Done"), percentText(job.share()));
    add(tr("Region"), regionWords(order));
    add(tr("Scan"), scanWords(order.sink.scan));
    if (order.layers > 0) add(tr("Layers"), QString::number(order.layers));
    if (!order.machine)
        add(tr("Compression"), QString::fromStdString(compressionText(order.sink.compression)));
    add(tr("Computed on"), job.backend());
    add(tr("Begun"), job.begun().toString(Qt::ISODate));
    add(tr("Ended"), job.ended().toString(Qt::ISODate));
    add(tr("Elapsed"), durationText(job.progress().seconds));
    add(tr("Written"), bytesText(static_cast<double>(job.progress().bytes)));
    add(tr("Rate"), rateText(job.bytesPerSecond()));
    if (const auto& status = job.status()) {
        add(tr("Executed"), tr("line %1 of %2").arg(status->executedLines).arg(status->lines));
        add(tr("Starved"), timesWords(status->starvations));
        const auto slices = [](std::int64_t number) {
            return number == 1 ? tr("1 slice") : tr("%1 slices").arg(number);
        };
        add(tr("Sent again"), slices(status->resentSlices));
        add(tr("Damaged"), slices(status->damagedSlices));
        add(tr("Reconnected"), timesWords(status->reconnections));
        if (status->doubtfulLine) add(tr("In doubt"), tr("line %1").arg(*status->doubtfulLine));
    }
    return lines.join('\n') + '\n';
}

}  // namespace burin::ui
