// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/side_lock.hpp"

#include "ui/theme/theme.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

SideLock::SideLock(const Theme& theme, QWidget* parent) : QToolButton(parent) {
    setCheckable(true);
    setToolTip(tr("Keep the proportions"));
    setIconSize({16, 16});
    setIcon(theme.icon("lock", Role::secondary));
    setProperty("beside", true);
}

void SideLock::setSides(const Sides& sides, double pitchUm) {
    pitchUm_ = pitchUm;
    if (made_ == sides) return;
    made_.reset();
    const double height = sides.height.pixels(pitchUm);
    const double ratio = sides.width.pixels(pitchUm) / height;
    if (height > 0 && ratio > 0) ratio_ = ratio;
}

void SideLock::setProportions(double ratio, double pitchUm) {
    made_.reset();
    ratio_ = ratio;
    pitchUm_ = pitchUm;
}

Sides SideLock::follow(const Sides& entered, bool byWidth) {
    if (!isChecked()) return entered;
    Sides sides = entered;
    Length& other = byWidth ? sides.height : sides.width;
    const double pixels =
        byWidth ? sides.width.pixels(pitchUm_) / ratio_ : sides.height.pixels(pitchUm_) * ratio_;
    // A side in pixels stays in whole pixels. If both sides are lengths, they get the same unit.
    const LengthUnit unit = (byWidth ? sides.width : sides.height).unit;
    if (unit != LengthUnit::pixel && other.unit != LengthUnit::pixel) other.unit = unit;
    if (other.unit == LengthUnit::pixel) {
        other.value = std::max(1.0, std::round(pixels));
    } else {
        other.value = QString::number(pixels / Length{1, other.unit}.pixels(pitchUm_), 'g', 12).toDouble();
    }
    made_ = sides;
    return sides;
}

}  // namespace burin::ui
