// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"

#include <QWidget>

class QPainter;

namespace burin::ui {

/// The histogram above the colours of its values. The ends of the range can be dragged.
class HistogramPlot : public QWidget {
    Q_OBJECT

  public:
    explicit HistogramPlot(Workbench workbench, QWidget* parent = nullptr);

    /// The position of a value, in pixels from the left.
    [[nodiscard]] double xOf(double value) const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

  private:
    enum class End { none, low, high };
    [[nodiscard]] End endAt(double x) const;
    [[nodiscard]] QRectF plot() const;
    void paintBars(QPainter& painter) const;
    void paintStrip(QPainter& painter) const;

    Workbench workbench_;
    End dragged_ = End::none;
};

}  // namespace burin::ui
