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

/// A button that locks the proportions of two sides: one side follows the other.
class SideLock : public QToolButton {
    Q_OBJECT

  public:
    SideLock(const Theme& theme, QWidget* parent);

    /// The sides in the design. They set the proportions, unless the lock computed them itself: rounding to
    /// whole pixels must not add up.
    void setSides(const Sides& sides, double pitchUm);
    /// Sets the proportions (width / height, above 0) while the design has no sides.
    void setProportions(double ratio, double pitchUm);
    /// The sides after one of them was entered. If the lock is on, the other side follows in its own unit.
    [[nodiscard]] Sides follow(const Sides& entered, bool byWidth);

  private:
    double ratio_ = 1;  ///< width / height, in pixels
    double pitchUm_ = 1;
    std::optional<Sides> made_;
};

}  // namespace burin::ui
