// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/items/canvas_notes.hpp"
#include "ui/graph/items/graph_style.hpp"

#include <QGraphicsItem>

namespace burin::ui {

/// A frame behind nodes. It accepts the mouse only at its title and edges.
class FrameItem : public QGraphicsItem {
  public:
    enum { Type = UserType + 4 };

    FrameItem(const GraphStyle& style, FrameNote note);

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    [[nodiscard]] const FrameNote& note() const { return note_; }
    void setNote(FrameNote note);
    void setChosen(bool chosen);

    [[nodiscard]] QRectF titleRect() const;  ///< in canvas coordinates
    /// The edges of the frame near a place on the canvas.
    [[nodiscard]] Qt::Edges edgesAt(QPointF place, qreal reach) const;

  private:
    const GraphStyle& style_;
    FrameNote note_;
    bool chosen_ = false;
};

/// A text on the canvas.
class CommentItem : public QGraphicsItem {
  public:
    enum { Type = UserType + 5 };

    CommentItem(const GraphStyle& style, CommentNote note);

    [[nodiscard]] int type() const override { return Type; }
    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    [[nodiscard]] const CommentNote& note() const { return note_; }
    void setNote(CommentNote note);
    void setChosen(bool chosen);
    /// Call after a change of theme.
    void restyle();

    [[nodiscard]] QRectF rect() const { return {note_.place, size_}; }  ///< in canvas coordinates

  private:
    const GraphStyle& style_;
    CommentNote note_;
    QSizeF size_;
    bool chosen_ = false;
};

}  // namespace burin::ui
