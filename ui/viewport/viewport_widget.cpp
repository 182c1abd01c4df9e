// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/viewport_widget.hpp"

#include "ui/model/document/document.hpp"
#include "ui/model/node_place.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

constexpr int moveMs = 160;
constexpr int settleMs = 700;

Point sampleAt(QPointF surface) {
    return {static_cast<std::int64_t>(std::floor(surface.x())),
            static_cast<std::int64_t>(std::floor(surface.y()))};
}

/// Clamps a position to the range of sample coordinates.
QPointF reachable(QPointF surface) {
    constexpr double far = 0x1p40;
    return {std::clamp(surface.x(), -far, far), std::clamp(surface.y(), -far, far)};
}

}  // namespace

ViewportWidget::ViewportWidget(Workbench workbench, QWidget* parent)
    : QOpenGLWidget(parent),
      workbench_(workbench),
      scene_(workbench.previews),
      relief_(workbench.previews),
      wipe_(workbench),
      lattice_(workbench),
      area_(workbench),
      arrows_(workbench),
      placing_(workbench),
      arranger_(workbench, placing_) {
    setObjectName("viewport");
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    setFormat(format);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(false);
    clock_.start();
    settled_.setSingleShot(true);
    settled_.setInterval(settleMs);
    connect(&settled_, &QTimer::timeout, this, [this] { history_.note(view_); });
    connect(this, &QOpenGLWidget::frameSwapped, this, [this] {
        if (renderer_.sharesTheCard()) workbench_.previews.engine().backend.endFrame();
        pace_.shown();
        if (log_ != nullptr) log_->shown();
    });
    motion_.setStartValue(0.0);
    motion_.setEndValue(1.0);
    motion_.setEasingCurve(QEasingCurve::OutCubic);
    Previews& previews = workbench_.previews;
    connect(&previews, &Previews::shownChanged, this, &ViewportWidget::shownChanged);
    for (const auto signal :
         {&Previews::picturesChanged, &Previews::probed, &Previews::lineChanged, &Previews::histogramChanged,
          &Previews::fieldChanged, &Previews::roughnessChanged})
        connect(&previews, signal, this, qOverload<>(&QWidget::update));
    connect(&previews, &Previews::picturesChanged, this, [this] {
        if (log_ != nullptr) log_->wanted();
    });
    connect(&previews, &Previews::progressChanged, this, qOverload<>(&QWidget::update));
    connect(&previews.appearance(), &ViewAppearance::changed, this, qOverload<>(&QWidget::update));
    connect(&workbench_.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    connect(&relief_, &ReliefView::changed, this, &ViewportWidget::followRelief);
    connect(&pace_, &MeshPace::rested, this, qOverload<>(&QWidget::update));
    connect(&wipe_, &Wipe::changed, this, &ViewportWidget::followWipe);
    connect(&wipe_, &Wipe::updated, this, qOverload<>(&QWidget::update));
    connect(&placing_, &Placing::changed, this, &ViewportWidget::followPlacing);
    connect(&pen_, &DrawingPen::toolChanged, this, [this] {
        updateCursor();
        update();
    });
    connect(&workbench_.selection, &Selection::changed, this, &ViewportWidget::findChosen);
    connect(&workbench_.document, &Document::changed, this, &ViewportWidget::findChosen);
    connect(&workbench_.document, &Document::fileChanged, this, [this] {
        placed_ = false;
        fitting_ = true;
        relief_.forget();
        beyond_.reset();
        pen_.cancel();
        ruler_.reset();
        line_.reset();
        wipe_.askLine({});
        pinProbe({});
    });
    updateCursor();
}

ViewportWidget::~ViewportWidget() {
    // The context outlives the members of this object.
    if (context() != nullptr) context()->disconnect(this);
    makeCurrent();
    reliefRenderer_.reset();
    renderer_.release();
    doneCurrent();
}

// The view

QRectF ViewportWidget::boundsOf(const BoundNodePtr& node) {
    if (!node || !node->ready() || !node->extent.bounded() || node->extent.empty()) return {};
    const Rect& r = node->extent.rect();
    return {static_cast<double>(r.x), static_cast<double>(r.y), static_cast<double>(r.width),
            static_cast<double>(r.height)};
}

QRectF ViewportWidget::frame() const {
    const BoundNodePtr node = workbench_.previews.shown();
    if (!node || node->frame.empty()) return {};
    const Rect& r = node->frame;
    return {static_cast<double>(r.x), static_cast<double>(r.y), static_cast<double>(r.width),
            static_cast<double>(r.height)};
}

/// Fits the first node, and later ones that lie outside of the view.
void ViewportWidget::shownChanged() {
    const BoundNodePtr node = workbench_.previews.shown();
    findChosen();
    if (!node || !node->ready()) return;
    const bool elsewhere =
        node->name != shownNode_ && !bounds().isEmpty() && !bounds().intersects(view_.visible(viewSize()));
    if (node->name != shownNode_) beyond_.reset();
    shownNode_ = node->name;
    if (!placed_ || fitting_ || elsewhere) fitFlat();
    tellView();  // the design may have got or lost a roller
}

/// Finds the area that the selected node has in the shown node.
void ViewportWidget::findChosen() {
    update();
    lattice_.find();
    arrows_.find();
    arrows_.ask(view_, viewSize());
    chosen_ = {};
    const BoundNodePtr shown = workbench_.previews.shown();
    const QString name = workbench_.document.scope().flat(workbench_.selection.active());
    if (!shown || name.isEmpty() || name == shown->name) return;
    const std::optional<Rect> place = placeWithin(*workbench_.document.design(), name, shown->name);
    if (!place || *place == shown->frame) return;
    chosen_ = {static_cast<double>(place->x), static_cast<double>(place->y),
               static_cast<double>(place->width), static_cast<double>(place->height)};
}

/// Half the scale at which everything fits.
double ViewportWidget::leastScale() const {
    const QRectF all = frame();
    return all.isEmpty() ? 0x1p-20 : std::min(Viewpoint::fitting(all, viewSize()).scale, 1.0) / 2;
}

void ViewportWidget::show(const Viewpoint& view) {
    Viewpoint next = view;
    next.scale = std::clamp(next.scale, leastScale(), Viewpoint::nearest);
    next.centre = reachable(next.centre);
    if (const auto around = rolled()) next.centre = around->onSurface(next.centre);
    if (next == view_ && placed_) return;
    view_ = next;
    placed_ = true;
    settled_.start();
    if (log_ != nullptr) log_->wanted();
    tellView();
    update();
}

PreviewView ViewportWidget::previewView() const {
    if (relief_.on()) return relief_.wanted();
    PreviewView view{Viewpoint::level(view_.scale * devicePixelRatioF()),
                     samplesCovering(view_.visible(viewSize()))};
    if (const auto around = rolled()) view.beyond = around->beyond(view.samples);
    return view;
}

/// The surface if the flat view goes round its roller. In A/B it does not, because the other node may have no
/// roller.
std::optional<RolledSurface> ViewportWidget::rolled() const {
    if (relief_.on() || wipe_.on()) return {};
    return RolledSurface::of(workbench_.previews.shown());
}

void ViewportWidget::tellView() {
    if (!placed_ || width() <= 0 || height() <= 0) return;
    sinceMove_.start();
    workbench_.previews.setView(previewView());
    wipe_.setView(previewView());
    arrows_.ask(view_, viewSize());
}

bool ViewportWidget::atRest() const {
    constexpr qint64 restMs = 300;
    return !sinceMove_.isValid() || sinceMove_.hasExpired(restMs);
}

void ViewportWidget::setViewpoint(const Viewpoint& view, bool note) {
    motion_.stop();
    fitting_ = false;
    show(view);
    if (note) history_.note(view_);
}

/// Animates the scale by factors, which looks even to the eye.
void ViewportWidget::moveTo(const Viewpoint& view) {
    motion_.stop();
    motion_.disconnect(this);
    const int duration = workbench_.theme.motion(moveMs);
    const bool kept = fitting_;
    if (duration == 0 || !isVisible()) {
        setViewpoint(view, true);
        fitting_ = kept;
        return;
    }
    motion_.setDuration(duration);
    goal_ = view;
    connect(&motion_, &QVariantAnimation::valueChanged, this,
            [this, from = view_, to = view](const QVariant& at) {
                const double t = at.toDouble();
                const double scale = from.scale * std::pow(to.scale / from.scale, t);
                // The centre moves so that on the screen its speed stays even at any scale.
                const double way = from.scale == to.scale
                                       ? t
                                       : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
                show(t >= 1 ? to : Viewpoint{from.centre + way * (to.centre - from.centre), scale});
            });
    motion_.start();
    history_.note(view);
}

void ViewportWidget::fit() {
    relief_.on() ? relief_.fit() : fitFlat();
}

void ViewportWidget::fitFlat() {
    const QRectF all = frame();
    fitting_ = true;
    const Viewpoint whole = all.isEmpty()
                                ? Viewpoint{QRectF({0, 0}, viewSize()).center(), 1 / devicePixelRatioF()}
                                : Viewpoint::fitting(all, viewSize());
    if (placed_ && whole == view_) return;
    if (placed_) return moveTo(whole);
    show(whole);
    history_.note(view_);
}

void ViewportWidget::fitSelection() {
    const std::optional<QLineF>& drawn = tool_ == ViewportTool::ruler ? ruler_ : line_ ? line_ : ruler_;
    const bool measured = drawn && !drawn->isNull();
    if (!chosen_.isEmpty() && !(measured && drawsLines())) {
        fitting_ = false;
        return moveTo(Viewpoint::fitting(chosen_, viewSize()));
    }
    if (!measured) return fit();
    const QRectF around = QRectF(drawn->p1(), drawn->p2()).normalized();
    const double room = 0.05 * drawn->length() + 4;
    fitting_ = false;
    moveTo(Viewpoint::fitting(around.adjusted(-room, -room, room, room), viewSize()));
}

void ViewportWidget::zoom(double factor) {
    const bool over = underMouse();
    const QPointF fixed = over ? inView(mapFromGlobal(QCursor::pos())) : QRectF({0, 0}, viewSize()).center();
    if (relief_.on()) return relief_.zoom(factor, fixed);
    setViewpoint(goal().zoomed(factor, fixed, viewSize(), leastScale()));
}

void ViewportWidget::zoom(double factor, QPointF fixed) {
    if (relief_.on()) return relief_.zoom(factor, fixed);
    setViewpoint(view_.zoomed(factor, fixed, viewSize(), leastScale()));
}

void ViewportWidget::zoomToSamples() {
    fitting_ = false;
    moveTo(
        {pinned_ ? QPointF(static_cast<double>(pinned_->x), static_cast<double>(pinned_->y)) : view_.centre,
         1 / devicePixelRatioF()});
}

/// The view that the current movement leads to, or the view itself if it rests. Keys start from the goal. So
/// if a key follows the key 1 at once, the scale of 100 % is not lost.
Viewpoint ViewportWidget::goal() const {
    return motion_.state() == QAbstractAnimation::Running ? goal_ : view_;
}

void ViewportWidget::panBy(QPointF pixels) {
    if (relief_.on()) return relief_.pan(pixels);
    setViewpoint(view_.panned(pixels));
}

void ViewportWidget::goTo(QPointF surface) {
    relief_.setOn(false);
    history_.note(view_);
    fitting_ = false;
    const auto around = rolled();
    const QPointF place = around ? around->onSurface(surface) : surface;
    pinProbe(sampleAt(place));
    moveTo({reachable(place), std::max(view_.scale, 0.25 / devicePixelRatioF())});
}

void ViewportWidget::showArea(const QRectF& area) {
    relief_.setOn(false);
    history_.note(view_);
    fitting_ = false;
    const double scale = std::min(viewSize().width() / area.width(), viewSize().height() / area.height());
    moveTo({area.center(), std::min(scale, Viewpoint::nearest)});
}

void ViewportWidget::back() {
    if (settled_.isActive()) history_.note(view_);
    if (const auto view = history_.back()) setViewpoint(*view);
    settled_.stop();
}

void ViewportWidget::on() {
    if (const auto view = history_.on()) setViewpoint(*view);
    settled_.stop();
}

// Measuring

std::optional<QLineF>& ViewportWidget::toolLine() {
    return tool_ == ViewportTool::ruler ? ruler_ : line_;
}

void ViewportWidget::lineMoved() {
    if (tool_ == ViewportTool::line) wipe_.askLine(line_);
    update();
}

void ViewportWidget::setTool(ViewportTool tool) {
    if (tool == tool_) return;
    if (tool_ == ViewportTool::ruler) ruler_.reset();
    tool_ = tool;
    halfLine_ = false;
    drag_ = Drag::none;
    area_.cancel();
    pen_.setTool(DrawingTool::none);
    placing_.setOn(tool_ == ViewportTool::placing);
    updateCursor();
    update();
    emit toolChanged();
}

void ViewportWidget::escape() {
    if (drag_ == Drag::vector) {
        lattice_.cancel();
        drag_ = Drag::none;
    } else if (drag_ == Drag::place) {
        placing_.cancel();
        drag_ = Drag::none;
    } else if (drag_ == Drag::pen) {
        pen_.cancel();
        drag_ = Drag::none;
        update();
    } else if (drag_ == Drag::area) {
        area_.cancel();
        drag_ = Drag::none;
        update();
    } else if (drag_ == Drag::wipe) {
        drag_ = Drag::none;
    } else if (drag_ == Drag::draw || halfLine_) {
        toolLine().reset();
        halfLine_ = false;
        drag_ = Drag::none;
        lineMoved();
    } else if (pen_.tool() != DrawingTool::none) {
        pen_.setTool(DrawingTool::none);
    } else if (tool_ != ViewportTool::none) {
        setTool(ViewportTool::none);
    } else if (wipe_.on()) {
        wipe_.setOn(false);
    } else if (line_) {
        line_.reset();
        wipe_.askLine({});
        update();
    } else {
        pinProbe({});
    }
}

void ViewportWidget::setTileGrid(bool shown) {
    tileGrid_ = shown;
    update();
}

void ViewportWidget::setField(bool shown) {
    field_ = shown;
    update();
}

void ViewportWidget::setWork(const WorkLines& lines) {
    if (lines == work_) return;
    work_ = lines;
    update();
}

void ViewportWidget::setPart(const QPolygonF& outline) {
    part_ = outline;
    update();
}

void ViewportWidget::pinProbe(std::optional<Point> at) {
    pinned_ = at;
    wipe_.askProbe(at);
    update();
}

void ViewportWidget::pinProbeAt(QPointF on) {
    pinProbe(sampleUnder(inView(on)));
}

/// The sample in the middle of the view.
Point ViewportWidget::middle() const {
    return sampleUnder(QRectF({0, 0}, viewSize()).center()).value_or(sampleAt(view_.centre));
}

void ViewportWidget::moveProbe(int dx, int dy) {
    const Point from = pinned_ ? *pinned_ : middle();
    const auto around = rolled();
    const Point beside = {from.x + dx, from.y + dy};
    const Point to = around ? around->onSurface(beside) : beside;
    pinProbe(to);
    if (relief_.on()) return;
    const QPointF middle(static_cast<double>(to.x) + 0.5, static_cast<double>(to.y) + 0.5);
    const QPointF on = view_.toScreen(around ? around->nearest(middle, view_.centre) : middle, viewSize());
    if (!QRectF({0, 0}, viewSize()).contains(on))
        setViewpoint({{static_cast<double>(to.x), static_cast<double>(to.y)}, view_.scale});
}

/// If no line is drawn, pins the probe that the viewport already shows. Enter alone does not make a probe.
void ViewportWidget::setPoint() {
    const auto& probe = workbench_.previews.probe();
    if (!drawsLines() && !pinned_ && !hasProbe()) return;
    const Point at = pinned_ ? *pinned_ : probe ? probe->at : middle();
    if (!drawsLines()) return pinProbe(at);
    const QPointF middle(static_cast<double>(at.x) + 0.5, static_cast<double>(at.y) + 0.5);
    std::optional<QLineF>& drawn = toolLine();
    if (halfLine_) {
        drawn->setP2(middle);
    } else {
        drawn = QLineF(middle, middle);
        pinProbe(at);
    }
    halfLine_ = !halfLine_;
    lineMoved();
}

/// With Shift, the line snaps to steps of 15 degrees.
QPointF ViewportWidget::snapped(QPointF surface, QPointF other, Qt::KeyboardModifiers modifiers) const {
    if (!(modifiers & Qt::ShiftModifier)) return surface;
    QLineF line(other, surface);
    line.setAngle(std::round(line.angle() / 15) * 15);
    return line.p2();
}

/// Returns nothing if the 3-D view shows no surface there.
std::optional<Point> ViewportWidget::sampleUnder(QPointF on) const {
    if (!relief_.on()) {
        const auto around = rolled();
        return sampleAt(around ? around->onSurface(surfaceAt(on)) : surfaceAt(on));
    }
    const auto hit = relief_.hitAt(on);
    if (!hit) return {};
    const Rect& all = relief_.surface();
    const Point at = hit->sample();
    return Point{std::clamp(at.x, all.x, all.right() - 1), std::clamp(at.y, all.y, all.bottom() - 1)};
}

void ViewportWidget::hover(QPointF on) {
    if (!pinned_) wipe_.askProbe(sampleUnder(on));
}

}  // namespace burin::ui
