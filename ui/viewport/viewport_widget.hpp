// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/session.hpp"
#include "ui/viewport/frame_log.hpp"
#include "ui/viewport/scene.hpp"
#include "ui/viewport/surface_renderer.hpp"
#include "ui/viewport/view_history.hpp"
#include "ui/viewport/viewpoint.hpp"
#include "ui/viewport/work_lines.hpp"

#include <QElapsedTimer>
#include <QLineF>
#include <QOpenGLWidget>
#include <QPointer>
#include <QTimer>
#include <QVariantAnimation>

#include <optional>

namespace burin::ui {

/// What a drag with the left button does.
enum class ViewportTool { none, ruler, line };

/// The surface: tiles by OpenGL, what is measured over them, and how one moves about.
class ViewportWidget : public QOpenGLWidget {
    Q_OBJECT

  public:
    explicit ViewportWidget(Session session, QWidget* parent = nullptr);
    ~ViewportWidget() override;

    [[nodiscard]] const Viewpoint& viewpoint() const { return view_; }
    /// At once. \param note  in the history of views
    void setViewpoint(const Viewpoint& view, bool note = false);
    /// Moves there in a short while.
    void moveTo(const Viewpoint& view);
    void fit();
    /// The measured line, or all.
    void fitSelection();
    void zoom(double factor);
    /// One device pixel a sample.
    void zoomToSamples();
    void panBy(QPointF pixels);
    void goTo(QPointF surface);
    void back();
    void on();
    [[nodiscard]] const ViewHistory& history() const { return history_; }

    [[nodiscard]] ViewportTool tool() const { return tool_; }
    void setTool(ViewportTool tool);
    /// Ends a drag, then the tool, then the probe.
    void escape();
    void setTileGrid(bool shown);
    void setField(bool shown);
    /// Shown on the surface, not on any other node.
    void setWork(const WorkLines& lines);
    /// Where the probe stays; nothing: it follows the pointer.
    void pinProbe(std::optional<Point> at);
    void moveProbe(int dx, int dy);
    /// The probe's place becomes the next end of the tool's line; without a tool the probe stays there.
    void setPoint();
    [[nodiscard]] const std::optional<QLineF>& ruler() const { return ruler_; }
    [[nodiscard]] std::optional<QLineF> line() const { return line_; }
    /// Whether what a card computes is drawn without a way over the host.
    [[nodiscard]] bool sharesTheCard() const { return renderer_.sharesTheCard(); }
    /// Notes every frame from now on.
    void logFrames(FrameLog* log) { log_ = log; }
    /// The frame as it was drawn last, for tests of what is never to be seen.
    [[nodiscard]] std::size_t layers() const { return layers_; }

  signals:
    void viewChanged();
    void toolChanged();
    /// The probe is to be copied.
    void copyWanted();
    /// OpenGL cannot draw; nothing is shown from now on.
    void failed(const QString& why);

  protected:
    void initializeGL() override;
    void paintGL() override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

  private:
    enum class Drag { none, pan, minimap, end, draw };

    void shownChanged();
    void show(const Viewpoint& view);
    [[nodiscard]] double leastScale() const;
    void zoom(double factor, QPointF fixed);
    void tellView();
    void drawSurface();
    [[nodiscard]] FrameLog::Drawn drawnBy(const Scene::Frame& frame) const;
    void drawOverlays(QPainter& painter);
    void drawWords(class Overlays& overlays);
    [[nodiscard]] QRectF bounds() const;  ///< of the node; null: it has none
    [[nodiscard]] QRectF frame() const;   ///< what is all of it: its bounds, else those of the surface
    [[nodiscard]] QPointF surfaceAt(QPointF on) const { return view_.toSurface(on, size()); }
    [[nodiscard]] double pixelUm() const;
    [[nodiscard]] std::optional<QLineF>& toolLine();
    void lineMoved();
    void beginDrag(QPointF on);
    [[nodiscard]] bool grabEnd(QPointF on);
    [[nodiscard]] QPointF snapped(QPointF surface, QPointF other, Qt::KeyboardModifiers modifiers) const;
    void moveByMinimap(QPointF on);
    void hover(QPointF on);
    void updateCursor();
    [[nodiscard]] const QImage& smallPicture();
    [[nodiscard]] static QImage colored(const PreviewTile& tile, const LookValues& look);
    [[nodiscard]] PreviewView previewView() const;

    Session session_;
    Scene scene_;
    SurfaceRenderer renderer_;
    bool ready_ = false;
    QPointer<FrameLog> log_;
    FrameLog::Drawn drawn_;  ///< by the frame under way
    struct {
        PreviewTilePtr of;
        LookValues look;
        QImage image;
    } small_;
    QElapsedTimer clock_;
    std::size_t layers_ = 0;

    Viewpoint view_;
    bool placed_ = false;  ///< a view has been chosen
    bool fitting_ = true;  ///< the view follows the size of the window
    QString shownNode_;
    ViewHistory history_;
    QTimer settled_;  ///< a view that stays is noted down
    QVariantAnimation motion_;

    ViewportTool tool_ = ViewportTool::none;
    std::optional<QLineF> ruler_;
    std::optional<QLineF> line_;
    bool halfLine_ = false;  ///< one end was set by the keyboard
    Drag drag_ = Drag::none;
    bool firstEnd_ = false;  ///< which end is dragged
    bool moved_ = false;
    bool space_ = false;
    QPointF pressedAt_;
    QPointF lastAt_;
    std::optional<Point> pinned_;
    bool tileGrid_ = false;
    bool field_ = false;
    WorkLines work_;
};

}  // namespace burin::ui
