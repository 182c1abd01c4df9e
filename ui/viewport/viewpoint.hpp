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

/// Where one looks, and from how near. Positions on the surface are samples, as doubles: sample (0, 0)
/// reaches from 0 to 1. Positions on the screen are logical pixels of the viewport.
struct Viewpoint {
    static constexpr double nearest = 64;  ///< pixels a sample

    QPointF centre;
    double scale = 1;  ///< logical pixels a sample

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
    /// The same from `factor` times as near, with the place under `fixed` staying there; as near as `least`
    /// and `nearest` let it, so at the limit nothing moves.
    [[nodiscard]] Viewpoint zoomed(double factor, QPointF fixed, QSizeF screen, double least = 0) const;
    [[nodiscard]] Viewpoint panned(QPointF byPixels) const { return {centre - byPixels / scale, scale}; }
    /// All of `area`, with a little room around it.
    [[nodiscard]] static Viewpoint fitting(const QRectF& area, QSizeF screen);
    /// The coarsest level whose blocks are no wider than a device pixel: 0 from 100 % on.
    [[nodiscard]] static int level(double devicePixelsASample);

    friend bool operator==(const Viewpoint&, const Viewpoint&) = default;
};

/// What a line on the surface measures.
struct Measurement {
    double dxUm = 0;
    double dyUm = 0;  ///< positive downwards, as on the surface
    double lengthUm = 0;
    double degrees = 0;  ///< from the x axis, counter-clockwise, in (-180, 180]

    /// \param from,to  in samples
    [[nodiscard]] static Measurement between(QPointF from, QPointF to, double pixelUm);
};

/// The part of a line that lies in `area`, with the line's direction; nothing where none of it does.
[[nodiscard]] std::optional<QLineF> partInside(const QLineF& line, const QRectF& area);

/// The longest of 1, 2, 5, 10, 20, ... that is at most `most`. \pre most > 0
[[nodiscard]] double roundLength(double most);

/// Multiples of 1, 2 or 5 times a power of ten in [low, high], at most `most` steps between them.
[[nodiscard]] std::vector<double> roundTicks(double low, double high, int most);

/// The smallest rectangle of samples that holds `area`.
[[nodiscard]] Rect samplesCovering(const QRectF& area);

}  // namespace burin::ui
