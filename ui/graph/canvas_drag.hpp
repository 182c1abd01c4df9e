// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_edits.hpp"
#include "ui/graph/graph_scene.hpp"
#include "ui/graph/wire_aim.hpp"
#include "ui/model/workbench.hpp"

#include <QPointF>
#include <QPointer>

#include <memory>

class QGraphicsRectItem;

namespace burin::ui {

class GraphView;

/// The objects that a drag works on. They outlive the drag.
struct GraphContext {
    Workbench workbench;
    GraphScene& scene;
    GraphEdits& edits;
    GraphView& view;
};

/// A position that the arrow keys can move a drag to.
struct KeyTarget {
    QPointF place;
    QString node;           ///< the node that it belongs to
    bool free = false;      ///< dropping there replaces nothing
    bool required = false;  ///< free, and the node lacks this input
    bool asked = false;     ///< free, and the node asks for this input, see askedFor()
};

/// A drag in progress, by mouse or keys. Positions are in canvas coordinates.
///
/// The design changes only at the drop; until then only the items show the drag.
class CanvasDrag {
  public:
    virtual ~CanvasDrag() = default;
    virtual void move(QPointF place, Qt::KeyboardModifiers modifiers) = 0;
    virtual void drop(QPointF place, Qt::KeyboardModifiers modifiers) = 0;
    /// Restores the state before the drag.
    virtual void cancel() = 0;
    /// The places for a drop, for the arrow keys.
    [[nodiscard]] virtual std::vector<KeyTarget> targets() const { return {}; }
};

/// Selects everything that a rectangle touches.
class BandDrag : public CanvasDrag {
  public:
    /// \param kept  stays selected
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

/// Moves nodes, frames and comments. A single node over wires is inserted into them.
class MoveDrag : public CanvasDrag {
  public:
    MoveDrag(GraphContext context, QPointF start, const QStringList& nodes, std::vector<int> frames = {},
             std::vector<int> comments = {});
    void move(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void drop(QPointF place, Qt::KeyboardModifiers modifiers) override;
    void cancel() override;

  private:
    void shift(QPointF by);
    [[nodiscard]] std::vector<WireChoice> wiresBelow() const;

    GraphContext context_;
    QPointF start_;
    QPointF lead_;  ///< the position that snaps to the grid
    QPointF by_;
    QHash<QString, QPointF> nodes_;
    std::vector<int> movedFrames_;
    std::vector<int> movedComments_;
    std::vector<FrameNote> frames_;
    std::vector<CommentNote> comments_;
    WireAim aim_;
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
