// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The jobs that Previews runs on its threads: plain functions of immutable data. They throw Cancelled,
// OutOfMemory and the exceptions of sources; problemText() turns these into messages.

#include "core/preview/preview.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/previews/preview_tile.hpp"

#include <QImage>
#include <QPointF>
#include <QString>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace burin::ui {

/// How the surface is shown, if it is the shown node.
enum class SurfaceShown {
    written,   ///< the samples that an export writes
    depths,    ///< the depths that these samples stand for, with `invert` and the curves undone
    predicted  ///< the depths that the spot engraves, if canPredict()
};

/// The node that the viewport shows, with everything known about it. Immutable.
struct BoundNode {
    std::shared_ptr<const Design> design;  ///< the node's design
    QString name;
    QString problem;  ///< why the pictures are missing; empty if they are not
    NodeHash hash;
    Extent extent;
    Rect frame;  ///< its rectangle, or that of the surface if it is unbounded; may be empty
    double pixelUm = 1;
    double fullDepthUm = 0;  ///< the depth of value 1; 0: not specified
    int bits = 8;            ///< the bits of a written sample
    bool surface = false;    ///< it is the root: \see SurfaceShown
    bool predicted = false;  ///< its samples are the depths that the spot engraves
    bool fed = true;         ///< it receives more than the background
    std::shared_ptr<PreviewSource> source;
    std::shared_ptr<std::stop_source> stop;  ///< stops the source
    Residents::Held resident;                ///< reservation for images and tables

    [[nodiscard]] bool ready() const { return source != nullptr; }
    /// The depth of value 1 in reliefs: 40 pixels if it is not specified.
    [[nodiscard]] double drawnDepthUm() const { return fullDepthUm > 0 ? fullDepthUm : 40 * pixelUm; }
    /// Its frame, or a square at the origin if it has neither bounds nor a surface.
    [[nodiscard]] Rect somewhere() const { return frame.empty() ? Rect{0, 0, 4096, 4096} : frame; }
};
using BoundNodePtr = std::shared_ptr<const BoundNode>;

/// The exact sample at one place.
struct Probe {
    Point at;
    bool inside = false;  ///< the node has a sample there
    float value = 0;      ///< the value as written for the surface; clamped for other nodes
    int code = 0;         ///< the number that an export writes
    int bits = 8;
    QString problem;
};

/// Samples of level 0 along a line.
struct LineSamples {
    QPointF from;  ///< in samples; sample (0, 0) covers 0 to 1
    QPointF to;
    double spacingPx = 1;  ///< between two values; above 1 some samples are skipped
    double pixelUm = 1;
    double fullDepthUm = 0;
    std::vector<float> values;
    /// index of the first value that is a sample of the node; values beyond the node are 0
    std::size_t first = 0;
    std::size_t end = 0;  ///< index behind the last of them
    QString problem;

    [[nodiscard]] bool decimated() const { return spacingPx > 1.5; }
};

/// How often values occur among samples of level 0, spread over the whole node.
struct Histogram {
    static constexpr int bins = 1024;
    static constexpr int allSquares = 64;  ///< small areas whose samples are counted
    std::vector<std::uint32_t> counts;     ///< count k is for [k, k + 1) / bins; the last includes 1
    int squares = 0;                       ///< number of areas that are counted
    double sum = 0;
    float least = 0;
    float most = 0;
    std::uint64_t values = 0;
    std::uint64_t empty = 0;  ///< number of values that are 0
    QString problem;          ///< why the other samples cannot be counted; empty if they can

    [[nodiscard]] double mean() const { return values > 0 ? sum / static_cast<double>(values) : 0; }
    [[nodiscard]] bool whole() const { return squares == allSquares; }
    /// Whether more samples are to be counted.
    [[nodiscard]] bool improves() const { return !whole() && problem.isEmpty(); }
    /// A word for a histogram of some samples: "estimated", or "incomplete" if the others cannot be counted.
    /// Empty if it is whole.
    [[nodiscard]] QString state() const;
    /// The share of values below `low` or above `high`.
    [[nodiscard]] double outside(double low, double high) const;
};

/// The places at which the field of a node is requested.
struct FieldWish {
    QString node;               ///< a `warp` or a `flow`
    std::vector<Point> places;  ///< the places in the node's frame
    friend bool operator==(const FieldWish&, const FieldWish&) = default;
};

/// How a node moves what it shows: \see fieldAt
struct FieldVectors {
    FieldWish of;
    std::vector<QPointF> vectors;  ///< the vectors at the places; none if the node has no field or cannot be
                                   ///< computed
};

/// Whether a node's pictures stay on a card. \pre the node is ready
[[nodiscard]] bool keepsPictures(const Engine& engine, const BoundNode& node);

/// A message for an exception that a job threw.
[[nodiscard]] QString problemText(const std::exception_ptr& error);

/// Binds a node, and reuses the source of `before` if nothing has changed.
/// \param name  empty: the root \param oneBit  the surface is written with depth 1
[[nodiscard]] BoundNodePtr bindNode(const Engine& engine, std::shared_ptr<const Design> design,
                                    const QString& name, const BoundNodePtr& before, bool oneBit = false,
                                    SurfaceShown shows = SurfaceShown::written);

/// The graph of a node; null if it has errors.
[[nodiscard]] std::shared_ptr<const Graph> boundGraph(const Engine& engine, const Design& design,
                                                      NodeIndex node, bool provisional, Diagnostics& errors);

/// The graph of the surface if the node is part of it, otherwise that of the node alone; null if it has
/// errors.
[[nodiscard]] std::shared_ptr<const Graph> graphWith(const Engine& engine, const Design& design,
                                                     NodeIndex node);

/// A picture is made exact if one thread needs at most this long for all of its samples.
inline constexpr std::chrono::duration<double> exactAtAll{40};

/// A request for the node's picture of `blocks`, clipped to the node.
struct TileOrder {
    BoundNodePtr node;
    int level = 0;
    TileIndex index;
    Rect blocks;
    std::int64_t border = 0;
    int stage = 0;
    PreviewTilePtr before;  ///< the result must not be worse than this
    std::chrono::duration<double> firstWithin{0.05};
    std::chrono::duration<double> exactWithin{0};
    bool drawn = true;  ///< shown as a texture: values are not needed on the host at once
    /// Called on the rendering thread for each better state of the tile, except the last one.
    std::function<void(const PreviewTilePtr&)> improved;

    /// Makes this the order for a better picture than `tile`: its exact rows stay, and more follow for as
    /// long as its stage allows.
    void improve(const PreviewTilePtr& tile);
};
[[nodiscard]] PreviewTilePtr renderTile(const Engine& engine, const TileOrder& order, std::stop_token stop);
/// A tile whose picture is not computed yet. \throws OutOfMemory
[[nodiscard]] std::shared_ptr<PreviewTile> emptyTile(const Engine& engine, const TileOrder& order);
/// Gives a tile its picture.
void fill(PreviewTile& tile, Picture picture);

/// A request for the first pictures of a view.
struct GroundOrder {
    BoundNodePtr node;
    int level = 0;      ///< the level of the view
    Rect seen;          ///< the visible rectangle in samples
    Rect around;        ///< `seen` and what may be wanted next
    bool tiles = true;  ///< tiles of the view may be its first pictures
};
/// Whether that many tiles of a level can be computed as fast as a rough picture of the same area.
[[nodiscard]] bool comesAtOnce(const PreviewGround& ground, const BoundNode& node, int level, double tiles);

/// Renders all tiles of the view if they can be computed at once. Otherwise renders a rough picture of the
/// whole view if that costs little compared to them, or else the tile in the middle.
[[nodiscard]] PreviewGroundPtr renderGround(const Engine& engine, const GroundOrder& order,
                                            const std::stop_token& stop);

[[nodiscard]] Probe probeNode(const BoundNode& node, Point at, std::stop_token stop);
[[nodiscard]] LineSamples sampleLine(const BoundNode& node, QPointF from, QPointF to, std::stop_token stop);
[[nodiscard]] FieldVectors fieldOf(const Engine& engine, const Design& design, const FieldWish& wish,
                                   const std::stop_token& stop);
/// Uses the same positions each time, so that designs can be compared. Cheap: at most 65 536 samples.
/// \param counted   the samples of this node that have already been counted; the others are added
/// \param patience  expensive samples are counted only for this long, because other results wait meanwhile;
///         at least a quarter of the samples are counted in any case
[[nodiscard]] Histogram histogramOf(const BoundNode& node, Histogram counted, const std::stop_token& stop,
                                    std::chrono::steady_clock::duration patience = std::chrono::milliseconds{
                                        100});
/// Whether samples spread over a node have more than two values. False if the node cannot be computed.
[[nodiscard]] bool hasShades(const Engine& engine, const std::shared_ptr<const Design>& design,
                             const QString& node, const std::stop_token& stop);

}  // namespace burin::ui
