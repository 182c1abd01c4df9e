// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/cut_label.hpp"

#include "ui/words/cut_text.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>
#include <QToolTip>

#include <algorithm>

namespace burin::ui {

CutLabel::CutLabel(const Theme& theme, const QString& text, QWidget* parent)
    : QWidget(parent), theme_(theme), text_(text) {
    setFont(theme.font(13));
    setAccessibleName(text);
    connect(&theme, &Theme::changed, this, [this] { update(); });
}

void CutLabel::setText(const QString& text) {
    text_ = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize CutLabel::sizeHint() const {
    const QMargins sides = contentsMargins();
    return {fontMetrics().horizontalAdvance(text_) + 2 + sides.left() + sides.right(), 24};
}

/// Whether a text needs neither a smaller font nor a second line.
bool CutLabel::fits(const QString& text) const {
    return fontMetrics().horizontalAdvance(text) <= contentsRect().width();
}

QString CutLabel::chosenText() const {
    if (shorter_.isEmpty() || fits(text_)) return text_;
    const auto found =
        std::find_if(shorter_.begin(), shorter_.end(), [this](const QString& text) { return fits(text); });
    return found == shorter_.end() ? shorter_.last() : *found;
}

/// Smaller by a pixel if the text does not fit on one line.
QFont CutLabel::shownFont() const {
    QFont shown = font();
    if (!fits(chosenText())) shown.setPixelSize(shown.pixelSize() - 1);
    return shown;
}

QStringList CutLabel::shown() const {
    const QFont font = shownFont();
    const QFontMetricsF metrics(font);
    const int width = contentsRect().width();
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);  // the name of a file may be long
    QStringList lines;
    QString rest = chosenText();
    while (lines.size() + 1 < lines_ && metrics.horizontalAdvance(rest) > width) {
        QTextLayout layout(rest, font);
        layout.setTextOption(option);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(width);
        layout.endLayout();
        lines << rest.left(line.textLength()).trimmed();
        rest = rest.mid(line.textLength()).trimmed();
    }
    return lines << cutText(rest, metrics, width);
}

/// Shows the whole text as a tooltip if it is cut and no other tooltip is set.
bool CutLabel::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && !fits(text_)) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text_, this);
        return true;
    }
    return QWidget::event(event);
}

void CutLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(theme_.color(role_));
    painter.setFont(shownFont());
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter, shown().join('\n'));
}

}  // namespace burin::ui
