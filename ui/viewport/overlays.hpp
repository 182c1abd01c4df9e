// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/preview_jobs.hpp"
#include "ui/model/view_look.hpp"
#include "ui/viewport/viewpoint.hpp"
#include "ui/viewport/work_lines.hpp"

#include <QImage>
#include <QLineF>
#include <QPainter>

#include <optional>

namespace burin::ui {

class Theme;

/// What lies over the surface, the same in both themes: boxes with text, scales, and what is measured.
///
/// Logical pixels of the viewport.
class Overlays {
  public:
    Overlays(QPainter& painter, const Theme& theme, QSizeF screen, const Viewpoint& view);

    /// \param surface  in samples  \param small  a picture of all of it; null: plain
    void minimap(const QRectF& surface, const QImage& small, const QString& size);
    void levelBadge(bool approximate, int level, double pixelUm);
    void scaleBar(double pixelUm);
    /// \param fullDepthUm  0: values instead of depths
    void colorScale(const LookValues& look, double fullDepthUm);
    void crosshair(const Probe& probe, double fullDepthUm);
    /// What is measured along a line, where one sees the line. \param whole  dx and dy too, and ticks
    void segment(const QLineF& line, double pixelUm, bool whole);
    void tileGrid(int level, const std::optional<QRectF>& surface);
    void fieldOutline(QSizeF samples);
    void workLines(const WorkLines& lines);
    void surfaceOutline(const QRectF& surface);
    /// In the middle, in a box: what there is to say instead of a picture, or about it.
    void message(const QString& text, bool error);

    /// Where the minimap lies, for clicks on it; null: there is none.
    [[nodiscard]] static QRectF minimapPlace(const QRectF& surface);

  private:
    void box(const QRectF& place);
    void text(const QRectF& place, const QString& text, const QFont& font, Qt::Alignment align);
    void rulerTicks(const QLineF& all, const QLineF& drawn, double pixelUm);
    void workLine(const QLineF& line, const QPen& pen);
    /// A box of one line around or beside `at`.
    void label(QPointF centre, const QString& text);

    QPainter& painter_;
    const Theme& theme_;
    QSizeF screen_;
    Viewpoint view_;
};

}  // namespace burin::ui
