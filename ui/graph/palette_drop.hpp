// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/canvas_drag.hpp"

#include <memory>

namespace burin::ui {

/// The place of a new node, and the wires that it is inserted into.
struct Landing {
    QPointF place;
    NewLink link;
};

/// The preview of a drag from the palette or the library: the outline of the new node, and the wires that it
/// would be inserted into.
class PaletteDrop {
  public:
    explicit PaletteDrop(GraphContext context);
    ~PaletteDrop();

    void dragKind(const KindDescription& kind, QPoint global);
    /// Ends the drag. \return the place of the new node; nothing if it is outside the canvas
    [[nodiscard]] std::optional<Landing> dropKind(const KindDescription& kind, QPoint global);
    void dragReroute(QPoint global);
    void dropReroute(QPoint global);
    void cancel();
    /// The canvas position under a screen position; nothing if that is outside of the canvas.
    [[nodiscard]] std::optional<QPointF> placeAt(QPoint global) const;

  private:
    [[nodiscard]] WireItem* wireAt(QPointF place) const;

    GraphContext context_;
    std::unique_ptr<QGraphicsRectItem> ghost_;
    WireAim aim_;
};

}  // namespace burin::ui
