// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/comparing/height_grid.hpp"

#include <QImage>
#include <QPoint>
#include <QWidget>

#include <memory>
#include <optional>

namespace burin::ui {

class Theme;

/// A picture of height differences. Blue is too low, brown too high, hatched not measured. It has a scale
/// below and shows the difference at the pointer.
class DifferenceView : public QWidget {
    Q_OBJECT

  public:
    explicit DifferenceView(const Theme& theme, QWidget* parent = nullptr);

    /// \param differences  in um; null: none  \param rangeUm  the scale goes from -rangeUm to rangeUm
    void setDifferences(const std::shared_ptr<const HeightGrid>& differences, double rangeUm);
    [[nodiscard]] double rangeUm() const { return rangeUm_; }
    /// The colours, of at most 1024 px a side. Samples that were not measured are transparent.
    [[nodiscard]] const QImage& picture() const { return picture_; }
    /// The sample at a place of the widget; nothing outside of the picture.
    [[nodiscard]] std::optional<QPoint> sampleAt(QPointF on) const;

    [[nodiscard]] QSize sizeHint() const override { return {600, 560}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {280, 240}; }

  signals:
    /// The user double clicked a sample.
    void picked(QPoint sample);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    [[nodiscard]] QRectF place() const;
    void paintScale(QPainter& painter) const;
    [[nodiscard]] int footHeight() const;
    [[nodiscard]] QString pointedText() const;
    [[nodiscard]] static QString sampleText(QPoint sample, float um);

    const Theme& theme_;
    std::shared_ptr<const HeightGrid> differences_;
    double rangeUm_ = 1;
    QImage picture_;
    std::optional<QPoint> pointed_;
};

/// The first of 1, 2, 5, 10, ... um and their tenths that reaches `um`, at least 1 nm.
[[nodiscard]] double scaleReaching(double um);

/// A picture in the colours of differences. Each pixel is the mean of the samples that it shows.
[[nodiscard]] QImage pictureOf(const HeightGrid& differences, double rangeUm, int longest);

}  // namespace burin::ui
