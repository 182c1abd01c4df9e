// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QPolygonF>
#include <QRectF>
#include <QWidget>

namespace burin::ui {

class Theme;

/// Draws the curve that the formulas of a path give, below the formulas. It takes no room if the node has no
/// curve.
class CurveSketch : public QWidget {
    Q_OBJECT

  public:
    explicit CurveSketch(const Theme& theme, QWidget* parent = nullptr);
    /// \param node  nullptr: nothing is known
    void follow(const DesignNode* node);
    /// The curve, fitted into an area without a change of its proportions.
    [[nodiscard]] QPolygonF fitted(const QRectF& area) const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const Theme& theme_;
    QPolygonF curve_;  ///< in pixels of the surface
};

}  // namespace burin::ui
