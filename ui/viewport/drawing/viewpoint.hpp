// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace burin::ui {

/// The centre and scale of a view. Surface positions are in samples, as doubles: sample (0, 0) covers 0 to 1.
/// Screen positions are logical pixels of the viewport.
struct Viewpoint {
    static constexpr double nearest = 64;  ///< pixels per sample

    QPointF centre;
    double scale = 1;  ///< logical pixels per sample

    [[nodiscard]] QPointF toScreen(QPointF surface, QSizeF screen) const {
        return (surface - centre) * scale + QPointF(screen.width() / 2, screen.height() / 2);
    }
    [[nodiscard]] QPointF toSurface(QPointF on, QSizeF screen) const {
        return (on - QPointF(screen.width() / 2, screen.height() / 2)) / scale + centre;
    }
    [[nodiscard]] QRectF visible(QSizeF screen) const {
        const QSizeF size = screen / scale;
        return {centre.x() - size.width() / 2, centre.y() - size.height() / 2, size.width(), size.height()};
    }
    /// The view magnified by `factor`. The place under `fixed` does not move. The scale is limited to
    /// `least` and `nearest`; at the limit nothing moves.
    [[nodiscard]] Viewpoint zoomed(double factor, QPointF fixed, QSizeF screen, double least = 0) const;
    [[nodiscard]] Viewpoint panned(QPointF byPixels) const { return {centre - byPixels / scale, scale}; }
    /// The view as it is drawn. If each block of its level covers a whole number of device pixels, the blocks
    /// begin at whole pixels: the view moves by at most half a pixel, and no pixel's middle lies on the
    /// border of two blocks. Otherwise the same view. \param pixels  the size of the screen in device pixels
    /// \param ratio  device pixels per logical pixel
    [[nodiscard]] Viewpoint onWholePixels(QSizeF pixels, double ratio) const;
    /// Shows all of `area` with a small margin.
    [[nodiscard]] static Viewpoint fitting(const QRectF& area, QSizeF screen);
    /// The coarsest level whose blocks are at most one device pixel wide: 0 from 100 % on.
    [[nodiscard]] static int level(double devicePixelsASample);

    friend bool operator==(const Viewpoint&, const Viewpoint&) = default;
};

/// The measurements of a line on the surface.
struct Measurement {
    double dxUm = 0;
    double dyUm = 0;  ///< positive downwards, like y on the surface
    double lengthUm = 0;
    double degrees = 0;  ///< the angle from the x axis, counter-clockwise, in (-180, 180]

    /// \param from,to  in samples
    [[nodiscard]] static Measurement between(QPointF from, QPointF to, double pixelUm);
};

/// The part of a line inside `area`, in the same direction; nothing if it is outside.
[[nodiscard]] std::optional<QLineF> partInside(const QLineF& line, const QRectF& area);

/// The largest of 1, 2, 5, 10, 20, ... that is at most `most`. \pre most > 0
[[nodiscard]] double roundLength(double most);

/// Multiples of 1, 2 or 5 times a power of ten in [low, high], with at most `most` steps between them.
[[nodiscard]] std::vector<double> roundTicks(double low, double high, int most);

/// The smallest rectangle of samples that contains `area`.
[[nodiscard]] Rect samplesCovering(const QRectF& area);

}  // namespace burin::ui
