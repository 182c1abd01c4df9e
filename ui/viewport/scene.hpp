// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews.hpp"

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace burin::ui {

/// Which pictures are drawn, the lowest first, so that the view is never empty.
///
/// What was shown before an edit stays until the new state covers the view; a coarser level lies under a
/// finer one that is not there yet, and what arrives fades in over what it replaces.
class Scene {
  public:
    struct Layer {
        PreviewTilePtr tile;
        double opacity = 1;
    };
    struct Frame {
        std::vector<Layer> layers;
        std::vector<PreviewTilePtr> wanted;  ///< not on the card yet, the most important first
        bool fading = false;                 ///< another frame looks different without anything new
    };

    explicit Scene(Previews& previews) : previews_(previews) {}

    /// \param nowMs  of a steady clock  \param fadeMs  how long what arrives takes to appear
    /// \param onCard  whether a tile can be drawn
    [[nodiscard]] Frame frame(const PreviewView& view, std::int64_t nowMs, int fadeMs,
                              const std::function<bool(const PreviewTilePtr&)>& onCard);

  private:
    struct Shown {
        PreviewTilePtr tile;
        PreviewTilePtr before;  ///< under it while it appears
        std::int64_t sinceMs = 0;
    };
    using OnCard = std::function<bool(const PreviewTilePtr&)>;

    void follow(const BoundNode& node);
    /// \return whether the tiles of the view cover it
    bool addTiles(const PreviewView& view, std::int64_t nowMs, int fadeMs, const OnCard& onCard,
                  Frame& frame);
    [[nodiscard]] std::vector<PreviewTilePtr> beneath(const PreviewView& view, const Rect& seen) const;
    void settle(const PreviewView& view, bool covered, const OnCard& onCard);

    Previews& previews_;
    NodeHash node_;
    bool settled_ = false;               ///< the present state has covered the view
    std::vector<PreviewTilePtr> stale_;  ///< of the state before
    std::vector<PreviewTilePtr> drawn_;
    PreviewGroundPtr staleGround_;  ///< the ground of that time
    std::unordered_map<TileKey, Shown, TileKeyHash> shown_;
    std::unordered_set<const PreviewTile*> awaited_;
};

}  // namespace burin::ui
