// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/sketch_mark.hpp"

#include "ui/theme/theme.hpp"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace burin::ui {

namespace {

struct SketchMark {
    Q_DECLARE_TR_FUNCTIONS(SketchMark)
};

/// \param sign  shown instead of the words if the picture is too narrow for them
void paintMark(QPainter& painter, const Theme& theme, const QFont& font, const QRectF& picture, QString words,
               const char* sign) {
    constexpr double height = 15;
    constexpr double margins = 6;
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(words) + margins > picture.width()) words = QString::fromUtf8(sign);
    const QSizeF size(metrics.horizontalAdvance(words) + margins, height);
    if (size.width() > picture.width() || size.height() > picture.height()) return;
    const QRectF place(picture.bottomRight() - QPointF(size.width(), size.height()), size);
    painter.fillRect(place, theme.color(Role::overlayGround));
    painter.setFont(font);
    painter.setPen(theme.color(Role::overlayText));
    painter.drawText(place, Qt::AlignCenter, words);
}

}  // namespace

void paintSketchMark(QPainter& painter, const Theme& theme, const QFont& font, const QRectF& picture) {
    paintMark(painter, theme, font, picture, SketchMark::tr("sketch"), "≈");
}

void paintOutdatedMark(QPainter& painter, const Theme& theme, const QFont& font, const QRectF& picture) {
    paintMark(painter, theme, font, picture, SketchMark::tr("outdated"), "≠");
}

}  // namespace burin::ui
