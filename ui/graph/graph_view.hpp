// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/canvas_drag.hpp"

#include <QBasicTimer>
#include <QGraphicsView>
#include <QVariantAnimation>

#include <functional>
#include <memory>
#include <vector>

namespace burin::ui {

/// The window on the canvas: pans and zooms it, and turns the mouse into drags.
class GraphView : public QGraphicsView {
    Q_OBJECT

  public:
    GraphView(Session session, GraphScene& scene, GraphEdits& edits, QWidget* parent = nullptr);
    ~GraphView() override;

    [[nodiscard]] qreal zoom() const { return transform().m11(); }
    /// What counts as near a line, in canvas pixels.
    [[nodiscard]] qreal reach() const { return 6 / zoom(); }
    /// Zooms around a place of the viewport that stays where it is.
    void zoomBy(qreal factor, QPoint around);
    void zoomBy(qreal factor) { zoomBy(factor, viewport()->rect().center()); }
    /// Shows a rectangle of the canvas as a whole, at most at 100 %.
    /// \param obstacle  a part of the window that nodes should not lie behind
    void fit(const QRectF& rect, const QRect& obstacle = {});
    /// Scrolls as little as is needed to bring a rectangle into view, and out from behind what covers the
    /// canvas.
    void reveal(const QRectF& rect);
    /// Widgets on the canvas that nodes should not lie behind. They outlive the view's use of them.
    void setCovers(std::vector<const QWidget*> covers) { covers_ = std::move(covers); }
    /// What can be seen of the canvas.
    [[nodiscard]] CanvasRoom room() const;
    [[nodiscard]] bool mouseIsOver() const;
    /// The mouse where it is over the canvas, else the middle of it.
    [[nodiscard]] QPointF pointedAt() const;

    [[nodiscard]] GraphContext context() { return {session_, scene_, edits_, *this}; }
    /// Starts something that keys carry on: arrows choose among its targets.
    void start(std::unique_ptr<CanvasDrag> drag);
    [[nodiscard]] bool dragging() const { return drag_ != nullptr; }
    /// Whether keys are in the middle of a link.
    [[nodiscard]] bool connecting() const { return drag_ != nullptr && byKeys_; }
    void finishByKeys();
    void cancelDrag();

    /// A hint at the mouse about what cannot be done. \param stays  for a while, after the drag has ended
    void explain(const QString& why, bool stays = false);
    /// Calls `use` with the only trait, or with the one that is chosen from a small menu.
    void askTrait(const std::vector<Trait>& traits, const std::function<void(Trait)>& use);

  signals:
    /// A node is wanted at a place of the canvas.
    void addRequested(QPointF place, const burin::ui::NewLink& link);
    void renameRequested(const QString& node);
    void noteEditRequested(const burin::ui::NoteChoice& note);
    void inspectorRequested();
    void menuRequested(const burin::ui::Hit& hit, QPoint global);
    void filesDropped(const QStringList& files, QPointF place);
    /// The zoom or the part of the canvas that is seen.
    void viewed();
    /// Arrow keys that no drag took.
    void arrowPressed(int key, Qt::KeyboardModifiers modifiers, bool repeated);

  protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    bool focusNextPrevChild(bool next) override;

  private:
    void press(const Hit& hit, QPointF place, Qt::KeyboardModifiers modifiers);
    void pressNode(const Hit& hit, QPointF place, Qt::KeyboardModifiers modifiers);
    void pressNote(const Hit& hit, QPointF place);
    void hoverAt(QPoint position);
    [[nodiscard]] QString toolTipFor(const Hit& hit) const;
    [[nodiscard]] Hit hitAt(QPoint position) const;
    void setView(qreal zoom, QPointF centre);
    void flyTo(qreal zoom, QPointF centre);
    [[nodiscard]] bool hidesNodes(const QRect& obstacle, qreal zoom, QPointF centre) const;
    void aimByKeys(int key);
    void showKeyTarget();
    void panTo(QPoint position);
    [[nodiscard]] QPoint towardsEdge(QPoint position) const;

    Session session_;
    GraphScene& scene_;
    GraphEdits& edits_;
    std::unique_ptr<CanvasDrag> drag_;
    bool byKeys_ = false;
    bool moved_ = false;  ///< the drag has left the place where it began
    QPoint pressed_;
    KeyTarget keyTarget_;
    bool panning_ = false;
    bool space_ = false;
    QPoint panFrom_;
    QBasicTimer edgeTimer_;  ///< runs while something is dragged at the edge of the window
    QPoint dragged_;
    Qt::KeyboardModifiers dragModifiers_;
    QVariantAnimation flight_;
    std::vector<const QWidget*> covers_;
    std::vector<QPointF> dots_;  ///< kept for the next time
};

}  // namespace burin::ui
