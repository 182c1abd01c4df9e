// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/wire_chip.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/items/node_item.hpp"
#include "ui/graph/items/wire_item.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr qreal aboveWires = 12;
constexpr qreal lineHeight = 18;
constexpr qreal wordHeight = 14;
constexpr qreal padding = 6;
constexpr qreal shapeWidth = 14;
constexpr qreal arrowWidth = 8;
constexpr qreal narrowest = 2 * padding + shapeWidth + 2 + arrowWidth;
constexpr qreal gap = 8;  ///< the space that stays free on both sides

/// How much larger a chip is on the canvas than at a zoom with labels.
qreal factorAt(qreal zoom) {
    return std::max(1.0, metrics::labelZoom / zoom);
}

/// The role of a link that depends on its place: its number, or its name in the kind's expressions.
LinkBlend numbered(const Kind& kind, const LinkDescription& link, std::ptrdiff_t number) {
    LinkBlend blend;
    const bool named = link.trait == Trait::data && numbersItsData(kind);
    blend.word = (named ? QString("in%1") : textOf(traitName(link.trait)) + " %1").arg(number);
    blend.note = describedText("Kinds", link.help);
    return blend;
}

}  // namespace

LinkBlend blendOf(const DesignNode& reader, std::size_t link) {
    if (reader.kind == nullptr || link >= reader.links.size()) return {};
    const Trait trait = reader.links[link].trait;
    const auto above = std::count_if(reader.links.begin(), reader.links.begin() + static_cast<long>(link),
                                     [trait](const DesignLink& before) { return before.trait == trait; });
    const bool further = above > 0;
    const KindDescription& kind = reader.kind->description;
    const LinkDescription* described = kind.link(trait);
    if (!further || described == nullptr || trait == Trait::mask) return {};
    if (trait == Trait::pattern || described->maximum >= 0)
        return numbered(*reader.kind, *described, above + 1);
    if (!feedsOthers(kind))
        return {QCoreApplication::translate("LinkBlend", "over"), nullptr,
                QCoreApplication::translate("LinkBlend", "replaces the inputs above wherever it is not 0")};
    const ParameterDescription* parameter = kind.parameter("operation");
    const auto* chosen = reader.values.find<std::string>("operation");
    if (parameter == nullptr || chosen == nullptr) return {};
    return {textOf(*chosen), parameter, {}};
}

WireChip::WireChip(const GraphStyle& style) : style_(style) {
    setZValue(aboveWires);
    hide();
}

void WireChip::showOn(const WireItem* wire, const QString& blend, const std::vector<QRectF>& bodies,
                      const QRectF& freeSocket) {
    prepareGeometryChange();
    setVisible(wire != nullptr);
    if (wire == nullptr) return;
    trait_ = wire->picture().trait;
    blend_ = blend;
    const qreal word = blend.isEmpty() ? 0 : QFontMetricsF(style_.small()).horizontalAdvance(blend);
    const qreal wide = narrowest + (blend.isEmpty() ? 0 : word + 4);
    const qreal room = wire->parentNode()->sceneBody().left() - wire->childNode()->sceneBody().right();
    narrow_ = !blend.isEmpty() && room < wide + 2 * gap;
    const QSizeF size =
        narrow_ ? QSizeF(std::max(narrowest, word + 8), lineHeight + wordHeight) : QSizeF(wide, lineHeight);
    const auto placed = [&](qreal share) {
        return QRectF(wire->at(share) - QPointF(size.width() / 2, lineHeight / 2), size);
    };
    const auto covers = [&](const QRectF& rect) {
        return std::any_of(bodies.begin(), bodies.end(),
                           [&](const QRectF& body) { return body.intersects(rect); });
    };
    rect_ = placed(0.5);
    constexpr int steps = 20;  // from the middle to each end
    for (int step = 1; step < 2 * steps && covers(rect_); ++step) {
        const int away = (step + 1) / 2;
        const qreal aside = 0.5 * away / steps;
        if (const QRectF other = placed(step % 2 == 1 ? 0.5 - aside : 0.5 + aside); !covers(other))
            rect_ = other;
    }
    // The socket is below the linked sockets.
    if (rect_.intersects(freeSocket)) rect_.moveBottom(freeSocket.top());
    update();
}

QRectF WireChip::scaled(qreal factor) const {
    const QSizeF size = rect_.size() * factor;
    return {rect_.center() - QPointF(size.width(), size.height()) / 2, size};
}

QRectF WireChip::boundingRect() const {
    return scaled(factorAt(metrics::blockZoom)).adjusted(-1, -1, 1, 1);
}

QRectF WireChip::rectAt(qreal zoom) const {
    return isVisible() && zoom >= metrics::blockZoom ? scaled(factorAt(zoom)) : QRectF();
}

void WireChip::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const qreal zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    if (rectAt(zoom).isNull()) return;
    painter->save();
    painter->translate(rect_.center());
    painter->scale(factorAt(zoom), factorAt(zoom));
    painter->translate(-rect_.center());
    paintChip(*painter);
    painter->restore();
}

void WireChip::paintChip(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style_.color(Role::border), 1));
    painter.setBrush(style_.color(Role::head));
    painter.drawRoundedRect(rect_.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const qreal line = rect_.top() + lineHeight / 2;
    const qreal all = narrow_ ? narrowest : rect_.width();
    const qreal left = rect_.center().x() - all / 2 + padding;
    drawSocket(painter, {left + shapeWidth / 2, line}, trait_, style_.color(trait_));
    const qreal right = left + all - 2 * padding;
    painter.setPen(QPen(style_.color(Role::secondary), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF tip(right - arrowWidth / 2, line + 2);
    painter.drawPolyline(QPolygonF({tip + QPointF(-3, -3), tip, tip + QPointF(3, -3)}));
    if (blend_.isEmpty()) return;
    painter.setFont(style_.small());
    painter.setPen(style_.color(Role::text));
    const QRectF below(rect_.left(), rect_.top() + lineHeight - 2, rect_.width(), wordHeight);
    const QRectF beside(left + shapeWidth + 2, rect_.top(), right - arrowWidth - left - shapeWidth,
                        lineHeight);
    painter.drawText(narrow_ ? below : beside,
                     (narrow_ ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextDontClip,
                     blend_);
}

}  // namespace burin::ui
