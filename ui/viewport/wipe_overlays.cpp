// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/wipe_overlays.hpp"

#include "ui/theme/side_letter.hpp"
#include "ui/theme/theme.hpp"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr double knobRadius = 14;
constexpr double lineReach = 16;
constexpr double nameHeight = 24;
constexpr double nameGap = 8;  // between the line and a name
constexpr double nameTop = 12;
constexpr double letterSide = 16;

}  // namespace

bool WipeOverlays::onLine(QPointF on, double x, double height, bool knob) {
    return std::abs(on.x() - x) <= lineReach && (!knob || std::abs(on.y() - height / 2) <= lineReach);
}

void WipeOverlays::line(double x) {
    const double height = screen_.height();
    const QColor light = theme_.color(Role::overlayText);
    painter_.setPen(QPen(QColor(0, 0, 0, 150), 4));
    painter_.drawLine(QPointF(x, 0), QPointF(x, height));
    painter_.setPen(QPen(light, 2));
    painter_.drawLine(QPointF(x, 0), QPointF(x, height));
    const QPointF middle(x, height / 2);
    painter_.setBrush(theme_.color(Role::overlayGround));
    painter_.drawEllipse(middle, knobRadius - 1, knobRadius - 1);
    for (const double side : {-1.0, 1.0}) {
        const QPointF tip = middle + QPointF(side * 8, 0);
        const QPointF back(side * -4, 5);
        painter_.drawLine(tip, tip + back);
        painter_.drawLine(tip, tip + QPointF(back.x(), -back.y()));
    }
    painter_.setBrush(Qt::NoBrush);
}

void WipeOverlays::name(Wipe::Side side, const QString& words, const QRectF& room,
                        const QList<QRectF>& taken) {
    constexpr double leastWords = 24;
    constexpr double besideWords = 4 + letterSide + 8 + 10;
    const QFont font = theme_.font(12, 600);
    const QFontMetricsF metrics(font);
    const double most = room.width() - 2 * nameGap - besideWords;
    if (most < leastWords) return;
    const QString shown = metrics.elidedText(words, Qt::ElideRight, most);
    const bool first = side == Wipe::Side::a;
    QRectF place(0, nameTop, besideWords + metrics.horizontalAdvance(shown), nameHeight);
    first ? place.moveRight(room.right() - nameGap) : place.moveLeft(room.left() + nameGap);
    for (const QRectF& other : taken) {
        if (place.intersects(other)) place.moveTop(other.bottom() + 4);
    }
    box(place);
    const QRectF letter(place.left() + 4, place.top() + 4, letterSide, letterSide);
    paintSideLetter(painter_, theme_, first, letter);
    text({letter.right() + 8, place.top(), metrics.horizontalAdvance(shown) + 1, nameHeight}, shown, font,
         Qt::AlignVCenter | Qt::AlignLeft);
}

}  // namespace burin::ui
