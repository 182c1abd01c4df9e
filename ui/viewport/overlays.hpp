// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_jobs.hpp"
#include "ui/model/previews/preview_progress.hpp"
#include "ui/model/view_appearance.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/viewport/field_arrows.hpp"
#include "ui/viewport/lattice_handles.hpp"
#include "ui/viewport/work_lines.hpp"

#include <QImage>
#include <QLineF>
#include <QList>
#include <QPainter>
#include <QPolygonF>
#include <QStringList>

#include <optional>
#include <vector>

namespace burin::ui {

class Theme;

/// Draws over the surface, the same in both themes: text boxes, scales and measurements.
///
/// Coordinates are logical pixels of the viewport.
class Overlays {
  public:
    Overlays(QPainter& painter, const Theme& theme, QSizeF screen, const Viewpoint& view);

    /// Keeps a place free of labels, because something is drawn over it later.
    void keepFree(const QRectF& place) { kept_ << place; }

    /// \param surface  in samples  \param small  a picture of the whole surface; null: plain
    /// \param sketch  whether `small` is approximate
    void minimap(const QRectF& surface, const QImage& small, bool sketch, const QString& size);
    /// Says how good the picture is. Hidden if nothing is visible.
    /// \param facts  short texts beside the state; a narrow view leaves out the last ones
    /// \return its place; null if it is hidden
    QRectF levelBadge(PreviewProgress::State state, QStringList facts);
    void scaleBar(double pixelUm);
    /// \param fullDepthUm  0: show values instead of depths
    /// \param state  a word for a range that is not certain; empty: it is
    void colorScale(const AppearanceValues& appearance, double fullDepthUm, const QString& state);
    void crosshair(QPointF on, const Probe& probe, double fullDepthUm);
    /// A crosshair with these lines of text beside it, if there are any.
    void crosshair(QPointF on, const QStringList& lines);
    /// Labels a measured line at its visible part. \param whole  also show dx, dy and ticks
    void segment(const QLineF& line, double pixelUm, bool whole);
    /// Shows the vectors of a lattice as arrows, with handles at the ends that can be moved.
    /// \param dragged  0: u, 1: v
    void lattice(const LatticeVectors& lattice, std::optional<std::size_t> dragged, double pixelUm);
    /// Shows the measured rectangle, with handles, its size, and its Sa if that is known.
    void measuredArea(const QRectF& area, double pixelUm, const QString& sa);
    /// \param spacing  between two arrows, in pixels
    void field(const std::vector<FieldArrow>& arrows, double spacing);
    void tileGrid(int level, const std::optional<QRectF>& surface);
    void fieldOutline(QSizeF samples);
    void workLines(const WorkLines& lines);
    /// \param corners  of a measured part, in samples
    void partOutline(const QPolygonF& corners);
    void surfaceOutline(const QRectF& surface);
    /// Draws the line at which a surface meets itself round a roller, in samples. It is thin, because the
    /// samples beside it show whether the surface closes.
    void jointLine(const QLineF& line);
    /// Shows a ring around a node that is too small to be noticed, and the key that fits it.
    void smallNode(const QRectF& area, const QString& name);
    /// Shows a message in a box in the middle, with or without a picture below. If a crosshair or its lines
    /// are there, the message stands beside them.
    void message(const QString& text, bool error);

    /// The rectangle of the minimap, for clicks; null if it is hidden.
    [[nodiscard]] static QRectF minimapPlace(const QRectF& surface, QSizeF screen);
    /// The box around the minimap and the size below it; null if it is hidden.
    [[nodiscard]] QRectF minimapBox(const QRectF& surface, const QString& size) const;
    /// The box of the longest scale bar; that of a shorter one is narrower.
    [[nodiscard]] static QRectF scaleBarBox(QSizeF screen);

  protected:
    /// The screen with a margin: Qt would dash millions of pixels outside of it.
    [[nodiscard]] QRectF nearScreen() const;
    void box(const QRectF& place);
    void text(const QRectF& place, const QString& text, const QFont& font, Qt::Alignment align);
    /// A one-line box centred at `centre`, or beside the places that are kept free.
    void label(QPointF centre, const QString& text);

    QPainter& painter_;
    const Theme& theme_;
    QSizeF screen_;
    Viewpoint view_;

  private:
    [[nodiscard]] QRectF besideKept(QRectF place) const;
    void rulerTicks(const QLineF& all, const QLineF& drawn, double pixelUm);
    void workLine(const QLineF& line, const QPen& pen);
    void handle(QPointF on);

    /// The place nearest to `place` beside the crosshair and its lines.
    [[nodiscard]] QRectF besideReadout(const QRectF& place) const;

    QList<QRectF> kept_;
    QRectF readout_;  ///< the crosshair and its lines; null: none is drawn
};

}  // namespace burin::ui
