// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/scene.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace burin::ui {

namespace {

/// Tiles in place of missing ones may be coarser or finer by this many levels.
constexpr int coarserLevels = 6;
constexpr int finerLevels = 2;

TileKey keyOf(const PreviewTile& tile) {
    return {tile.node, tile.level, tile.index, 0, true};
}

bool covers(const PreviewTilePtr& tile, const Rect& seen) {
    return tile && tile->samples().contains(seen);
}

/// The pictures that overlap `seen`.
std::vector<PreviewTilePtr> picturesIn(const PreviewGround& ground, const Rect& seen) {
    std::vector<PreviewTilePtr> pictures;
    std::copy_if(ground.pictures.begin(), ground.pictures.end(), std::back_inserter(pictures),
                 [&](const PreviewTilePtr& tile) { return !intersection(tile->samples(), seen).empty(); });
    return pictures;
}

}  // namespace

std::vector<PreviewTilePtr> Scene::Frame::tilesOf(const NodeHash& node, int level) const {
    std::vector<PreviewTilePtr> tiles;
    for (const Layer& layer : layers) {
        if (layer.tile->node == node && layer.tile->level == level) tiles.push_back(layer.tile);
    }
    return tiles;
}

void Scene::follow(const BoundNode& node) {
    if (node.hash == node_) return;
    node_ = node.hash;
    settled_ = false;
    stale_ = drawn_;
    staleGround_ = previews_.ground();
    shown_.clear();
}

/// Drops the pictures of a design that is not shown any more.
void Scene::forget() {
    node_ = {};
    settled_ = false;
    stale_.clear();
    drawn_.clear();
    staleGround_.reset();
    shown_.clear();
    awaited_.clear();
}

Scene::Frame Scene::frame(const PreviewView& view, std::int64_t nowMs, int fadeMs, const OnCard& onCard) {
    const int expected = previews_.expected();
    if (expected != std::exchange(expected_, expected)) forget();
    Frame frame;
    const BoundNodePtr node = previews_.shown();
    if (node && node->ready()) follow(*node);
    const bool covered = node && node->ready() && addTiles(view, nowMs, fadeMs, onCard, frame);
    settle(view, covered, onCard);
    if (!covered) {
        std::vector<Layer> low;
        const Rect seen = node && node->ready() ? node->extent.clip(view.samples) : view.samples;
        for (const PreviewTilePtr& tile : beneath(view, seen)) {
            if (onCard(tile)) {
                low.push_back({tile, 1});
            } else if (tile->level >= view.level) {
                frame.wanted.insert(frame.wanted.begin(), tile);
            }
        }
        // Layers that are fully covered are not drawn.
        const auto top = std::find_if(low.rbegin(), low.rend(),
                                      [&](const Layer& layer) { return covers(layer.tile, seen); });
        frame.layers.insert(frame.layers.begin(), top == low.rend() ? low.begin() : std::prev(top.base()),
                            low.end());
    }
    drawn_.clear();
    for (const Layer& layer : frame.layers)
        drawn_.push_back(layer.tile);
    awaited_.clear();
    for (const PreviewTilePtr& tile : frame.wanted)
        awaited_.insert(tile.get());
    return frame;
}

bool Scene::addTiles(const PreviewView& view, std::int64_t nowMs, int fadeMs, const OnCard& onCard,
                     Frame& frame) {
    const Rect seen = previews_.shown()->extent.clip(view.samples);
    if (seen.empty()) return true;
    std::unordered_map<TileKey, Shown, TileKeyHash> shown;
    bool covered = true;
    for (const TileIndex index : tilesCovering(seen, view.level)) {
        const PreviewTilePtr best = previews_.tile(view.level, index);
        if (!best) {
            covered = false;
            continue;
        }
        Shown now = shown_[keyOf(*best)];
        if (best != now.tile && onCard(best)) {
            const bool appears = now.tile || awaited_.contains(best.get());
            now = {best, now.tile, appears ? nowMs : nowMs - fadeMs};
        } else if (best != now.tile) {
            frame.wanted.push_back(best);
        }
        if (!now.tile) {
            covered = false;
            continue;
        }
        const double opacity =
            fadeMs > 0 ? std::min(1.0, static_cast<double>(nowMs - now.sinceMs) / fadeMs) : 1;
        if (opacity >= 1) now.before.reset();
        if (now.before && onCard(now.before)) frame.layers.push_back({now.before, 1});
        frame.layers.push_back({now.tile, opacity});
        covered = covered && (opacity >= 1 || now.before);
        frame.fading = frame.fading || opacity < 1;
        shown.emplace(keyOf(*best), std::move(now));
    }
    shown_ = std::move(shown);
    return covered;
}

/// Once the current state covers the view, drops the pictures of the previous one.
void Scene::settle(const PreviewView& view, bool covered, const OnCard& onCard) {
    const PreviewGroundPtr ground = previews_.ground();
    const BoundNodePtr node = previews_.shown();
    const Rect seen = node && node->ready() ? node->extent.clip(view.samples) : view.samples;
    bool grounded = ground && ground->covers(seen);
    if (grounded) {
        const std::vector<PreviewTilePtr> pictures = picturesIn(*ground, seen);
        grounded = std::all_of(pictures.begin(), pictures.end(), onCard);
    }
    if (covered || (grounded && ground->node == node_)) {
        settled_ = true;
        stale_.clear();
    } else if (grounded && ground != staleGround_) {
        stale_.clear();  // the ground is newer than all of it
    }
}

std::vector<PreviewTilePtr> Scene::beneath(const PreviewView& view, const Rect& seen) const {
    std::vector<PreviewTilePtr> pictures;
    if (!settled_) pictures = stale_;
    if (const PreviewTilePtr overview = previews_.overview(); overview && (settled_ || beyond_))
        pictures.push_back(overview);
    const PreviewGroundPtr ground = previews_.ground();
    if (ground && (ground->node == node_ || (!settled_ && ground != staleGround_))) {
        const std::vector<PreviewTilePtr> made = picturesIn(*ground, seen);
        pictures.insert(pictures.end(), made.begin(), made.end());
    }
    if (seen.empty()) return pictures;
    const auto add = [&](int level) {
        if (level < 0) return;
        for (const TileIndex index : tilesCovering(seen, level)) {
            if (PreviewTilePtr tile = previews_.tile(level, index)) pictures.push_back(std::move(tile));
        }
    };
    for (int level = view.level + coarserLevels; level > view.level; --level)
        add(level);
    for (int level = view.level - finerLevels; level < view.level; ++level)
        add(level);
    return pictures;
}

}  // namespace burin::ui
