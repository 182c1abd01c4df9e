// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/path_field.hpp"

#include "ui/words/cut_text.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFrame>
#include <QToolTip>

namespace burin::ui {

QRect PathField::room() const {
    QStyleOptionFrame option;
    initStyleOption(&option);
    constexpr int margin = 2;  // as in QLineEdit
    return style()
        ->subElementRect(QStyle::SE_LineEditContents, &option, this)
        .adjusted(margin, 0, -margin, 0);
}

bool PathField::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty() &&
        fontMetrics().horizontalAdvance(text()) > room().width()) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
        return true;
    }
    return QLineEdit::event(event);
}

void PathField::paintEvent(QPaintEvent* event) {
    const QString shown = cutPath(text(), fontMetrics(), room().width());
    if (hasFocus() || shown == text()) return QLineEdit::paintEvent(event);
    QStyleOptionFrame option;
    initStyleOption(&option);
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(room(), Qt::AlignVCenter | Qt::TextSingleLine, shown);
}

}  // namespace burin::ui
