// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/view_appearance.hpp"

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
    /// The map with that name, or Gray if there is none.
    [[nodiscard]] static ColorMap named(const QString& name, bool reversed = false);
    /// For differences from -1 to 1: low is blue, high is brown.
    [[nodiscard]] static ColorMap difference();
    /// The map of a look.
    [[nodiscard]] static ColorMap of(const AppearanceValues& appearance);

    [[nodiscard]] QRgb operator[](int step) const { return colors_[static_cast<std::size_t>(step)]; }
    /// \param value  clamped to [0, 1]
    [[nodiscard]] QColor at(double value) const;
    /// The map from left to right, one row of 256 pixels.
    [[nodiscard]] QImage row() const;

    /// The colours of values below and above the range, if these are to be marked.
    static constexpr QRgb tooLow = 0xFF3B6FD6;
    static constexpr QRgb tooHigh = 0xFFD63BA0;

  private:
    std::array<QRgb, 256> colors_{};
};

/// A colour for an id, a value from 0 to 1 in steps of 2^-24: a hash of it; 0 is black.
[[nodiscard]] QRgb idColor(float value);

/// Maps values from 0 (black) to 1 (white) to gray, as bright as the look shows them.
[[nodiscard]] QImage inBrightnessOf(const AppearanceValues& appearance, const QImage& values);
/// The picture in the colours of the look.
[[nodiscard]] QImage inColorsOf(const AppearanceValues& appearance, const QImage& values);

}  // namespace burin::ui
