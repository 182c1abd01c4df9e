// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/relief/lit_ball.hpp"

#include "core/relief/relief_shading.hpp"

#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

QImage shadedBall(const ReliefLook& look, double radius) {
    const Vector3 light = burin::lightFrom(look.lightAzimuth, look.lightElevation);
    const int side = static_cast<int>(std::ceil(2 * radius));
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const double x = (column + 0.5) / radius - 1;
            const double y = 1 - (row + 0.5) / radius;
            const double inside = 1 - x * x - y * y;
            if (inside <= 0) continue;
            const LinearColor c =
                shade(reliefMaterials[look.material], {x, y, std::sqrt(inside)}, light, {0, 0, 1});
            const auto channel = [](double linear) {
                return static_cast<int>(std::lround(255 * displayed(linear)));
            };
            image.setPixel(column, row, qRgb(channel(c.red), channel(c.green), channel(c.blue)));
        }
    }
    return image;
}

}  // namespace

const QImage& LitBall::image(const ReliefLook& look, double radius) {
    const std::tuple shown(look.material, look.lightAzimuth, look.lightElevation, radius);
    if (shown != std::exchange(shown_, shown)) image_ = shadedBall(look, radius);
    return image_;
}

}  // namespace burin::ui
