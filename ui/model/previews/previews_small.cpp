// SPDX-License-Identifier: GPL-3.0-or-later

// The part of Previews that makes thumbnails and the overview.

#include "ui/model/previews/color_map.hpp"
#include "ui/model/previews/previews_start.hpp"

#include <QTimer>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int lateMs = 150;

}  // namespace

bool Previews::startOverview() {
    if (!showing() || !problem_.isEmpty() || overview() || running(Task::Kind::overview) > 0) return false;
    if (shown_->frame.empty()) return false;
    SmallPictureOrder order;
    order.tiles = exactTiles();
    start(
        {Task::Kind::overview, {}, {}}, pool_,
        [engine = engine_, node = shown_, order](const std::stop_token& stop) {
            return renderSmall(engine, node, node->frame, order, stop);
        },
        [this](const PreviewTilePtr& tile) { takeOverview(tile); });
    return true;
}

void Previews::takeOverview(const PreviewTilePtr& tile) {
    if (!shown_ || shown_->hash != tile->node) return;
    if (overview() && !isBetter(*tile, *overview_)) return;
    overview_ = tile;
    emit picturesChanged();
}

/// Whether no picture of the view will improve any more, so that there is time for small pictures.
bool Previews::viewIsFinal() {
    if (bindWanted_ || running(Task::Kind::bind) > 0 || running(Task::Kind::ground) > 0) return false;
    if (!problem_.isEmpty()) return true;
    const PreviewProgress now = progress();
    return now.refined == now.visible;
}

/// Improves the histogram or one of the small pictures, which are rough at first.
bool Previews::improveSmall() {
    if (running(Task::Kind::improvement) > 0 || !design_ || !viewIsFinal()) return false;
    return improveHistogram() || improveOverview() || improveThumbnail();
}

bool Previews::improveOverview() {
    const PreviewTilePtr before = overview();
    if (!showing() || !problem_.isEmpty() || !before || before == rough_) return false;
    if (before->quality != TileQuality::partial) return false;
    SmallPictureOrder order;
    order.tiles = exactTiles();
    order.before = before;
    order.improved = [this](const PreviewTilePtr& tile) {
        inbox_.post([this, tile] { takeOverview(tile); });
    };
    start(
        {Task::Kind::improvement, {}, {}}, pool_,
        [engine = engine_, node = shown_, order](const std::stop_token& stop) -> PreviewTilePtr {
            try {
                return renderSmall(engine, node, node->frame, order, stop);
            } catch (const Cancelled&) {
                throw;
            } catch (const std::exception&) {  // the rough picture stays
                return nullptr;
            }
        },
        [this, before](const PreviewTilePtr& tile) {
            if (tile) return takeOverview(tile);
            rough_ = before;
        });
    return true;
}

bool Previews::improveThumbnail() {
    const auto found = std::find_if(thumbnails_.begin(), thumbnails_.end(), [&](const Thumbnail& thumbnail) {
        return thumbnail.design == design_ && !thumbnail.computing && thumbnail.improves();
    });
    if (found == thumbnails_.end()) return false;
    const QString name = found.key();
    SmallPictureOrder order;
    order.tiles = exactTiles();
    order.before = found->picture.tile;
    order.improved = [this, name](const PreviewTilePtr& tile) {
        inbox_.post([this, name, picture = thumbnailOf(tile)] { takeBetter(name, picture); });
    };
    start(
        {Task::Kind::improvement, {}, {}}, pool_,
        [engine = engine_, design = design_, name, shown = shown_, order](const std::stop_token& stop) {
            return betterThumbnail(engine, design, name, shown, order, stop);
        },
        [this, name, before = order.before](const ThumbnailPicture& picture) {
            const auto place = thumbnails_.find(name);
            if (place == thumbnails_.end()) return;
            if (picture.image.isNull() && place->picture.tile == before) place->picture.tile = nullptr;
            takeBetter(name, picture);
        });
    return true;
}

/// Takes a better picture of the same samples.
void Previews::takeBetter(const QString& name, const ThumbnailPicture& picture) {
    const auto found = thumbnails_.find(name);
    if (found == thumbnails_.end() || picture.image.isNull() || picture.node != found->picture.node) return;
    if (found->picture.tile && !isBetter(*picture.tile, *found->picture.tile)) return;
    found->picture = picture;
    found->shown = {};
    emit thumbnailChanged(name);
}

/// The index of a node of the design. Finding the nodes of all pictures takes linear time in total.
std::optional<NodeIndex> Previews::nodeNamed(const QString& name) {
    if (!design_) return {};
    if (!named_) named_.emplace(*design_);
    return named_->find(name.toStdString());
}

/// Orders a new picture, once.
void Previews::want(const QString& name, Thumbnail& thumbnail) {
    if (!std::exchange(thumbnail.wanted, true)) thumbnailsWanted_ << name;
}

QImage Previews::thumbnail(const QString& node) {
    Thumbnail& thumbnail = thumbnails_[node];
    if (thumbnail.design != design_ && !thumbnail.computing && !thumbnail.wanted) {
        want(node, thumbnail);
        later();
    }
    if (thumbnail.shown.isNull() && !thumbnail.picture.image.isNull())
        thumbnail.shown = inBrightnessOf(appearance_.values(), thumbnail.picture.image);
    return thumbnail.shown;
}

QImage Previews::coloredThumbnail(const QString& node) {
    return thumbnail(node).isNull() ? QImage()
                                    : inColorsOf(appearance_.values(), thumbnails_[node].picture.image);
}

bool Previews::thumbnailIsSketch(const QString& node) const {
    const auto found = thumbnails_.constFind(node);
    if (found == thumbnails_.constEnd() || found->picture.image.isNull()) return false;
    return !found->picture.tile || !found->picture.tile->exact();
}

bool Previews::thumbnailIsNewest(const QString& node) const {
    const auto found = thumbnails_.constFind(node);
    return found != thumbnails_.constEnd() && found->design == design_ && !found->earlier;
}

/// While edits follow each other, the shown graph may be of an earlier state too, but it is hardly ever older
/// than the thumbnail.
bool Previews::thumbnailIsOutdated(const QString& node) {
    const auto found = thumbnails_.constFind(node);
    if (found == thumbnails_.constEnd() || found->picture.image.isNull() || found->design == design_)
        return false;
    if (found->late) return true;
    const std::optional<NodeHash> hash = shownHash(node);
    return hash && *hash != found->picture.node;
}

std::optional<NodeHash> Previews::newestHash(const QString& node) const {
    if (!thumbnailIsNewest(node)) return {};
    return thumbnails_.constFind(node)->picture.node;
}

/// Has thumbnails converted again when they are next painted.
void Previews::followAppearance() {
    for (auto thumbnail = thumbnails_.begin(); thumbnail != thumbnails_.end(); ++thumbnail) {
        if (thumbnail->shown.isNull()) continue;
        thumbnail->shown = {};
        emit thumbnailChanged(thumbnail.key());
    }
}

bool Previews::busy() const {
    return scheduling_ || !tasks_.empty();
}

bool Previews::computing(const QString& node) const {
    const auto found = thumbnails_.constFind(node);
    return found != thumbnails_.constEnd() && found->late;
}

bool Previews::startThumbnail() {
    if (thumbnailsWanted_.isEmpty() || !design_ || running(Task::Kind::thumbnail) > 0) return false;
    const QString name = thumbnailsWanted_.takeFirst();
    Thumbnail& thumbnail = thumbnails_[name];
    thumbnail.wanted = false;
    thumbnail.computing = true;
    QTimer::singleShot(lateMs, this, [this, name, design = design_] {
        const auto found = thumbnails_.find(name);
        if (found == thumbnails_.end() || !found->computing || found->design == design) return;
        found->late = true;
        emit computingChanged(name);
    });
    start(
        {Task::Kind::thumbnail, {}, {}}, pool_,
        [engine = engine_, design = design_, name, before = thumbnail.picture](const std::stop_token& stop) {
            return renderThumbnail(engine, design, name, before, stop);
        },
        [this, name, design = design_](const ThumbnailPicture& picture) {
            takeThumbnail(name, design, picture);
        });
    return true;
}

/// A node with errors keeps its last good thumbnail.
void Previews::takeThumbnail(const QString& name, const std::shared_ptr<const Design>& design,
                             const ThumbnailPicture& picture) {
    const auto found = thumbnails_.find(name);
    if (found == thumbnails_.end()) return;
    found->computing = false;
    found->design = design;
    found->earlier = picture.image.isNull();
    if (std::exchange(found->late, false)) emit computingChanged(name);
    if (picture.image.isNull()) return;
    if (picture.node != found->picture.node) {
        found->picture = picture;
        found->shown = {};
    }
    emit thumbnailChanged(name);
}

}  // namespace burin::ui
