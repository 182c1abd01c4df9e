// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/minimap.hpp"

#include "ui/graph/graph_scene.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/model/selection.hpp"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr QSize mapSize(144, 84);
constexpr qreal mapMargin = 6;
constexpr qreal fadedOpacity = 0.15;
constexpr int near = 48;  ///< about half the size of a dragged item

}  // namespace

Minimap::Minimap(GraphScene& scene, GraphView& view, const Theme& theme)
    : QWidget(&view), scene_(scene), view_(view), theme_(theme) {
    setObjectName("minimap");
    resize(mapSize);
    setCursor(Qt::ArrowCursor);
    const auto redraw = [this] {
        picture_ = {};
        update();
    };
    connect(&scene, &GraphScene::arranged, this, redraw);
    connect(&scene, &GraphScene::nodeMoved, this, redraw);
    connect(&scene, &GraphScene::selectionShown, this, redraw);
    connect(&view, &GraphView::viewed, this, qOverload<>(&QWidget::update));
    connect(&view, &GraphView::dragMoved, this, [this](QPoint position) {
        setFaded(geometry().adjusted(-near, -near, near, near).contains(position));
    });
    connect(&view, &GraphView::dragEnded, this, [this] { setFaded(false); });
}

void Minimap::setFaded(bool faded) {
    if (faded == faded_) return;
    faded_ = faded;
    update();
}

QTransform Minimap::toMap() const {
    const QRectF room = QRectF(rect()).adjusted(mapMargin, mapMargin, -mapMargin, -mapMargin);
    const qreal scale = std::min(room.width() / std::max(1.0, shown_.width()),
                                 room.height() / std::max(1.0, shown_.height()));
    QTransform map;
    map.translate(room.center().x(), room.center().y());
    map.scale(scale, scale);
    map.translate(-shown_.center().x(), -shown_.center().y());
    return map;
}

void Minimap::draw() {
    shown_ = scene_.contents().adjusted(-60, -40, 60, 40);
    picture_ = QPixmap(size() * devicePixelRatioF());
    picture_.setDevicePixelRatio(devicePixelRatioF());
    picture_.fill(Qt::transparent);
    QPainter painter(&picture_);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QTransform map = toMap();
    QColor plain = theme_.color(Role::quiet);
    plain.setAlphaF(0.7F);
    for (const NodeItem* node : scene_.nodes()) {
        painter.setBrush(node->look().selected                       ? theme_.color(Role::accent)
                         : node->picture().state == NodeState::error ? theme_.color(Role::error)
                                                                     : plain);
        const QRectF block = map.mapRect(node->sceneBody());
        painter.drawRoundedRect(block, std::min(2.0, block.width() / 6), std::min(2.0, block.width() / 6));
    }
}

void Minimap::paintEvent(QPaintEvent*) {
    if (picture_.isNull() || picture_.devicePixelRatio() != devicePixelRatioF()) draw();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (faded_) painter.setOpacity(fadedOpacity);
    painter.setPen(QPen(theme_.color(Role::nodeLine), 1));
    painter.setBrush(theme_.color(Role::panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.drawPixmap(0, 0, picture_);
    const QRectF seen = view_.mapToScene(view_.viewport()->rect()).boundingRect();
    const QRectF room = QRectF(rect()).adjusted(4.5, 4.5, -4.5, -4.5);
    QRectF window = toMap().mapRect(seen).intersected(room);
    if (window.isEmpty()) return;
    painter.setPen(QPen(theme_.color(Role::accent), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(window, 1, 1);
}

void Minimap::lookAt(QPointF position) {
    view_.centerOn(toMap().inverted().map(position));
}

void Minimap::mousePressEvent(QMouseEvent* event) {
    lookAt(event->position());
}

void Minimap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) lookAt(event->position());
}

}  // namespace burin::ui
