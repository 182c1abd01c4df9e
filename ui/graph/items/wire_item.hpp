// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/items/canvas_notes.hpp"
#include "ui/graph/items/graph_style.hpp"

#include <QGraphicsItem>
#include <QPainterPath>

#include <cstddef>

namespace burin::ui {

class NodeItem;

/// The picture of a link in the graph.
struct WirePicture {
    Trait trait = Trait::data;
    std::size_t entry = 0;
    QString child;  ///< as the link names it
    Route route;
    bool broken = false;  ///< the child has an error
    friend bool operator==(const WirePicture&, const WirePicture&) = default;
};

/// The curve of a wire: horizontal at both ends and at each route point.
[[nodiscard]] QPainterPath wirePath(QPointF from, QPointF to, const Route& route = {});
/// The distance from a position to a path of curves; exact only up to `reach`.
[[nodiscard]] qreal distanceTo(const QPainterPath& path, QPointF place, qreal reach);
/// Whether a path of curves passes through a rectangle.
[[nodiscard]] bool crosses(const QPainterPath& path, const QRectF& rect);

/// The wire of one link: from the child's output to the parent's input.
class WireItem : public QGraphicsItem {
  public:
    enum { Type = UserType + 3 };

    WireItem(const GraphStyle& style, NodeItem* parent, NodeItem* child, int row, WirePicture picture);

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    [[nodiscard]] const WirePicture& picture() const { return picture_; }
    void setPicture(WirePicture picture);
    [[nodiscard]] NodeItem* parentNode() const { return parent_; }
    [[nodiscard]] NodeItem* childNode() const { return child_; }
    [[nodiscard]] int row() const { return row_; }
    /// Call after an end or a route point has moved.
    void reroute();
    /// Sets the route while one of its points is dragged.
    void setRoute(Route route);

    /// \param hot  the mouse is over the wire or one of its nodes
    void setHot(bool hot);
    /// Whether keys act on this wire. It is then above the nodes that it passes under.
    void setChosen(bool chosen);
    /// Whether a drop would insert into this wire.
    void setTarget(bool target);
    void setDimmed(bool dimmed);

    [[nodiscard]] bool hits(QPointF place, qreal reach) const;
    /// The distance to a position; exact only up to `reach`.
    [[nodiscard]] qreal distance(QPointF place, qreal reach) const { return distanceTo(path_, place, reach); }
    [[nodiscard]] bool crosses(const QRectF& rect) const { return ui::crosses(path_, rect); }
    /// The index of the route point at a position, or -1.
    [[nodiscard]] int pointAt(QPointF place, qreal reach) const;
    [[nodiscard]] QPointF middle() const { return at(0.5); }
    /// \param share  of its length, from 0 at the child to 1
    [[nodiscard]] QPointF at(qreal share) const { return path_.pointAtPercent(share); }
    /// The index at which a new route point at `place` belongs.
    [[nodiscard]] std::size_t placeInRoute(QPointF place) const;
    void setActivePoint(int point);

  private:
    [[nodiscard]] QPointF start() const;

    const GraphStyle& style_;
    NodeItem* parent_;
    NodeItem* child_;
    int row_;
    WirePicture picture_;
    QPainterPath path_;
    QRectF bounds_;
    bool hot_ = false;
    bool chosen_ = false;
    bool target_ = false;
    bool dimmed_ = false;
    int activePoint_ = -1;
};

}  // namespace burin::ui
