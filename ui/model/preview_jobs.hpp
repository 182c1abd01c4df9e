// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What Previews lets its threads do: plain functions of immutable things. They throw Cancelled, OutOfMemory
// and what sources throw; problemText() has the words for people.

#include "core/preview/preview.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/preview_tile.hpp"

#include <QImage>
#include <QPointF>
#include <QString>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace burin::ui {

/// What the viewport knows of the node that it shows. Immutable.
struct BoundNode {
    std::shared_ptr<const Design> design;  ///< of which it is a node
    QString name;
    QString problem;  ///< why there are no pictures; empty: there are
    NodeHash hash;
    Extent extent;
    Rect frame;  ///< its rectangle, or the surface's where it has no bounds; may be empty
    double pixelUm = 1;
    double fullDepthUm = 0;  ///< what 1 means; 0: not said
    int bits = 8;            ///< of a written sample
    bool surface = false;    ///< whether it is the root, of which written samples are shown
    bool fed = true;         ///< whether anything but the background comes to it
    std::shared_ptr<PreviewSource> source;
    std::shared_ptr<std::stop_source> stop;  ///< of the source
    Residents::Held resident;                ///< images and tables

    [[nodiscard]] bool ready() const { return source != nullptr; }
    /// Its frame, or a square at the origin where it has neither bounds nor a surface.
    [[nodiscard]] Rect somewhere() const { return frame.empty() ? Rect{0, 0, 4096, 4096} : frame; }
};
using BoundNodePtr = std::shared_ptr<const BoundNode>;

/// The exact sample at one place.
struct Probe {
    Point at;
    bool inside = false;  ///< whether the node has a sample there
    float value = 0;      ///< as written for the surface, clamped for any other node
    int code = 0;         ///< as an export writes it
    int bits = 8;
    QString problem;
};

/// Samples of level 0 along a line.
struct LineSamples {
    QPointF from;  ///< in samples; sample (0, 0) reaches from 0 to 1
    QPointF to;
    double spacingPx = 1;  ///< between two values; over 1: only some of the samples
    double pixelUm = 1;
    double fullDepthUm = 0;
    std::vector<float> values;
    QString problem;

    [[nodiscard]] bool decimated() const { return spacingPx > 1.5; }
};

/// How often values occur among samples of level 0 that are spread over the whole node.
struct Histogram {
    static constexpr int bins = 1024;
    std::vector<std::uint32_t> counts;  ///< of values in [k, k + 1) / bins; the last one holds 1 too
    double mean = 0;
    float least = 0;
    float most = 0;
    std::uint64_t values = 0;
    std::uint64_t empty = 0;  ///< values that are 0

    /// The share of values below `low` or above `high`.
    [[nodiscard]] double outside(double low, double high) const;
};

/// Words for what a job threw.
[[nodiscard]] QString problemText(const std::exception_ptr& error);

/// Binds a node; what has not changed since `before` keeps its source.
/// \param name  empty: the root
[[nodiscard]] BoundNodePtr bindNode(const Engine& engine, std::shared_ptr<const Design> design,
                                    const QString& name, const BoundNodePtr& before);

/// The node's picture of `blocks`, clipped to it.
struct TileOrder {
    BoundNodePtr node;
    int level = 0;
    TileIndex index;
    Rect blocks;
    std::int64_t border = 0;
    int stage = 0;
    PreviewTilePtr before;  ///< what the result must not be worse than
    std::chrono::duration<double> patience{0};
    std::chrono::duration<double> firstWithin{0.05};
    std::chrono::duration<double> exactWithin{0};
    bool drawn = true;  ///< as a texture: its values are not needed here at once
    /// Called with every better state of the tile before the last one, from the thread that renders.
    std::function<void(const PreviewTilePtr&)> improved;
};
[[nodiscard]] PreviewTilePtr renderTile(const Engine& engine, const TileOrder& order, std::stop_token stop);

/// What is shown first of a view.
struct GroundOrder {
    BoundNodePtr node;
    int level = 0;      ///< of the view
    Rect seen;          ///< samples
    Rect around;        ///< them and what may be wanted next
    bool tiles = true;  ///< whether tiles of the view may be its first pictures
};
/// Whether tiles of a level are there as soon as a rough picture of what they show.
[[nodiscard]] bool comesAtOnce(const PreviewGround& ground, int level, double tiles);

/// All tiles of the view where they are there at once; else a rough picture of all of it that costs little
/// beside them; else, where such a picture would take as long, the tile in the middle.
[[nodiscard]] PreviewGroundPtr renderGround(const Engine& engine, const GroundOrder& order,
                                            const std::stop_token& stop);

/// All of the node, at most `side` blocks wide and high. \param tiles  exact ones of one level that cover it,
/// of which it is made; or none
[[nodiscard]] PreviewTilePtr renderOverview(const Engine& engine, const BoundNodePtr& node, int side,
                                            const std::vector<PreviewTilePtr>& tiles, std::stop_token stop);

[[nodiscard]] Probe probeNode(const BoundNode& node, Point at, std::stop_token stop);
[[nodiscard]] LineSamples sampleLine(const BoundNode& node, QPointF from, QPointF to, std::stop_token stop);
/// Of the same places each time, so that designs can be compared. Cheap: at most 65 536 samples.
[[nodiscard]] Histogram histogramOf(const BoundNode& node, const std::stop_token& stop);

/// A small picture of a node's values, 0 black and 1 white, and what the node computes.
struct ThumbnailPicture {
    QImage image;
    NodeHash node;
};
/// At most 128 px a side.
/// \param before  returned where the node computes the same
/// \return without an image where the node has errors or is empty
[[nodiscard]] ThumbnailPicture renderThumbnail(const Engine& engine, std::shared_ptr<const Design> design,
                                               const QString& name, const ThumbnailPicture& before,
                                               std::stop_token stop);

}  // namespace burin::ui
