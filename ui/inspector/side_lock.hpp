// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/length.hpp"

#include <QToolButton>

#include <optional>

namespace burin::ui {

class Theme;

/// The two sides of a size.
struct Sides {
    Length width;
    Length height;
    friend bool operator==(const Sides&, const Sides&) = default;
};

/// The switch between two sides that keeps their proportions: one side follows the other.
class SideLock : public QToolButton {
    Q_OBJECT

  public:
    SideLock(const Theme& theme, QWidget* parent);

    /// The sides as the design says them. They set the proportions, unless the lock itself has made them:
    /// what is lost by rounding to whole pixels does not add up.
    void setSides(const Sides& sides, double pitchUm);
    /// The proportions while the design says no sides: width / height, above 0.
    void setProportions(double ratio, double pitchUm);
    /// The sides after one of them was entered: where the lock is on, the other follows in its own unit.
    [[nodiscard]] Sides follow(const Sides& entered, bool byWidth);

  private:
    double ratio_ = 1;  ///< width / height, in pixels
    double pitchUm_ = 1;
    std::optional<Sides> made_;
};

}  // namespace burin::ui
