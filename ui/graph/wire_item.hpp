// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/canvas_notes.hpp"
#include "ui/graph/graph_style.hpp"

#include <QGraphicsItem>
#include <QPainterPath>

#include <cstddef>

namespace burin::ui {

class NodeItem;

/// What the graph shows of a link.
struct WirePicture {
    Trait trait = Trait::data;
    std::size_t entry = 0;
    QString child;
    Route route;
    bool broken = false;  ///< its child has an error
    friend bool operator==(const WirePicture&, const WirePicture&) = default;
};

/// The curve of a wire: horizontal at both ends and at each point of its route.
[[nodiscard]] QPainterPath wirePath(QPointF from, QPointF to, const Route& route = {});
/// How far a place is from a path of curves, as far as `reach`; more where it is farther.
[[nodiscard]] qreal distanceTo(const QPainterPath& path, QPointF place, qreal reach);

/// The wire of one link, on the canvas: from its child's output to its parent's input.
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
    /// After one of its ends, or a point of its route, has moved.
    void reroute();
    /// The route while a point of it is dragged.
    void setRoute(Route route);

    /// \param hot  its node, or itself, is under the mouse
    void setHot(bool hot);
    /// Whether keys act on it.
    void setChosen(bool chosen);
    /// Whether what is dragged would be dropped on it.
    void setTarget(bool target);
    void setDimmed(bool dimmed);

    [[nodiscard]] bool hits(QPointF place, qreal reach) const;
    /// The point of the route at a place; -1: none.
    [[nodiscard]] int pointAt(QPointF place, qreal reach) const;
    [[nodiscard]] QPointF middle() const { return path_.pointAtPercent(0.5); }
    /// Where in the route a new point at `place` belongs.
    [[nodiscard]] std::size_t placeInRoute(QPointF place) const;
    void setActivePoint(int point);

  private:
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
