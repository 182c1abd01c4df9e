// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/expression_text.hpp"

#include <QWidget>

#include <vector>

namespace burin::ui {

class Theme;

/// A span of an axis.
struct PlotRange {
    double low = 0;
    double high = 1;
    friend bool operator==(const PlotRange&, const PlotRange&) = default;
};

/// What a curve's points may be.
struct PlotLimits {
    double low = -1e300;
    double high = 1e300;
    int fewest = 2;
    int most = 0;  ///< 0: any number
};

/// Draws a curve and moves its points, x increasing, with the mouse and the keys.
class CurvePlot : public QWidget {
    Q_OBJECT

  public:
    CurvePlot(const Theme& theme, QWidget* parent = nullptr);

    void setLimits(const PlotLimits& limits) { limits_ = limits; }
    /// \param unit  stands behind the last number of the x axis
    void setAxes(const PlotRange& x, const PlotRange& y, const QString& unit);
    /// \param curve  what is drawn as a line  \param points  the handles on it
    void setCurve(std::vector<CurvePoint> curve, std::vector<CurvePoint> points);
    [[nodiscard]] const std::vector<CurvePoint>& points() const { return points_; }
    [[nodiscard]] const PlotRange& xAxis() const { return x_; }
    [[nodiscard]] const PlotRange& yAxis() const { return y_; }
    [[nodiscard]] bool dragging() const { return dragging_; }
    [[nodiscard]] int active() const { return active_; }
    void setActive(int index);
    [[nodiscard]] QPointF toWidget(const CurvePoint& point) const;
    [[nodiscard]] CurvePoint fromWidget(QPointF place) const;
    /// Puts a point behind the active one, in the middle.
    void addPoint();
    void removePoint();

    [[nodiscard]] QSize sizeHint() const override { return {312, 168}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 168}; }

  signals:
    /// A movement begins, a drag or a press of a key: all until the next one belongs together.
    void grabbed();
    /// A drag has ended.
    void released();
    void edited(const std::vector<burin::ui::CurvePoint>& points);
    void activeChanged(int index);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    [[nodiscard]] QRectF ground() const;
    [[nodiscard]] int pointAt(QPointF place) const;
    [[nodiscard]] CurvePoint step() const;
    void moveTo(CurvePoint place);
    void insert(CurvePoint point);
    void paintAxes(QPainter& painter) const;
    void paintCurve(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;

    const Theme& theme_;
    PlotLimits limits_;
    PlotRange x_;
    PlotRange y_;
    QString unit_;
    std::vector<CurvePoint> curve_;
    std::vector<CurvePoint> points_;
    int active_ = -1;
    bool dragging_ = false;
    QPointF pressedAt_;
    CurvePoint before_;  ///< the point that is dragged, as it was
};

/// The numbers to write on an axis: about `count` round ones inside of `range`. Pure.
[[nodiscard]] std::vector<double> axisTicks(const PlotRange& range, int count);

}  // namespace burin::ui
