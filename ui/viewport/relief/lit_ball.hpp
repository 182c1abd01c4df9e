// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewport/relief/relief_look.hpp"

#include <QImage>

#include <tuple>

namespace burin::ui {

/// A ball of the material in the light. It is shaded again only if one of the two has changed, not for every
/// frame.
class LitBall {
  public:
    /// \param radius  in pixels of the device
    [[nodiscard]] const QImage& image(const ReliefLook& look, double radius);
    /// The newest one; null before the first.
    [[nodiscard]] const QImage& image() const { return image_; }

  private:
    std::tuple<std::size_t, double, double, double> shown_;  ///< material, azimuth, elevation, radius
    QImage image_;
};

}  // namespace burin::ui
