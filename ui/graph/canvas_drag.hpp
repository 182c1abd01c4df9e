// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_edits.hpp"
#include "ui/graph/graph_scene.hpp"
#include "ui/model/session.hpp"

#include <QPointF>
#include <QPointer>

#include <memory>

class QGraphicsRectItem;

namespace burin::ui {

class GraphView;

/// What a drag works on. All of it outlives the drag.
struct GraphContext {
    Session session;
    GraphScene& scene;
    GraphEdits& edits;
    GraphView& view;
};

/// A place where the arrow keys can put what is dragged.
struct KeyTarget {
    QPointF place;
    QString node;       ///< that it belongs to
    bool free = false;  ///< nothing is replaced there
};

/// Something that the mouse, or a key, is in the middle of. Places are on the canvas.
///
/// The design changes at the drop, if at all: what is seen before that is shown by the items alone.
class CanvasDrag {
  public:
    virtual ~CanvasDrag() = default;
    virtual void move(QPointF place, Qt::KeyboardModifiers modifiers) = 0;
    virtual void drop(QPointF place, Qt::KeyboardModifiers modifiers) = 0;
    /// Puts everything back as it was.
    virtual void cancel() = 0;
    /// Where it could be dropped, for the arrow keys.
    [[nodiscard]] virtual std::vector<KeyTarget> targets() const { return {}; }
};

/// Selects what a rectangle touches.
class BandDrag : public CanvasDrag {
  public:
    /// \param kept  what stays selected
    BandDrag(GraphContext context, QPointF start, QStringList kept);
    ~BandDrag() override;
    void move(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void drop(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;

  private:
    GraphContext context_;
    QPointF start_;
    QStringList kept_;
    QStringList before_;
    std::unique_ptr<QGraphicsRectItem> band_;
};

/// Moves nodes, frames and comments; a single node over a wire is inserted.
class MoveDrag : public CanvasDrag {
  public:
    MoveDrag(GraphContext context, QPointF start, const QStringList& nodes, std::vector<int> frames = {},
             std::vector<int> comments = {});
    void move(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void drop(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;

  private:
    void shift(QPointF by);
    [[nodiscard]] WireItem* wireBelow() const;
    void aim(WireItem* wire);

    GraphContext context_;
    QPointF start_;
    QPointF lead_;  ///< the place that snaps
    QPointF by_;
    QHash<QString, QPointF> nodes_;
    std::vector<int> movedFrames_;
    std::vector<int> movedComments_;
    std::vector<FrameNote> frames_;
    std::vector<CommentNote> comments_;
    std::optional<WireChoice> target_;
};

/// Moves edges of a frame.
class FrameDrag : public CanvasDrag {
  public:
    FrameDrag(GraphContext context, int frame, Qt::Edges edges);
    void move(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void drop(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;

  private:
    GraphContext context_;
    int frame_;
    Qt::Edges edges_;
    FrameNote before_;
};

/// Moves a point of a wire.
class PointDrag : public CanvasDrag {
  public:
    PointDrag(GraphContext context, const WireItem& wire, int point);
    void move(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void drop(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;

  private:
    [[nodiscard]] WireItem* wire() const;

    GraphContext context_;
    WireChoice choice_;
    int point_;
    Route before_;
};

/// Moves an input of a node up or down in the order of reduction.
class ReorderDrag : public CanvasDrag {
  public:
    ReorderDrag(GraphContext context, const NodeItem& node, int row);
    ~ReorderDrag() override;
    void move(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void drop(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;

  private:
    [[nodiscard]] int rowAt(const NodeItem& node, QPointF place) const;

    GraphContext context_;
    QString node_;
    int row_;
    std::unique_ptr<QGraphicsRectItem> mark_;
};

}  // namespace burin::ui
