// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/side_letter.hpp"

#include "ui/theme/theme.hpp"

#include <QPixmap>

namespace burin::ui {

void paintSideLetter(QPainter& painter, const Theme& theme, bool first, const QRectF& place) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(first ? Role::accent : Role::good));
    painter.drawRoundedRect(place, 3, 3);
    painter.setBrush(Qt::NoBrush);
    painter.setFont(theme.font(11, 600));
    painter.setPen(theme.color(Role::canvas));
    painter.drawText(place, Qt::AlignCenter, first ? QStringLiteral("A") : QStringLiteral("B"));
}

QIcon sideIcon(const Theme& theme, bool first) {
    constexpr int px = 16;
    QIcon icon;
    for (const int ratio : {1, 2}) {
        QPixmap picture(px * ratio, px * ratio);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paintSideLetter(painter, theme, first, QRectF(0, 0, px, px));
        painter.end();
        icon.addPixmap(picture);
    }
    return icon;
}

}  // namespace burin::ui
