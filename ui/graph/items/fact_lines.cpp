// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/fact_lines.hpp"

#include "ui/words/cut_text.hpp"

namespace burin::ui {

QStringList factLines(const QString& fact, const QFontMetricsF& metrics, qreal width, qsizetype most) {
    if (metrics.horizontalAdvance(fact) <= width) return {fact};
    QStringList lines;
    for (const QString& word : fact.split(' ', Qt::SkipEmptyParts)) {
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

}  // namespace burin::ui
