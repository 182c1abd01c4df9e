// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/badge_item.hpp"

#include "ui/graph/items/metrics.hpp"
#include "ui/theme/side_letter.hpp"

namespace burin::ui {

namespace {

constexpr qreal step = metrics::badge + 4;
constexpr QPointF raise(10, -14);  // clear of the name in the header

}  // namespace

QRectF BadgeItem::boundingRect() const {
    const qreal width = step * static_cast<qreal>(badges_.size());
    const QRectF rect(-width - 1, -1, width + 2, metrics::badge + 2);
    return raised_ ? rect.translated(raise) : rect;
}

void BadgeItem::setRaised(bool raised) {
    if (raised == raised_) return;
    prepareGeometryChange();
    raised_ = raised;
}

void BadgeItem::setBadges(std::vector<Badge> badges) {
    if (badges == badges_) return;
    prepareGeometryChange();
    badges_ = std::move(badges);
    setVisible(!badges_.empty());
    update();
}

void BadgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    QRectF rect(-metrics::badge, 0, metrics::badge, metrics::badge);
    if (raised_) rect.translate(raise);
    for (const Badge badge : badges_) {
        paintBadge(*painter, badge, rect);
        rect.translate(-step, 0);
    }
}

void BadgeItem::paintBadge(QPainter& painter, Badge badge, const QRectF& rect) const {
    if (badge == Badge::first || badge == Badge::second) {
        paintSideLetter(painter, style_.theme(), badge == Badge::first, rect.adjusted(1, 1, -1, -1));
        return;
    }
    const auto ground = [&](Role fill, Role line) {
        painter.setPen(QPen(style_.color(line), 1));
        painter.setBrush(style_.color(fill));
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    };
    QString icon;
    Role role = Role::secondary;
    int size = 14;
    if (badge == Badge::error) {
        ground(Role::error, Role::error);
        icon = QStringLiteral("error");
        role = Role::errorGround;
    } else if (badge == Badge::blocked) {
        icon = QStringLiteral("clock");
        size = 16;
    } else if (badge == Badge::muted) {
        ground(Role::warningGround, Role::warning);
        icon = QStringLiteral("mute");
        role = Role::warning;
    } else {
        ground(Role::accentFill, Role::accentFill);
        icon = badge == Badge::pinned ? QStringLiteral("pin") : QStringLiteral("solo");
        role = Role::onAccentFill;
    }
    const qreal inset = (metrics::badge - size) / 2;
    painter.drawPixmap(rect.topLeft() + QPointF(inset, inset), style_.icon(icon, size, role, painter));
}

}  // namespace burin::ui
