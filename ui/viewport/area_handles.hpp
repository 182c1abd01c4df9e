// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"

#include <QPointF>
#include <QRectF>

#include <array>
#include <optional>

namespace burin::ui {

/// The rectangle whose roughness is measured, to be drawn and changed in the viewport. A drag changes the
/// design when it ends, as one step.
///
/// Coordinates are samples of the shown node.
class AreaHandles {
  public:
    explicit AreaHandles(Workbench workbench) : workbench_(workbench) {}

    /// Whether a rectangle can be drawn: something's roughness is wanted.
    [[nodiscard]] bool drawable() const;
    /// The rectangle that is measured, or the one being dragged.
    [[nodiscard]] std::optional<QRectF> area() const;
    /// The places of the eight handles of a rectangle, clockwise from its upper left corner.
    [[nodiscard]] static std::array<QPointF, 8> handles(const QRectF& area);

    /// Begins a new rectangle.
    void begin(QPointF at);
    /// Takes the handle within `reach` of a place. \return whether there is one
    [[nodiscard]] bool grab(QPointF at, double reach);
    void dragTo(QPointF at);
    /// \return whether there is another rectangle now
    bool end();
    void cancel() { dragged_.reset(); }
    [[nodiscard]] bool dragging() const { return dragged_.has_value(); }

  private:
    /// Two corners, and which of the sides of the second one follow the pointer.
    struct Dragged {
        QPointF fixed;
        QPointF moving;
        bool alongX = true;
        bool alongY = true;
    };

    Workbench workbench_;
    std::optional<Dragged> dragged_;
};

}  // namespace burin::ui
