// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/note_items.hpp"

#include "ui/graph/items/metrics.hpp"
#include "ui/words/cut_text.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr qreal noteRadius = 6;
constexpr qreal titleHeight = 28;
constexpr qreal smallestText = 0.4;  ///< texts on the canvas are hidden below this zoom

QPen linePen(const GraphStyle& style, bool chosen) {
    QPen pen(style.color(chosen ? Role::accent : Role::frameLine), chosen ? 2 : 1);
    pen.setCosmetic(true);
    return pen;
}

qreal zoomOf(const QPainter& painter) {
    return QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform());
}

}  // namespace

FrameItem::FrameItem(const GraphStyle& style, FrameNote note) : style_(style), note_(std::move(note)) {
    setZValue(-20);
}

QRectF FrameItem::boundingRect() const {
    return note_.rect.adjusted(-2, -2, 2, 2);
}

void FrameItem::setNote(FrameNote note) {
    prepareGeometryChange();
    note_ = std::move(note);
    update();
}

void FrameItem::setChosen(bool chosen) {
    chosen_ = chosen;
    update();
}

QRectF FrameItem::titleRect() const {
    return {note_.rect.topLeft(), QSizeF(note_.rect.width(), std::min(titleHeight, note_.rect.height()))};
}

Qt::Edges FrameItem::edgesAt(QPointF place, qreal reach) const {
    const QRectF& r = note_.rect;
    if (!r.adjusted(-reach, -reach, reach, reach).contains(place)) return {};
    Qt::Edges edges;
    edges.setFlag(Qt::LeftEdge, std::abs(place.x() - r.left()) <= reach);
    edges.setFlag(Qt::RightEdge, std::abs(place.x() - r.right()) <= reach);
    edges.setFlag(Qt::TopEdge, std::abs(place.y() - r.top()) <= reach);
    edges.setFlag(Qt::BottomEdge, std::abs(place.y() - r.bottom()) <= reach);
    return edges;
}

void FrameItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(linePen(style_, chosen_));
    painter->setBrush(style_.color(Role::frameGround));
    painter->drawRoundedRect(note_.rect, noteRadius, noteRadius);
    if (zoomOf(*painter) < smallestText) return;
    painter->setFont(style_.title());
    painter->setPen(style_.color(Role::secondary));
    const QRectF place = titleRect().adjusted(metrics::framePadding, 2, -metrics::framePadding, 2);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                      cutText(note_.title, QFontMetricsF(style_.title()), place.width()));
}

CommentItem::CommentItem(const GraphStyle& style, CommentNote note) : style_(style), note_(std::move(note)) {
    setZValue(-10);
    restyle();
}

void CommentItem::restyle() {
    prepareGeometryChange();
    const qreal width = metrics::commentWidth - 2 * metrics::commentPadding;
    const QRectF text =
        QFontMetricsF(style_.label()).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, note_.text);
    size_ = {metrics::commentWidth, std::max(32.0, std::ceil(text.height()) + 2 * metrics::commentPadding)};
    update();
}

QRectF CommentItem::boundingRect() const {
    return rect().adjusted(-2, -2, 2, 2);
}

void CommentItem::setNote(CommentNote note) {
    prepareGeometryChange();
    note_ = std::move(note);
    restyle();
}

void CommentItem::setChosen(bool chosen) {
    chosen_ = chosen;
    update();
}

void CommentItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(linePen(style_, chosen_));
    painter->setBrush(style_.color(Role::panel));
    painter->drawRoundedRect(rect(), 4, 4);
    if (zoomOf(*painter) < smallestText) return;
    const qreal p = metrics::commentPadding;
    painter->setFont(style_.label());
    painter->setPen(style_.color(Role::secondary));
    painter->drawText(rect().adjusted(p, p, -p, -p), Qt::TextWordWrap, note_.text);
}

}  // namespace burin::ui
