// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/placing/drawn_thing.hpp"

#include <QObject>
#include <QPointF>
#include <QString>

#include <optional>

namespace burin::ui {

/// Draws new things on the picture. Keeps the selected tool and the drag with it.
///
/// Places are samples of the shown node. Interface thread only.
class DrawingPen : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] DrawingTool tool() const { return tool_; }
    /// Selects a tool, or none. Ends a drag without a result.
    void setTool(DrawingTool tool);

    /// Begins a drag with the tool, if one is selected.
    void press(QPointF place, const DrawingMeasures& measures);
    void dragTo(QPointF place, PlacingKeys keys);
    /// Ends a drag, and puts the tool back. A drag without a movement is a click.
    /// \return the thing that was drawn; nothing without a drag
    std::optional<DrawnThing> release();
    /// Ends a drag without a result. The tool stays.
    void cancel();
    [[nodiscard]] bool dragging() const { return drag_.has_value(); }
    /// The thing that a release would draw; nothing before the first movement.
    [[nodiscard]] std::optional<DrawnForm> form() const;

    /// Tells users how to use the tool; empty if no tool is selected.
    [[nodiscard]] QString hint() const;

  signals:
    void toolChanged();

  private:
    DrawingTool tool_ = DrawingTool::none;
    std::optional<DrawingDrag> drag_;
    DrawingMeasures measures_;
};

}  // namespace burin::ui
