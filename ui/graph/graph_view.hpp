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

/// The view of the canvas: pans and zooms, and turns mouse actions into drags.
class GraphView : public QGraphicsView {
    Q_OBJECT

  public:
    GraphView(Workbench workbench, GraphScene& scene, GraphEdits& edits, QWidget* parent = nullptr);
    ~GraphView() override;

    [[nodiscard]] qreal zoom() const { return transform().m11(); }
    /// The largest distance that counts as near a line, in canvas pixels.
    [[nodiscard]] qreal reach() const { return 6 / zoom(); }
    /// Zooms around a position of the viewport, which stays fixed.
    void zoomBy(qreal factor, QPoint around);
    void zoomBy(qreal factor) { zoomBy(factor, viewport()->rect().center()); }
    /// Shows a rectangle of the canvas completely, at no more than 100 %.
    /// \param obstacle  a part of the window that should not hide nodes
    void fit(const QRectF& rect, const QRect& obstacle = {});
    /// Ends the movement of fit() at once.
    void land();
    /// The part that is shown. A movement is ended at once, and the part that it leads to is returned.
    [[nodiscard]] CanvasSight sight();
    /// Shows the same part of the canvas at once, or its middle if the window has another size now.
    void show(const CanvasSight& sight);
    using QGraphicsView::show;
    /// Whether the sockets would still have labels after fit().
    [[nodiscard]] bool fitsWithLabels(const QRectF& rect) const;
    /// Scrolls as little as needed to bring a rectangle into view and out from under covers.
    void reveal(const QRectF& rect);
    /// Widgets on top of the canvas that should not hide nodes. They must outlive the view.
    /// \param covers  widgets on the lower right of the canvas, from right to left
    void setCovers(std::vector<const QWidget*> covers) { covers_ = std::move(covers); }
    /// The visible part of the canvas.
    [[nodiscard]] CanvasRoom room() const;
    [[nodiscard]] bool mouseIsOver() const;
    /// The mouse position if it is over the canvas, otherwise the centre.
    [[nodiscard]] QPointF pointedAt() const;

    [[nodiscard]] GraphContext context() { return {workbench_, scene_, edits_, *this}; }
    /// Starts a drag by keys: the arrow keys choose among its targets.
    void start(std::unique_ptr<CanvasDrag> drag);
    [[nodiscard]] bool dragging() const { return drag_ != nullptr; }
    /// Whether a link is being made by keys.
    [[nodiscard]] bool connecting() const { return drag_ != nullptr && byKeys_; }
    void finishByKeys();
    void cancelDrag();

    /// Shows a tooltip that says why something cannot be done. \param stays  for a while after the drag
    void explain(const QString& why, bool stays = false);
    /// Asks for the trait of a new link. \param caption  names both ends of the link
    void askTrait(const QString& caption, const std::vector<Trait>& traits,
                  const std::function<void(Trait)>& use);
    /// Opens the menu of a link's chip: under which trait it is read, and how it is combined with others.
    void changeLink(const WireChoice& wire);

  signals:
    /// The user wants a new node at a position of the canvas.
    void addRequested(QPointF place, const burin::ui::NewLink& link);
    void renameRequested(const QString& node);
    void noteEditRequested(const burin::ui::NoteChoice& note);
    void inspectorRequested();
    /// The user opens an instance of a group.
    void enterRequested(const QString& instance);
    /// Escape was pressed while nothing was dragged.
    void leaveRequested();
    /// Something for the status line.
    void said(const QString& words);
    void menuRequested(const burin::ui::Hit& hit, QPoint global);
    /// \param on  the node at the place; empty: there is none
    void filesDropped(const QStringList& files, QPointF place, const QString& on);
    /// Something is dragged over a position of the viewport, until dragEnded().
    void dragMoved(QPoint position);
    void dragEnded();
    /// The window of the canvas has another size. \param before  the part that was shown before
    void resized(const QRectF& before);
    /// The zoom or the visible part has changed.
    void viewed();
    /// An arrow key was pressed that no drag used.
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
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool event(QEvent* event) override;
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
    [[nodiscard]] QPoint toolPlace() const;
    void showKeyTarget();
    void panTo(QPoint position);
    [[nodiscard]] QPoint towardsEdge(QPoint position) const;

    Workbench workbench_;
    GraphScene& scene_;
    GraphEdits& edits_;
    std::unique_ptr<CanvasDrag> drag_;
    bool byKeys_ = false;
    bool moved_ = false;  ///< the drag has moved from its start
    QPoint pressed_;
    QStringList cleared_;  ///< what was selected before the last press on the canvas
    KeyTarget keyTarget_;
    bool panning_ = false;
    bool space_ = false;
    QPoint panFrom_;
    QBasicTimer edgeTimer_;  ///< runs while something is dragged at or over the edge of the window
    QPoint dragged_;
    Qt::KeyboardModifiers dragModifiers_;
    QVariantAnimation flight_;
    std::vector<const QWidget*> covers_;
    std::vector<QPointF> dots_;  ///< kept to avoid allocation
};

}  // namespace burin::ui
