// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_job.hpp"

#include <QWidget>

#include <optional>

namespace burin::ui {

class Theme;

/// Shows the whole surface and the exported region, which can be drawn with the mouse.
class RegionMap : public QWidget {
    Q_OBJECT

  public:
    explicit RegionMap(const Theme& theme, QWidget* parent = nullptr);

    /// \param awaited  whether a picture is still to come if there is none
    void setSurface(Size surface, double pixelUm, const SurfacePicture& picture, bool awaited = false);
    /// Nothing means that the typed region is not valid.
    void setRegion(const std::optional<Rect>& region);

    /// The rectangle that shows the surface.
    [[nodiscard]] QRectF drawing() const;
    /// The text that the map shows instead of a picture. Empty if it has a picture, or if it gets none.
    [[nodiscard]] QString words() const;

  signals:
    /// The user drew a region.
    void drawn(burin::Rect region);
    /// The surface may be shown in another size.
    void resized();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

  private:
    void paintRegion(QPainter& painter, const QRectF& r) const;
    void paintWords(QPainter& painter, const QRectF& r) const;
    [[nodiscard]] Rect between(QPointF a, QPointF b) const;

    const Theme& theme_;
    Size surface_;
    double pixelUm_ = 1;
    SurfacePicture picture_;
    bool awaited_ = false;
    std::optional<Rect> region_;
    std::optional<QPointF> pressed_;
};

}  // namespace burin::ui
