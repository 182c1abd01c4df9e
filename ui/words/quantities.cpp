// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/quantities.hpp"

#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QLocale>

#include <array>
#include <cmath>

namespace burin::ui {
namespace {

/// Three digits, with the prefix of the matching power of 1000.
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
    if (whole == 0 && seconds > 0) return tr("under 1 s");
    return tr("%1 s").arg(whole);
}

QString estimateText(double seconds) {
    constexpr double few = 5;
    return seconds < few ? tr("a few seconds") : tr("about %1").arg(durationText(seconds));
}

QString momentText(const QDateTime& moment) {
    const QString pattern =
        moment.date() == QDate::currentDate() ? QStringLiteral("HH:mm") : QStringLiteral("ddd d MMM, HH:mm");
    return QLocale::c().toString(moment, pattern);
}

QString doneWords(double seconds) {
    const auto moment = QDateTime::currentDateTime().addSecs(std::llround(seconds));
    return tr("done %1").arg(momentText(moment));
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

QString millimetresText(double samples, double pixelUm) {
    return tr("%1 mm").arg(QString::number(samples * pixelUm / 1000, 'f', 3));
}

QString sizeText(const Rect& area, double pixelUm) {
    return lengthText(static_cast<double>(area.width) * pixelUm) + QStringLiteral(" × ") +
           lengthText(static_cast<double>(area.height) * pixelUm);
}

QString scanWords(const Scan& scan) {
    const QString order =
        scan.swathWidth == 0 ? tr("rows") : tr("swaths of %1 px").arg(groupedText(scan.swathWidth));
    return scan.serpentine ? tr("%1, serpentine").arg(order) : order;
}

}  // namespace burin::ui
