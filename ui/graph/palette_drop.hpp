// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/canvas_drag.hpp"

#include <memory>

namespace burin::ui {

/// What is dragged from the palette, as it is seen on the canvas: the outline of the node to be, and the wire
/// that it would be put on.
class PaletteDrop {
  public:
    explicit PaletteDrop(GraphContext context);
    ~PaletteDrop();

    void dragKind(const KindDescription& kind, QPoint global);
    void dropKind(const KindDescription& kind, QPoint global);
    void dragReroute(QPoint global);
    void dropReroute(QPoint global);
    void cancel();
    /// The place of the canvas below a place of the screen; nothing: it is elsewhere.
    [[nodiscard]] std::optional<QPointF> placeAt(QPoint global) const;

  private:
    [[nodiscard]] WireItem* wireFor(const KindDescription& kind, const QRectF& rect) const;
    [[nodiscard]] WireItem* wireAt(QPointF place) const;
    void aim(WireItem* wire);

    GraphContext context_;
    std::unique_ptr<QGraphicsRectItem> ghost_;
    std::optional<WireChoice> target_;
};

}  // namespace burin::ui
