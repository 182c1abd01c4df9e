// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief/relief_view.hpp"

#include "core/design/roller.hpp"
#include "core/relief/relief_sight.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace burin::ui {

namespace {

/// The first view of a surface.
struct Angles {
    double azimuth;
    double elevation;
};
constexpr Angles flatStart{-28, 38};
constexpr Angles rollerStart{28, 22};

}  // namespace

ReliefView::ReliefView(Previews& previews, QObject* parent) : QObject(parent), previews_(previews) {
    connect(&previews_, &Previews::shownChanged, this, &ReliefView::follow);
}

void ReliefView::setOn(bool on) {
    if (on == on_ || (on && !whyRefused_.isEmpty())) return;
    on_ = on;
    pieces_.clear();
    wish_.reset();
    if (on) follow();
    emit changed();
}

void ReliefView::setRefusal(const QString& why) {
    if (why == whyRefused_) return;
    whyRefused_ = why;
    on_ && !why.isEmpty() ? setOn(false) : emit changed();
}

void ReliefView::setLook(const ReliefLook& look) {
    if (look == look_) return;
    const bool rolled = onRoller();
    heightsChosen_ = heightsChosen_ || look.heights != look_.heights;
    look_ = look;
    look_.heights = std::clamp(look.heights, ReliefLook::leastHeights, ReliefLook::mostHeights);
    if (!on_) return emit changed();  // follow() does the rest when the view is turned on
    place();
    if (rolled != onRoller()) return seeFromStart();
    see(camera_);
}

bool ReliefView::hasRoller() const {
    const BoundNodePtr node = previews_.shown();
    return node && node->surface && rollerOf(node->design->job).has_value();
}

double ReliefView::fullDepthUm() const {
    const BoundNodePtr node = previews_.shown();
    return node ? node->drawnDepthUm() : 1;
}

void ReliefView::setScreen(QSizeF size, double devicePixels) {
    if ((size == size_ && devicePixels == devicePixels_) || size.isEmpty()) return;
    size_ = size;
    devicePixels_ = devicePixels;
    if (!on_) return;
    if (fitting_) return fit();
    see(camera_);
}

void ReliefView::forget() {
    node_.clear();
    heightsChosen_ = false;
    pieces_.clear();
    wish_.reset();
}

/// Follows the shown node. The first view of a node shows all of it. So does the first view after its size
/// has changed.
void ReliefView::follow() {
    const BoundNodePtr node = previews_.shown();
    if (!on_ || !node || !node->ready()) return;
    const Rect before = surface_;
    const ReliefForm formBefore = form_;
    const bool another = node->name != node_;
    node_ = node->name;
    if (wish_ && (wish_->node.isEmpty() ? node->surface : wish_->node == node->name)) {
        const Wish wish = *wish_;
        wish_.reset();
        return seeAgain(wish);
    }
    place();
    const bool sameSize = surface_ == before && form_.pitchXUm == formBefore.pitchXUm &&
                          form_.pitchYUm == formBefore.pitchYUm && form_.flat() == formBefore.flat();
    if (!another && sameSize) return see(camera_);
    if (!heightsChosen_) {
        look_.heights = startHeights();
        place();
    }
    seeFromStart();
}

void ReliefView::show(const QString& node, const ReliefLook& look, const ReliefCamera& camera) {
    setOn(true);
    if (!on_) return;
    wish_ = Wish{node, look, camera};
    follow();
}

/// Shows a former view again. The surface may have changed since, so the distance is limited again.
void ReliefView::seeAgain(const Wish& wish) {
    look_ = wish.look;
    look_.heights = std::clamp(wish.look.heights, ReliefLook::leastHeights, ReliefLook::mostHeights);
    heightsChosen_ = true;
    fitting_ = false;
    place();
    ReliefCamera camera = wish.camera;
    if (!surface_.empty()) farthestUm_ = 4 * camera.fitting(form_.outlineOf(surface_), screen()).distanceUm;
    camera.distanceUm = std::min(camera.distanceUm, farthestUm_);
    see(camera);
}

/// Finds out where in space the parts of the surface are.
void ReliefView::place() {
    const BoundNodePtr node = previews_.shown();
    if (!node || !node->ready()) return;
    surface_ = node->extent.bounded() ? node->extent.rect() : node->somewhere();
    const Vector pitch = pitchOf(node->design->job, node->pixelUm);
    ReliefForm form;
    form.pitchXUm = pitch.x;
    form.pitchYUm = pitch.y;
    form.middle = {static_cast<double>(surface_.x) + static_cast<double>(surface_.width) / 2,
                   static_cast<double>(surface_.y) + static_cast<double>(surface_.height) / 2};
    if (onRoller()) {
        const Roller roller = *rollerOf(node->design->job);
        form.diameterUm = roller.diameterUm;
        form.roundX = roller.roundX();
    }
    form_ = form.withDepth(node->drawnDepthUm() * look_.heights);
    pivot_.reset();
}

/// An exaggeration at which heights are visible while the whole surface is in view: the largest of 1, 2, 5,
/// 10, ... at which they are at most 3 % of the surface's smaller side, or of its roller's diameter.
double ReliefView::startHeights() const {
    constexpr double share = 0.03;
    const double width = static_cast<double>(surface_.width) * form_.pitchXUm;
    const double height = static_cast<double>(surface_.height) * form_.pitchYUm;
    const double across = form_.flat() ? std::min(width, height) : form_.diameterUm;
    const double most = share * across / fullDepthUm();
    double heights = 1;
    for (const double step : {1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0}) {
        if (step <= most) heights = step;
    }
    return heights;
}

void ReliefView::see(const ReliefCamera& camera) {
    camera_ = camera;
    const ScreenPlace device{size_.width() * devicePixels_, size_.height() * devicePixels_};
    const ReliefSight sight = sightOf(form_, camera_, device, surface_, {PreviewTile::side, mostTiles});
    wanted_ = {sight.level, sight.samples};
    emit changed();
}

void ReliefView::seeFromStart() {
    const Angles& start = form_.flat() ? flatStart : rollerStart;
    camera_.azimuth = start.azimuth;
    camera_.elevation = start.elevation;
    fit();
}

void ReliefView::fit() {
    fitting_ = true;
    pivot_.reset();
    if (surface_.empty()) return see(camera_);
    const ReliefCamera camera = camera_.fitting(form_.outlineOf(surface_), screen());
    farthestUm_ = 4 * camera.distanceUm;
    see(camera);
}

void ReliefView::seeFromAbove() {
    camera_ = camera_.turned(-camera_.azimuth, form_.elevationFromAbove() - camera_.elevation, pivot());
    fitting_ ? fit() : see(camera_);
}

void ReliefView::turn(double azimuthBy, double elevationBy) {
    wish_.reset();
    fitting_ = false;
    see(camera_.turned(azimuthBy, elevationBy, pivot()));
}

/// A near viewer turns about the place in the middle of the screen, a far one about the middle of the
/// surface.
Vector3 ReliefView::pivot() {
    if (pivot_) return *pivot_;
    const bool near = 6 * camera_.distanceUm < farthestUm_;
    const SpaceRay ray = camera_.rayThrough({size_.width() / 2, size_.height() / 2}, screen());
    const auto hit = near ? hitBy(ray) : std::nullopt;
    const Vector3 middle = form_.flat() ? form_.toSpace(form_.middle, 0.5) : Vector3{};
    pivot_ = hit ? ray.at(hit->distance) : middle;
    return *pivot_;
}

void ReliefView::pan(QPointF pixels) {
    wish_.reset();
    fitting_ = false;
    pivot_.reset();
    see(camera_.panned({pixels.x(), pixels.y()}, screen()));
}

void ReliefView::zoom(double factor, QPointF on) {
    constexpr double mostPixelsASample = 64;
    const SpaceRay ray = camera_.rayThrough({on.x(), on.y()}, screen());
    const auto hit = hitBy(ray);
    ReliefCamera now = camera_;
    const SpaceFrame viewer = now.frame();
    const double straight = dot(ray.direction, -viewer.z);
    // The target moves to the distance of the place under the pointer, so that distances refer to that place.
    // Beside the surface, the point at the target's distance stays under the pointer.
    if (hit) {
        now.distanceUm = hit->distance * straight;
        now.target = viewer.origin - viewer.z * now.distanceUm;
    }
    const Vector3 fixed = ray.at(now.distanceUm / straight);
    const double leastUm = std::min(form_.pitchXUm, form_.pitchYUm) / mostPixelsASample * now.distanceUm /
                           now.umPerPixel(screen());
    const ReliefCamera camera = now.zoomed(factor, fixed, std::min(leastUm, farthestUm_), farthestUm_);
    if (camera.distanceUm == now.distanceUm) return;
    wish_.reset();
    fitting_ = false;
    pivot_.reset();
    see(camera);
}

bool ReliefView::setPictures(std::span<const PreviewTilePtr> pictures) {
    const std::vector<Piece> before = std::exchange(pieces_, {});
    std::vector<Rect> shown;
    for (const PreviewTilePtr& picture : pictures)
        shown.push_back(picture->samples());
    for (const ReliefPiece& piece : piecesOf(surface_, shown))
        pieces_.push_back({pictures[piece.picture], piece.part});
    return pieces_ != before;
}

std::optional<ReliefHit> ReliefView::hitAt(QPointF on) const {
    return hitBy(camera_.rayThrough({on.x(), on.y()}, screen()));
}

std::optional<ReliefHit> ReliefView::hitBy(const SpaceRay& ray) const {
    std::vector<std::pair<double, const Piece*>> reached;
    for (const Piece& piece : pieces_) {
        if (const auto reach = ReliefTile::reach(form_, piece.part, ray))
            reached.emplace_back(*reach, &piece);
    }
    // From the front to the back, because nothing behind the first hit needs to be followed.
    std::stable_sort(reached.begin(), reached.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::optional<ReliefHit> nearest;
    for (const auto& [reach, piece] : reached) {
        if (nearest && nearest->distance < reach) break;
        if (piece->tile->values().empty()) continue;
        const ReliefTile tile(form_,
                              {piece->tile->blocksOf(piece->part), piece->tile->area, piece->tile->level,
                               piece->tile->values()},
                              Extent(piece->part));
        const auto hit = tile.hit(ray);
        if (hit && (!nearest || hit->distance < nearest->distance)) nearest = hit;
    }
    return nearest;
}

QPointF ReliefView::toScreen(Vector3 position) const {
    const ScreenPlace on = camera_.toScreen(position, screen());
    return {on.x, on.y};
}

}  // namespace burin::ui
