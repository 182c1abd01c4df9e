// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/view_look.hpp"

#include <QColor>
#include <QImage>
#include <QString>
#include <QStringList>

#include <array>

namespace burin::ui {

/// Colours of values from 0 to 1, in 256 steps, sRGB.
class ColorMap {
  public:
    /// Gray, Copper, Cividis, Viridis, Magma.
    [[nodiscard]] static QStringList names();
    /// The map of that name; Gray where there is none.
    [[nodiscard]] static ColorMap named(const QString& name, bool reversed = false);
    /// The one that a look shows values in.
    [[nodiscard]] static ColorMap of(const LookValues& look);

    [[nodiscard]] QRgb operator[](int step) const { return colors_[static_cast<std::size_t>(step)]; }
    /// \param value  clamped to [0, 1]
    [[nodiscard]] QColor at(double value) const;
    /// The map from left to right, one row of 256 pixels.
    [[nodiscard]] QImage row() const;

    /// What a value below or above the range looks like where that is to be seen.
    static constexpr QRgb tooLow = 0xFF3B6FD6;
    static constexpr QRgb tooHigh = 0xFFD63BA0;

  private:
    std::array<QRgb, 256> colors_{};
};

/// Values from 0, black, to 1, white, as bright as the look shows them, without colours.
[[nodiscard]] QImage inBrightnessOf(const LookValues& look, const QImage& values);

}  // namespace burin::ui
