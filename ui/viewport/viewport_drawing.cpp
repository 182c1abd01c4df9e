// SPDX-License-Identifier: GPL-3.0-or-later

// How the viewport draws: tiles with OpenGL, everything over them with QPainter.

#include "ui/model/document/document.hpp"
#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/small_pictures.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/written_length.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/overlays.hpp"
#include "ui/viewport/placing_overlays.hpp"
#include "ui/viewport/prediction_words.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QOpenGLPaintDevice>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace burin::ui {

namespace {

/// The largest number of tiles that one frame uploads, because uploads make frames slow.
constexpr std::size_t uploadsAFrame = 8;
constexpr int fadeMs = 80;

QPointF middleOf(Point sample) {
    return {static_cast<double>(sample.x) + 0.5, static_cast<double>(sample.y) + 0.5};
}

}  // namespace

void ViewportWidget::initializeGL() {
    connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] {
        makeCurrent();
        reliefRenderer_.reset();
        renderer_.release();
        ready_ = false;
        doneCurrent();
    });
    const QString problem = renderer_.initialize(workbench_.previews.engine());
    ready_ = problem.isEmpty();
    if (!ready_) return emit failed(problem);
    relief_.setRefusal(openRelief());
}

QString ViewportWidget::openRelief() {
    reliefRenderer_ = std::make_unique<ReliefRenderer>(renderer_.functions(), renderer_.textures());
    return reliefRenderer_->initialize();
}

void ViewportWidget::resizeEvent(QResizeEvent* event) {
    QOpenGLWidget::resizeEvent(event);
    relief_.setScreen(size(), devicePixelRatioF());
    followSize();
}

void ViewportWidget::followSize() {
    if (placed_ && fitting_ && !frame().isEmpty()) show(Viewpoint::fitting(frame(), viewSize()));
    tellView();
}

void ViewportWidget::paintGL() {
    if (log_ != nullptr) log_->begin();
    if (renderer_.sharesTheCard()) workbench_.previews.engine().backend.beginFrame();
    if (ready_) drawSurface();
    if (bare_) return;
    // The device is not `this`: when a widget is grabbed, a painter on it would paint below the surface.
    QOpenGLPaintDevice device(size() * devicePixelRatioF());
    device.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(&device);
    badgeState_.reset();
    relief_.on() ? drawReliefOverlays(painter) : drawOverlays(painter);
    painter.end();
    if (log_ != nullptr && ready_) {
        renderer_.finish();
        log_->end(drawn_);
    }
}

void ViewportWidget::frameRepeats() {
    const BoundNodePtr node = workbench_.previews.shown();
    const std::int64_t side = node != nullptr && node->ready() ? repeatSide(*node) : 0;
    if (side == 0) return;
    const double across = std::min<double>(viewSize().width(), viewSize().height());
    const double scale = across / static_cast<double>(repeatsPictured * side);
    if (scale > view_.scale) setViewpoint({view_.centre, scale});
}

QImage ViewportWidget::picture(QSize size) {
    bare_ = true;
    QImage whole = ready_ ? grabFramebuffer() : QImage();
    bare_ = false;
    if (whole.isNull()) return {};
    whole.setDevicePixelRatio(1);
    QRect middle({0, 0}, size.scaled(whole.size(), Qt::KeepAspectRatio));
    middle.moveCenter(whole.rect().center());
    return whole.copy(middle).scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

/// Decides what is drawn of a node, and uploads some of the pictures that are missing, or all of them once
/// the view is final.
ViewportWidget::Pictured ViewportWidget::pictured(Scene& scene, const PreviewView& view) {
    const auto onCard = [this](const PreviewTilePtr& tile) { return renderer_.has(tile); };
    const bool flat = !relief_.on();
    const int fade = renderer_.software() || !flat ? 0 : workbench_.theme.motion(fadeMs);
    Scene::Frame frame = scene.frame(view, clock_.elapsed(), fade, onCard);
    // In the 3-D view, the overview shows what lies beyond the tiles.
    const PreviewTilePtr overview = workbench_.previews.overview();
    const bool asked = std::find(frame.wanted.begin(), frame.wanted.end(), overview) != frame.wanted.end();
    if (!flat && overview && !asked && !onCard(overview)) frame.wanted.insert(frame.wanted.begin(), overview);
    // A view that is called final must not show pictures of an earlier design.
    const PreviewProgress::State state = wipe_.progress().state();
    const bool done = state == PreviewProgress::State::exact || state == PreviewProgress::State::refined;
    const std::size_t most = done ? TileTextures::most : uploadsAFrame;
    const auto uploads = std::min(frame.wanted.size(), most);
    renderer_.take(std::span(frame.wanted).first(uploads));
    const bool more = uploads < frame.wanted.size();
    if (uploads > 0) frame = scene.frame(view, clock_.elapsed(), fade, onCard);
    const bool fading = frame.fading;
    return {std::move(frame), uploads, more || fading};
}

void ViewportWidget::drawSurface() {
    const PreviewView view = previewView();
    Pictured shown = pictured(scene_, view);
    // A picture without words shows the node alone.
    const bool two = wiping() && secondScene_ && !bare_;
    Pictured other = two ? pictured(*secondScene_, view) : Pictured{};
    if (view.beyond.empty()) {
        farScene_.reset();
    } else if (!farScene_) {
        farScene_ = std::make_unique<Scene>(workbench_.previews, true);
    }
    const Pictured far = farScene_ ? pictured(*farScene_, {view.level, view.beyond}) : Pictured{};
    if (relief_.on()) {
        drawRelief(shown.frame);
    } else if (two) {
        drawTwo(shown.frame, other.frame);
    } else {
        drawFlat(shown.frame, workbench_.previews.shown(), QRect({0, 0}, size() * devicePixelRatioF()), {},
                 view_);
        if (const auto around = rolled()) drawTurns(*around, shown.frame, far.frame);
    }
    layers_ = shown.frame.layers.size();
    if (log_ != nullptr) {
        drawn_ = drawnBy(shown.frame);
        drawn_.newTextures = shown.uploads + other.uploads + far.uploads;
    }
    if (!shown.unfinished && !other.unfinished && !far.unfinished) return;
    if (log_ != nullptr) log_->wanted();
    QTimer::singleShot(0, this, qOverload<>(&QWidget::update));
}

/// \param place  of the view on the device \param part  of the device, which the node fills; null: all of it
void ViewportWidget::drawFlat(const Scene::Frame& frame, const BoundNodePtr& node, const QRect& place,
                              const QRect& part, const Viewpoint& view) {
    renderer_.setAppearance(appearanceOf(node));
    std::vector<Scene::Layer> layers = frame.layers;
    const bool opaque = std::all_of(layers.begin(), layers.end(),
                                    [](const Scene::Layer& layer) { return layer.opacity >= 1; });
    if (opaque) std::reverse(layers.begin(), layers.end());
    renderer_.begin({place.size(), view, devicePixelRatioF(), workbench_.theme.color(Role::canvas),
                     boundsOf(node), node ? node->pixelUm : 1, node ? node->drawnDepthUm() : 1, opaque, part,
                     place.x()});
    for (const Scene::Layer& layer : layers)
        renderer_.draw(layer.tile, layer.opacity);
    renderer_.end();
}

/// Draws the part of the view beyond the joint of a roller: the surface again, on both sides of itself.
/// \param beyond  the scene of the part that only these turns show; if it has no layer, `shown` contains
///         everything that they show
void ViewportWidget::drawTurns(const RolledSurface& around, const Scene::Frame& shown,
                               const Scene::Frame& beyond) {
    const double ratio = devicePixelRatioF();
    const QRect whole({0, 0}, size() * ratio);
    const auto [first, last] = around.turnsIn(view_.visible(viewSize()));
    for (std::int64_t turn = first; turn <= last; ++turn) {
        if (turn == 0) continue;
        const QRectF place = around.placeOf(turn);
        const QRectF on(view_.toScreen(place.topLeft(), size()) * ratio,
                        view_.toScreen(place.bottomRight(), size()) * ratio);
        const QRectF seen = on & QRectF(whole);
        if (seen.isEmpty()) continue;
        const QRect part(QPoint(qRound(seen.left()), qRound(seen.top())),
                         QPoint(qRound(seen.right()) - 1, qRound(seen.bottom()) - 1));
        if (part.isEmpty()) continue;
        drawFlat(farScene_ ? beyond : shown, workbench_.previews.shown(), whole, part,
                 {around.moved(view_.centre, -turn), view_.scale});
    }
}

/// The outline of the surface has no ends round a roller, but lines at its joint.
void ViewportWidget::drawSurfaceOutline(Overlays& overlays) {
    const QRectF all = bounds();
    const auto around = rolled();
    if (all.isEmpty()) return;
    if (!around) return overlays.surfaceOutline(all);
    const auto [first, last] = around->turnsIn(view_.visible(viewSize()));
    overlays.surfaceOutline(around->placeOf(first - 1) | around->placeOf(last + 1));
    if (!relief_.look().joint) return;
    for (std::int64_t turn = first; turn <= last + 1; ++turn) {
        const QRectF place = around->placeOf(turn);
        overlays.jointLine({place.topLeft(), around->alongX ? place.bottomLeft() : place.topRight()});
    }
}

/// The design and node that a frame shows, for the log.
FrameLog::Drawn ViewportWidget::drawnBy(const Scene::Frame& frame) const {
    const BoundNodePtr node = workbench_.previews.shown();
    const bool any = node && std::any_of(frame.layers.begin(), frame.layers.end(),
                                         [&](const Scene::Layer& l) { return l.tile->node == node->hash; });
    FrameLog::Drawn drawn;
    if (any) drawn.design = node->design;
    if (any) drawn.node = node->hash;
    return drawn;
}

/// The user's appearance; if the values of a node are ids, colours that distinguish them.
AppearanceValues ViewportWidget::appearanceOf(const BoundNodePtr& node) const {
    AppearanceValues appearance = wipe_.appearance();
    if (!node || node->surface) return appearance;
    const auto index = node->design->find(node->name.toStdString());
    const auto* value = index ? node->design->nodes[*index].values.find<std::string>("value") : nullptr;
    if (value != nullptr && *value == "id") appearance.mode = AppearanceMode::ids;
    return appearance;
}

/// The size of the frame, for the minimap; empty without a node.
QString ViewportWidget::frameText() const {
    const BoundNodePtr node = workbench_.previews.shown();
    const QRectF whole = frame();
    return node ? areaText(whole.width() * node->pixelUm, whole.height() * node->pixelUm) : QString();
}

/// A picture of the whole node in the view's colours, for the minimap; updated when either changes.
const QImage& ViewportWidget::smallPicture() {
    const PreviewTilePtr overview = workbench_.previews.overview();
    const AppearanceValues appearance = this->appearance();
    if (overview != small_.of || appearance != small_.appearance)
        small_ = {overview, appearance, overview ? colored(*overview, appearance) : QImage()};
    return small_.image;
}

QImage ViewportWidget::colored(const PreviewTile& tile, const AppearanceValues& appearance) {
    if (tile.values().empty()) return {};
    const ColorMap map = ColorMap::of(appearance);
    const double range = std::max(1e-6, appearance.high - appearance.low);
    // A mean of ids would be the id of something else.
    const EvenPicture even = appearance.mode == AppearanceMode::ids
                                 ? EvenPicture{tile.level, tile.area, tile.values()}
                                 : evened(tile);
    QImage image(static_cast<int>(even.area.width), static_cast<int>(even.area.height), QImage::Format_RGB32);
    const float* next = even.values.data();
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const float value = *next++;
            if (appearance.mode == AppearanceMode::ids) {
                image.setPixel(x, y, idColor(value));
                continue;
            }
            const double t = std::clamp((static_cast<double>(value) - appearance.low) / range, 0.0, 1.0);
            image.setPixel(x, y, map[static_cast<int>(std::lround(255 * t))]);
        }
    }
    return image;
}

void ViewportWidget::drawOverlays(QPainter& painter) {
    Previews& previews = workbench_.previews;
    const BoundNodePtr node = previews.shown();
    Overlays overlays(painter, workbench_.theme, viewSize(), view_);
    if (beside()) painter.setClipRect(sideOf(Wipe::Side::a));
    if (!ready_ || !node || !node->ready()) {
        if (wiping()) drawWipeOverlays(painter, {});
        return drawWords(overlays);
    }
    const PreviewView view = previewView();
    const QRectF all = bounds();
    if (wiping()) {
        drawWipeOutlines(painter, overlays);
    } else {
        drawSurfaceOutline(overlays);
    }
    const QString words = frameText();
    for (const QRectF& place : {overlays.minimapBox(frame(), words), Overlays::scaleBarBox(viewSize())})
        overlays.keepFree(place);
    if (!chosen_.isEmpty() && !placing_.on()) overlays.smallNode(chosen_, workbench_.selection.active());
    overlays.field(arrows_.arrows(), arrows_.spacing() * view_.scale);
    if (const auto shown = lattice(); shown && !placing_.on())
        overlays.lattice(*shown, lattice_.dragged(), node->pixelUm);
    if (tileGrid_) overlays.tileGrid(view.level, all.isEmpty() ? std::nullopt : std::optional(all));
    if (field_) {
        const auto* field = node->design->job.find<Vector>("field");
        if (field != nullptr) overlays.fieldOutline({field->x, field->y});
    }
    if (workbench_.selection.solo().isEmpty()) {
        overlays.workLines(work_);
        overlays.partOutline(part_);
    }
    if (const auto area = area_.area()) overlays.measuredArea(*area, node->pixelUm, areaSa());
    if (line_) overlays.segment(*line_, node->pixelUm, false);
    if (ruler_) overlays.segment(*ruler_, node->pixelUm, true);
    drawProbe(overlays);
    if (placing_.on()) {
        placing_.setSeen(view_.visible(viewSize()));
        PlacingOverlays over(painter, workbench_.theme, viewSize(), view_);
        pen_.tool() == DrawingTool::none
            ? over.show(placing_, arranger_.things(), onePixel(*workbench_.document.design()))
            : over.show(pen_, node->pixelUm);
    }
    if (const QRectF whole = frame(); !whole.isEmpty()) {
        const PreviewTilePtr overview = previews.overview();
        const bool sketch = overview && !(overview->exact() && previews.isCurrent());
        overlays.minimap(whole, smallPicture(), sketch, words);
    }
    const QStringList facts{tr("level %1").arg(view.level),
                            tr("1 px = %1").arg(lengthText(node->pixelUm * std::exp2(view.level)))};
    badgeState_ = wipe_.progress().state();
    const QRectF badge = overlays.levelBadge(*badgeState_, predictionWords(*node) + facts);
    overlays.scaleBar(node->pixelUm);
    const bool differences = wiping() && wipe_.mode() == Wipe::Mode::difference;
    const AppearanceValues look = differences ? wipe_.differenceLook() : appearance();
    if (look.mode != AppearanceMode::ids) overlays.colorScale(look, wipe_.fullDepthUm(), wipe_.rangeState());
    if (wiping()) drawWipeOverlays(painter, badge);
    drawWords(overlays);
}

/// The samples at the pinned probe, beside it.
void ViewportWidget::drawProbe(Overlays& overlays) {
    if (!pinned_) return;
    const auto around = rolled();
    const QPointF middle = middleOf(*pinned_);
    const QPointF at = view_.toScreen(around ? around->nearest(middle, view_.centre) : middle, viewSize());
    const auto& probe = workbench_.previews.probe();
    const BoundNodePtr node = workbench_.previews.shown();
    if (wiping()) {
        const auto& pair = wipe_.probes();
        if (pair && pair->a.probe.at == *pinned_) overlays.crosshair(at, pair->lines());
    } else if (probe && node && probe->at == *pinned_) {
        overlays.crosshair(at, *probe, node->fullDepthUm);
    }
}

/// "Sa 6.734 µm" of the measured rectangle; empty while it is not known.
QString ViewportWidget::areaSa() const {
    const Previews& previews = workbench_.previews;
    const ViewRoughnessPtr& found = previews.roughness();
    if (area_.dragging() || previews.roughnessOutdated() || !found || !found->problem.isEmpty()) return {};
    const MeasuredValue& sa = found->measured.values.front();
    return sa.value ? tr("%1 %2 µm").arg(textOf(sa.name), QString::number(*sa.value, 'f', 3)) : QString();
}

void ViewportWidget::drawWords(Overlays& overlays) {
    const Previews& previews = workbench_.previews;
    const BoundNodePtr node = previews.shown();
    if (!previews.problem().isEmpty()) {
        overlays.message(previews.problem(), true);
    } else if (node && !node->fed) {
        overlays.message(tr("Nothing feeds the surface. In the graph, press Tab to add a node, or drag a "
                            "node's output to the surface."),
                         false);
    } else if (node && node->ready() && node->extent.empty()) {
        overlays.message(tr("%1 is empty: it has no sample.").arg(node->name), false);
    }
}

}  // namespace burin::ui
