// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/placing/drawing_pen.hpp"
#include "ui/placing/placing.hpp"
#include "ui/placing/thing_arranger.hpp"
#include "ui/viewport/area_handles.hpp"
#include "ui/viewport/drawing/relief_renderer.hpp"
#include "ui/viewport/drawing/rolled_surface.hpp"
#include "ui/viewport/drawing/surface_renderer.hpp"
#include "ui/viewport/drawing/view_history.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/viewport/field_arrows.hpp"
#include "ui/viewport/frame_log.hpp"
#include "ui/viewport/lattice_handles.hpp"
#include "ui/viewport/relief/lit_ball.hpp"
#include "ui/viewport/relief/mesh_pace.hpp"
#include "ui/viewport/relief/relief_view.hpp"
#include "ui/viewport/scene.hpp"
#include "ui/viewport/wipe/wipe.hpp"
#include "ui/viewport/work_lines.hpp"

#include <QElapsedTimer>
#include <QLineF>
#include <QOpenGLWidget>
#include <QPointer>
#include <QPolygonF>
#include <QRect>
#include <QTimer>
#include <QVariantAnimation>

#include <memory>
#include <optional>

namespace burin::ui {

/// The effect of a drag with the left button.
enum class ViewportTool { none, ruler, line, placing };

/// The surface: tiles drawn with OpenGL, measurements over them, and navigation.
class ViewportWidget : public QOpenGLWidget {
    Q_OBJECT

  public:
    explicit ViewportWidget(Workbench workbench, QWidget* parent = nullptr);
    ~ViewportWidget() override;

    [[nodiscard]] const Viewpoint& viewpoint() const { return view_; }
    /// Changes the view at once. \param note  add it to the history of views
    void setViewpoint(const Viewpoint& view, bool note = false);
    /// Moves to the view in a short animation.
    void moveTo(const Viewpoint& view);
    void fit();
    /// Fits the line of the active tool, or else the selected node, the measured line, or everything.
    void fitSelection();
    void zoom(double factor);
    /// Shows one sample per device pixel.
    void zoomToSamples();
    void panBy(QPointF pixels);
    void goTo(QPointF surface);
    /// Moves to the closest view that shows a whole area of samples.
    void showArea(const QRectF& area);
    void back();
    void on();
    [[nodiscard]] const ViewHistory& history() const { return history_; }

    /// The rectangle of the samples in view; empty if the 3-D view looks past the surface. In the 3-D view it
    /// is enlarged to whole tiles, and it does not reach a horizon.
    [[nodiscard]] Rect visible() const { return previewView().samples; }
    /// The 3-D view, which can take the place of the flat picture.
    [[nodiscard]] ReliefView& relief() { return relief_; }
    /// The ball that shows the direction of its light.
    [[nodiscard]] const LitBall& ball() const { return ball_; }

    /// A second node beside the shown one in the flat picture.
    [[nodiscard]] Wipe& wipe() { return wipe_; }

    [[nodiscard]] ViewportTool tool() const { return tool_; }
    void setTool(ViewportTool tool);
    /// The things on the surface, which are placed while the tool is on.
    [[nodiscard]] Placing& placing() { return placing_; }
    /// The pen that draws new things. It can have a tool only while things are placed.
    [[nodiscard]] const DrawingPen& pen() const { return pen_; }
    void takePen(DrawingTool tool);
    /// Aligns and spaces the selected things.
    [[nodiscard]] ThingArranger& arranger() { return arranger_; }
    /// Ends the first of these that the user is using: a drag, the tool that draws, the other tool, A/B, the
    /// measured line, the pinned probe.
    void escape();
    void setTileGrid(bool shown);
    void setField(bool shown);
    /// Sets the machine's lines, drawn only on the surface, not on other nodes.
    void setWork(const WorkLines& lines);
    /// Sets the outline of a measured part, in samples, drawn only on the surface; empty: there is none.
    void setPart(const QPolygonF& outline);
    /// Pins the probe; nothing: it follows the pointer.
    void pinProbe(std::optional<Point> at);
    [[nodiscard]] const std::optional<Point>& pinned() const { return pinned_; }
    /// Pins the probe at a position of the widget.
    void pinProbeAt(QPointF on);
    void moveProbe(int dx, int dy);
    /// The sample at a position of the widget; nothing: the 3-D view shows no surface there.
    [[nodiscard]] std::optional<Point> sampleUnder(QPointF on) const;
    /// The node of the topmost thing at a position of the widget, by its name in the open group; empty if
    /// there is none. Costs as much as thingsOn().
    [[nodiscard]] QString nodeUnder(QPointF on) const;
    /// Sets the next end of the tool's line at the probe; without a tool, pins the probe.
    void setPoint();
    [[nodiscard]] const std::optional<QLineF>& ruler() const { return ruler_; }
    [[nodiscard]] std::optional<QLineF> line() const { return line_; }
    /// Whether pictures computed on a card are drawn without a copy through the host.
    [[nodiscard]] bool sharesTheCard() const { return renderer_.sharesTheCard(); }
    /// Whether the view has not moved for a while.
    [[nodiscard]] bool atRest() const;
    /// If picture() would show many repeats of the shown pattern, zooms in until it shows a few.
    void frameRepeats();
    /// The middle of the view, without the words and lines over it. \return null if nothing can be shown
    [[nodiscard]] QImage picture(QSize size);
    /// Logs every frame from now on.
    void logFrames(FrameLog* log) { log_ = log; }
    /// The number of layers in the last frame, for tests.
    [[nodiscard]] std::size_t layers() const { return layers_; }
    /// The state on the badge of the last frame, for tests; nothing if the frame had no badge.
    [[nodiscard]] std::optional<PreviewProgress::State> badgeState() const { return badgeState_; }

  signals:
    void toolChanged();
    /// The user drew something for the shown node to read.
    void thingDrawn(const DrawnThing& thing);
    /// The user drew or changed the rectangle whose roughness is measured.
    void areaDrawn();
    /// The user wants to copy the probe.
    void copyWanted();
    /// OpenGL failed; nothing is shown from now on.
    void failed(const QString& why);

  protected:
    /// Prepares the 3-D view. \return empty, or why the driver refuses it
    [[nodiscard]] virtual QString openRelief();
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
    enum class Drag { none, pan, turn, light, minimap, wipe, end, draw, vector, area, place, pen };

    void shownChanged();
    void findChosen();
    void show(const Viewpoint& view);
    [[nodiscard]] double leastScale() const;
    void fitFlat();
    void zoom(double factor, QPointF fixed);
    [[nodiscard]] Viewpoint goal() const;
    void tellView();
    void followRelief();
    [[nodiscard]] bool grabLight(QPointF on) const;
    void moveLight(QPointF on);
    /// The pictures of a node in the frame under way.
    struct Pictured {
        Scene::Frame frame;
        std::size_t uploads = 0;
        bool unfinished = false;  ///< the next frame differs even if nothing new arrives
    };
    [[nodiscard]] Pictured pictured(Scene& scene, const PreviewView& view);
    void drawSurface();
    void drawFlat(const Scene::Frame& frame, const BoundNodePtr& node, const QRect& place, const QRect& part,
                  const Viewpoint& view);
    [[nodiscard]] std::optional<RolledSurface> rolled() const;
    void drawTurns(const RolledSurface& around, const Scene::Frame& shown, const Scene::Frame& beyond);
    void drawSurfaceOutline(class Overlays& overlays);
    void followSize();
    [[nodiscard]] bool wiping() const { return wipe_.on() && !relief_.on(); }
    [[nodiscard]] bool beside() const { return wiping() && wipe_.mode() == Wipe::Mode::beside; }
    /// The size of the part that shows the view: half of the widget, if A and B are side by side.
    [[nodiscard]] QSize viewSize() const { return beside() ? QSize(width() / 2, height()) : size(); }
    [[nodiscard]] QPointF inView(QPointF on);
    [[nodiscard]] bool hasWipeLine() const { return wiping() && wipe_.mode() == Wipe::Mode::line; }
    void followWipe();
    [[nodiscard]] double wipeX() const;
    [[nodiscard]] bool grabsWipe(QPointF on) const;
    void drawTwo(Scene::Frame& shown, Scene::Frame& other);
    void drawWipe(Scene::Frame& shown, Scene::Frame& other);
    void drawBeside(Scene::Frame& shown, Scene::Frame& other);
    void drawDifference(const Scene::Frame& shown, const Scene::Frame& other);
    [[nodiscard]] QRectF sideOf(Wipe::Side side) const;
    void drawWipeOutlines(QPainter& painter, class Overlays& overlays);
    void drawWipeOverlays(QPainter& painter, const QRectF& badge);
    void drawRightHalf(QPainter& painter);
    [[nodiscard]] bool hasProbe() const;
    void drawProbe(class Overlays& overlays);
    void drawRelief(const Scene::Frame& frame);
    void drawReliefOverlays(QPainter& painter);
    [[nodiscard]] FrameLog::Drawn drawnBy(const Scene::Frame& frame) const;
    void drawOverlays(QPainter& painter);
    void drawWords(class Overlays& overlays);
    [[nodiscard]] QString areaSa() const;
    [[nodiscard]] static QRectF boundsOf(const BoundNodePtr& node);  ///< null if the node is unbounded
    [[nodiscard]] QRectF bounds() const { return boundsOf(workbench_.previews.shown()); }
    [[nodiscard]] QRectF frame() const;  ///< the node's bounds, or those of the surface
    [[nodiscard]] QPointF surfaceAt(QPointF on) const { return view_.toSurface(on, viewSize()); }
    [[nodiscard]] bool drawsLines() const {
        return tool_ == ViewportTool::ruler || tool_ == ViewportTool::line;
    }
    [[nodiscard]] std::optional<QLineF>& toolLine();
    void lineMoved();
    void beginDrag(QPointF on, bool shift);
    void endDrag();
    [[nodiscard]] bool grabEnd(QPointF on);
    [[nodiscard]] bool grabVector(QPointF on);
    [[nodiscard]] std::optional<LatticeVectors> lattice() const;
    [[nodiscard]] QPointF snapped(QPointF surface, QPointF other, Qt::KeyboardModifiers modifiers) const;
    void moveByMinimap(QPointF on);
    void followPlacing();
    void dragThing(QPointF on, Qt::KeyboardModifiers modifiers);
    void chooseNothing();
    [[nodiscard]] static PlacingKeys keysOf(Qt::KeyboardModifiers modifiers);
    void pressPen(QPointF on);
    void dragPen(QPointF on, Qt::KeyboardModifiers modifiers);
    void releasePen();
    [[nodiscard]] Qt::CursorShape placingCursor() const;
    bool placeByKey(const QKeyEvent& event);
    [[nodiscard]] Point middle() const;
    void hover(QPointF on);
    void updateCursor();
    [[nodiscard]] AppearanceValues appearanceOf(const BoundNodePtr& node) const;
    [[nodiscard]] AppearanceValues appearance() const { return appearanceOf(workbench_.previews.shown()); }
    [[nodiscard]] QString frameText() const;
    [[nodiscard]] const QImage& smallPicture();
    [[nodiscard]] static QImage colored(const PreviewTile& tile, const AppearanceValues& appearance);
    [[nodiscard]] PreviewView previewView() const;

    Workbench workbench_;
    Scene scene_;
    SurfaceRenderer renderer_;
    std::unique_ptr<ReliefRenderer> reliefRenderer_;
    MeshPace pace_;
    LitBall ball_;
    ReliefView relief_;
    Wipe wipe_;
    std::unique_ptr<Scene> secondScene_;  ///< the scene of the second node; null while A/B is off
    std::unique_ptr<Scene> farScene_;     ///< the scene beyond a roller's joint; null if it is not visible
    double wipeGrip_ = 0;                 ///< the distance from the place that was grabbed to the line
    bool wasBeside_ = false;
    bool right_ = false;     ///< whether the pointer, or the start of a drag, is in the right half
    bool inSpace_ = false;   ///< whether the 3-D view drew the last frame
    PreviewTilePtr beyond_;  ///< the picture of the surface beyond the tiles of the 3-D view
    bool ready_ = false;
    QPointer<FrameLog> log_;
    FrameLog::Drawn drawn_;  ///< the frame under way
    struct {
        PreviewTilePtr of;
        AppearanceValues appearance;
        QImage image;
    } small_;
    QElapsedTimer clock_;
    std::size_t layers_ = 0;
    std::optional<PreviewProgress::State> badgeState_;

    Viewpoint view_;
    bool placed_ = false;  ///< a view has been set
    bool fitting_ = true;  ///< the view adapts to the size of the window
    QString shownNode_;
    /// the area of the selected node in the shown node; null if it has none, or covers all of it
    QRectF chosen_;
    LatticeHandles lattice_;
    AreaHandles area_;
    FieldArrows arrows_;
    Placing placing_;
    DrawingPen pen_;
    ThingArranger arranger_;
    ViewHistory history_;
    QElapsedTimer sinceMove_;
    QTimer settled_;  ///< a view is added to the history after it has stayed for a while
    QVariantAnimation motion_;
    Viewpoint goal_;  ///< where motion_ ends

    ViewportTool tool_ = ViewportTool::none;
    std::optional<QLineF> ruler_;
    std::optional<QLineF> line_;
    bool halfLine_ = false;  ///< one end has been set by the keyboard
    Drag drag_ = Drag::none;
    bool firstEnd_ = false;  ///< the first end is being dragged, not the second
    bool moved_ = false;
    bool space_ = false;
    QPointF pressedAt_;
    QPointF lastAt_;
    std::optional<Point> pinned_;
    bool bare_ = false;  ///< nothing is drawn over the surface
    bool tileGrid_ = false;
    bool field_ = false;
    WorkLines work_;
    QPolygonF part_;
};

}  // namespace burin::ui
