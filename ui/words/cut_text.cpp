// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/cut_text.hpp"

#include <QDir>

namespace burin::ui {

namespace {

constexpr QChar ellipsis(0x2026);

/// Whether a word is a number, perhaps with a sign, a bracket or its unit: "-4.096", "(120µm".
bool isNumber(QStringView word) {
    while (!word.isEmpty() && QStringView(u"([+-−±×≈~<>≤≥øØ⌀").contains(word.front()))
        word = word.mid(1);
    return !word.isEmpty() && word.front().isDigit();
}

/// The last word of a text, and what precedes it.
QStringView lastWord(QStringView text) {
    return text.mid(text.lastIndexOf(' ') + 1);
}
QStringView withoutLastWord(QStringView text) {
    return text.chopped(lastWord(text).size()).trimmed();
}

/// The longest beginning of `text`, of at most `length` characters, that breaks no quantity.
QStringView beginning(QStringView text, qsizetype length) {
    const QStringView kept = text.first(length);
    const bool insideWord = length > 0 && text[length - 1] != ' ' && text[length] != ' ';
    if (insideWord && isNumber(lastWord(kept))) return withoutLastWord(kept);
    // What follows a number may be its unit. It stays whole, or the number goes too.
    const QStringView before = insideWord ? withoutLastWord(kept) : kept.trimmed();
    return isNumber(lastWord(before)) ? withoutLastWord(before) : kept;
}

}  // namespace

QString cutText(const QString& text, const QFontMetricsF& metrics, qreal width) {
    const QString cut = metrics.elidedText(text, Qt::ElideRight, width);
    if (cut == text || !cut.endsWith(ellipsis)) return cut;
    QStringView kept = beginning(text, cut.size() - 1);
    while (!kept.isEmpty() && QStringView(u" ×,;:(·").contains(kept.back()))
        kept.chop(1);
    return kept.toString() + ellipsis;
}

QString inTwoLines(const QString& text, const QFontMetricsF& metrics, qreal width) {
    if (metrics.horizontalAdvance(text) <= width) return text;
    for (qsizetype blank = text.lastIndexOf(' '); blank > 0; blank = text.lastIndexOf(' ', blank - 1)) {
        if (metrics.horizontalAdvance(text.left(blank)) <= width)
            return text.left(blank) + '\n' + cutText(text.mid(blank + 1), metrics, width);
    }
    return cutText(text, metrics, width);
}

QStringList cutLines(const QString& text, const QFontMetricsF& metrics, qreal width, qsizetype most) {
    if (metrics.horizontalAdvance(text) <= width) return {text};
    QStringList lines;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const QString longer = lines.isEmpty() ? word : lines.last() + ' ' + word;
        const bool fits = metrics.horizontalAdvance(longer) <= width;
        if (lines.isEmpty() || (!fits && lines.size() < most)) {
            lines << word;
        } else {
            lines.last() = longer;
        }
    }
    for (QString& line : lines)
        line = cutText(line, metrics, width);
    return lines;
}

QString cutFormula(const QString& text, const QFontMetricsF& metrics, qreal width) {
    const QString cut = cutText(text, metrics, width);
    if (cut == text || !cut.endsWith(ellipsis)) return cut;
    const auto ofNumber = [](QChar one) { return one.isDigit() || one == '.'; };
    QStringView kept = QStringView(cut).chopped(1);
    if (kept.size() < text.size() && ofNumber(text[kept.size()])) {
        while (!kept.isEmpty() && ofNumber(kept.back()))
            kept.chop(1);
    }
    return kept.toString() + ellipsis;
}

QString cutPath(const QString& path, const QFontMetricsF& metrics, qreal width) {
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; };
    if (fits(path)) return path;
    const QChar separator = QDir::separator();
    const QStringList parts = path.split(separator);
    // With the first folder if there is room for it, and with as many of the last ones as possible.
    const qsizetype head = path.startsWith(separator) ? 2 : 1;
    for (const qsizetype first : {head, qsizetype{0}}) {
        for (qsizetype left = first + 1; left < parts.size(); ++left) {
            QStringList kept = parts.mid(0, first);
            kept << QString(ellipsis);
            kept << parts.mid(left);
            const QString text = kept.join(separator);
            if (fits(text)) return text;
        }
    }
    return metrics.elidedText(parts.last(), Qt::ElideMiddle, width);
}

QString beginningOf(const QString& text) {
    constexpr qsizetype longest = 60;
    return text.size() <= longest ? text : text.left(longest) + QChar(0x2026);
}

}  // namespace burin::ui
