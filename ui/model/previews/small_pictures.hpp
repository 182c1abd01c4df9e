// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Jobs of Previews for the small pictures: thumbnails of nodes and the overview.

#include "ui/model/previews/preview_jobs.hpp"

namespace burin::ui {

/// How many repeats of a pattern a small picture of it shows, in a row.
inline constexpr std::int64_t repeatsPictured = 4;
/// The larger side of the largest pattern that is repeated in a node, in samples; 0 if nothing is.
/// \pre node.ready()
[[nodiscard]] std::int64_t repeatSide(const BoundNode& node);

/// An order for a small picture: what it may be made from, and the picture that it improves.
struct SmallPictureOrder {
    int side = 128;  ///< the shown picture is at most so many pixels wide and high
    /// Exact tiles of one level, of any node. The tiles of this node are averaged if they cover the picture,
    /// so that no sample is computed again.
    std::vector<PreviewTilePtr> tiles;
    PreviewTilePtr before;  ///< the same picture, to be improved; null for a first one
    /// Called on the rendering thread for each better state, except the last one.
    std::function<void(const PreviewTilePtr&)> improved;
};

/// A picture of a part of the node, one level finer than it is shown: \see evened. The first one takes little
/// time; PreviewTile::quality says whether it will get better.
[[nodiscard]] PreviewTilePtr renderSmall(const Engine& engine, const BoundNodePtr& node, const Rect& samples,
                                         const SmallPictureOrder& order, std::stop_token stop);

/// A small picture as it is shown.
struct EvenPicture {
    int level = 0;  ///< the level of its pixels
    Rect area;      ///< the rectangle in pixels
    std::vector<float> values;
};
/// Halves a picture of renderSmall() that is wider or higher than SmallPictureOrder::side, with a triangle of
/// two pixels as the filter. The mean of a pixel alone would show a lattice that is finer than the pixels as
/// wide bands, because its repeats fit into some pixels better than into others.
[[nodiscard]] EvenPicture evened(const PreviewTile& tile, std::int64_t side = SmallPictureOrder().side);
/// The picture in gray, 1 white.
[[nodiscard]] QImage grayOf(const EvenPicture& even);

/// A small picture of a node's values (0 black, 1 white), and the hash of the node's computation.
struct ThumbnailPicture {
    QImage image;
    NodeHash node;
    PreviewTilePtr tile;  ///< what it shows
};
/// Renders a thumbnail of at most 128 x 128 px.
/// \param before  returned if the node still computes the same
/// \return without an image if the node has errors or is empty
[[nodiscard]] ThumbnailPicture renderThumbnail(const Engine& engine, std::shared_ptr<const Design> design,
                                               const QString& name, const ThumbnailPicture& before,
                                               std::stop_token stop);
/// A better thumbnail than SmallPictureOrder::before.
/// \param shown  a bound node, which may be the same node
/// \return has no image if no better one exists
[[nodiscard]] ThumbnailPicture betterThumbnail(const Engine& engine, std::shared_ptr<const Design> design,
                                               const QString& name, const BoundNodePtr& shown,
                                               const SmallPictureOrder& order, std::stop_token stop);
/// \param side  that of the order
[[nodiscard]] ThumbnailPicture thumbnailOf(const PreviewTilePtr& tile,
                                           std::int64_t side = SmallPictureOrder().side);

}  // namespace burin::ui
