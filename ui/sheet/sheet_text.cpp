// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_text.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <cmath>

namespace burin::ui {

namespace {

/// Disables hinting: glyphs stay at their designed places, so that a page looks the same at every resolution.
QFont unhinted(QFont font) {
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

}  // namespace

QFont SheetInk::text(int size, int weight) const {
    return unhinted(theme_.font(size, weight));
}

QFont SheetInk::number(int size) const {
    return unhinted(theme_.numbers(size));
}

QStringList brokenLines(const QString& text, const QFont& font, qreal width) {
    QStringList lines;
    // Each line of the text begins a new line here.
    for (const QString& paragraph : text.split('\n')) {
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
        }
        layout.endLayout();
    }
    return lines;
}

qreal lineStep(const QFont& font) {
    return std::ceil(font.pixelSize() * 1.35);
}

qreal textWidth(const QString& text, const QFont& font) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

void drawLineAt(QPainter& painter, qreal x, qreal top, const QString& line, const QFont& font,
                const QColor& color, Qt::Alignment alignment) {
    const QFontMetricsF metrics(font);
    const qreal baseline = top + (lineStep(font) + metrics.capHeight()) / 2;
    const qreal left = alignment & Qt::AlignRight     ? x - metrics.horizontalAdvance(line)
                       : alignment & Qt::AlignHCenter ? x - metrics.horizontalAdvance(line) / 2
                                                      : x;
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QPointF(left, baseline), line);
}

}  // namespace burin::ui
