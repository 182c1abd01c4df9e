// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/words.hpp"

#include "core/surface/scan.hpp"
#include "ui/export/machine_words.hpp"
#include "ui/viewport/number_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace burin::ui {

namespace {

/// Three digits, and the prefix of the power of 1000 that they are of.
QString quantity(double value, const QString& unit) {
    constexpr std::array<const char*, 6> prefixes = {"", "k", "M", "G", "T", "P"};
    std::size_t prefix = 0;
    while (value >= 999.5 && prefix + 1 < prefixes.size()) {
        value /= 1000;
        ++prefix;
    }
    const int decimals = prefix == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return QString::number(value, 'f', decimals) + ' ' + prefixes[prefix] + unit;
}

QString millimetres(double pixels, double pixelUm) {
    return QString::number(pixels * pixelUm / 1000, 'f', 3) + " mm";
}

}  // namespace

QString percentText(double share) {
    return QString::number(std::floor(share * 1000) / 10, 'f', 1) + " %";
}

QString durationText(double seconds) {
    constexpr double century = 4e9;
    if (!(seconds >= 0) || seconds > century) return QStringLiteral("–");
    const auto whole = static_cast<long long>(seconds + 0.5);
    const long long days = whole / 86400;
    const long long hours = whole / 3600 % 24;
    const long long minutes = whole / 60 % 60;
    if (days > 0) return tr("%1 d %2 h %3 min").arg(days).arg(hours).arg(minutes);
    if (hours > 0) return tr("%1 h %2 min").arg(hours).arg(minutes);
    if (minutes > 0) return tr("%1 min %2 s").arg(minutes).arg(whole % 60);
    return tr("%1 s").arg(whole);
}

QString momentText(const QDateTime& moment) {
    const QString pattern =
        moment.date() == QDate::currentDate() ? QStringLiteral("HH:mm") : QStringLiteral("ddd d MMM, HH:mm");
    return QLocale::c().toString(moment, pattern);
}

QString bytesText(double bytes) {
    return quantity(bytes, QStringLiteral("B"));
}

QString memoryText(std::size_t bytes, std::size_t limit) {
    constexpr double mebibyte = 1024.0 * 1024.0;
    const bool gibibytes = static_cast<double>(limit) >= 1024 * mebibyte;
    const double unit = gibibytes ? 1024 * mebibyte : mebibyte;
    const int decimals = gibibytes ? 1 : 0;
    return tr("%1 of %2 %3")
        .arg(QString::number(static_cast<double>(bytes) / unit, 'f', decimals),
             QString::number(static_cast<double>(limit) / unit, 'f', decimals),
             QString(gibibytes ? "GiB" : "MiB"));
}

QString rateText(double bytesPerSecond) {
    return quantity(bytesPerSecond, QStringLiteral("B/s"));
}

QString pixelsText(double pixels) {
    return quantity(pixels, QStringLiteral("px"));
}

QString sizeText(const Rect& area, double pixelUm) {
    return lengthText(static_cast<double>(area.width) * pixelUm) + QStringLiteral(" × ") +
           lengthText(static_cast<double>(area.height) * pixelUm);
}

QString regionWords(const ExportOrder& order) {
    if (order.whole()) return tr("whole surface");
    const double pitch = order.design->pixelUm;
    return tr("%1 from x %2, y %3")
        .arg(sizeText(order.region, pitch), millimetres(static_cast<double>(order.region.x), pitch),
             millimetres(static_cast<double>(order.region.y), pitch));
}

QString scanWords(const Scan& scan) {
    const QString order =
        scan.swathWidth == 0 ? tr("rows") : tr("swaths of %1 px").arg(groupedText(scan.swathWidth));
    return scan.serpentine ? tr("%1, serpentine").arg(order) : order;
}

QString withoutOptions(const std::string& message) {
    const std::size_t option = message.find(" --");
    if (option == std::string::npos) return QString::fromStdString(message);
    return QString::fromStdString(message.substr(0, message.rfind("; ", option)));
}

namespace {

/// A stream before it was ever connected, or as its machine says.
StateLook lookOfStream(const ExportJob& job) {
    const std::optional<StreamStatus>& status = job.status();
    if (!status) return lookOf(StreamStatus::State::connecting);
    // It was just told to go on.
    if (status->state == StreamStatus::State::paused) return lookOf(StreamStatus::State::engraving);
    return lookOf(status->state, status->state == StreamStatus::State::connecting);
}

}  // namespace

StateLook lookOf(const ExportJob& job) {
    if (job.order().machine) {
        if (job.state() == ExportJob::State::running) return lookOfStream(job);
        using State = StreamStatus::State;
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
    const QString row = tr("Removes this row of the queue.");
    if (job.order().machine) return row + ' ' + tr("The machine keeps its job.");
    if (job.state() == ExportJob::State::done)
        return row + ' ' + tr("The file stays: %1").arg(job.order().target);
    return job.resumable() ? row + ' ' + tr("What is written stays; an export to the same file resumes it.")
                           : row;
}

QString reportOf(const ExportJob& job) {
    const ExportOrder& order = job.order();
    QStringList lines;
    const auto add = [&lines](const QString& name, const QString& value) {
        if (!value.isEmpty()) lines << name.leftJustified(13) + value;
    };
    add(tr("Design"), order.title);
    add(order.machine ? tr("Machine") : tr("File"),
        order.machine ? order.machine->name + ", " + order.target : order.target);
    add(tr("State"), lookOf(job).word + (job.message().isEmpty() ? "" : ": " + job.message()));
    add(tr("Done"), percentText(job.share()));
    add(tr("Region"), regionWords(order));
    add(tr("Scan"), scanWords(order.scan));
    if (order.layers > 0) add(tr("Layers"), QString::number(order.layers));
    if (!order.machine) add(tr("Compression"), QString::fromStdString(compressionText(order.compression)));
    add(tr("Computed on"), job.backend());
    add(tr("Begun"), job.begun().toString(Qt::ISODate));
    add(tr("Ended"), job.ended().toString(Qt::ISODate));
    add(tr("Elapsed"), durationText(job.progress().seconds));
    add(tr("Written"), bytesText(static_cast<double>(job.progress().bytes)));
    add(tr("Rate"), rateText(job.progress().bytesPerSecond));
    if (const auto& status = job.status()) {
        add(tr("Executed"), tr("line %1 of %2").arg(status->executedLines).arg(status->lines));
        add(tr("Starved"), timesWords(status->starvations));
        add(tr("Sent again"), tr("%1 slices").arg(status->resentSlices));
        add(tr("Reconnected"), timesWords(status->reconnections));
        if (status->doubtfulLine) add(tr("In doubt"), tr("line %1").arg(*status->doubtfulLine));
    }
    return lines.join('\n') + '\n';
}

}  // namespace burin::ui
