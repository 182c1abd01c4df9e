// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/previews.hpp"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace burin::ui {

/// Decides which pictures are drawn, lowest first, so that the view is never empty.
///
/// Pictures from before an edit stay until the new state covers the view; those of another design do not.
/// Coarser levels lie below missing finer tiles, and new tiles fade in over what they replace.
class Scene {
  public:
    struct Layer {
        PreviewTilePtr tile;
        double opacity = 1;
    };
    struct Frame {
        std::vector<Layer> layers;
        std::vector<PreviewTilePtr> wanted;  ///< not on the card yet, most important first
        bool fading = false;                 ///< the next frame differs even if nothing new arrives

        /// The pictures of one level that show what a node computes, lowest first, without those from before
        /// an edit.
        [[nodiscard]] std::vector<PreviewTilePtr> tilesOf(const NodeHash& node, int level) const;
    };

    /// \param beyond  whether the scene shows the part beyond a joint. That part has no ground, so the
    ///         overview fills missing places at once.
    explicit Scene(Previews& previews, bool beyond = false) : previews_(previews), beyond_(beyond) {}

    /// \param nowMs  of a steady clock  \param fadeMs  duration of the fade-in
    /// \param onCard  whether a tile can be drawn
    [[nodiscard]] Frame frame(const PreviewView& view, std::int64_t nowMs, int fadeMs,
                              const std::function<bool(const PreviewTilePtr&)>& onCard);

  private:
    struct Shown {
        PreviewTilePtr tile;
        PreviewTilePtr before;  ///< drawn below while this one fades in
        std::int64_t sinceMs = 0;
    };
    using OnCard = std::function<bool(const PreviewTilePtr&)>;

    void follow(const BoundNode& node);
    void forget();
    /// \return whether the tiles cover the view
    bool addTiles(const PreviewView& view, std::int64_t nowMs, int fadeMs, const OnCard& onCard,
                  Frame& frame);
    [[nodiscard]] std::vector<PreviewTilePtr> beneath(const PreviewView& view, const Rect& seen) const;
    void settle(const PreviewView& view, bool covered, const OnCard& onCard);

    Previews& previews_;
    const bool beyond_;
    int expected_ = 0;  ///< \see Previews::expected
    NodeHash node_;
    bool settled_ = false;               ///< the current state has covered the view
    std::vector<PreviewTilePtr> stale_;  ///< pictures of the previous state
    std::vector<PreviewTilePtr> drawn_;
    PreviewGroundPtr staleGround_;  ///< the ground of the previous state
    std::unordered_map<TileKey, Shown, TileKeyHash> shown_;
    std::unordered_set<const PreviewTile*> awaited_;
};

}  // namespace burin::ui
