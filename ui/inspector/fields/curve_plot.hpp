// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/fields/expression_text.hpp"

#include <QRectF>
#include <QString>
#include <QWidget>

#include <vector>

namespace burin::ui {

class Theme;

/// A range of an axis.
struct PlotRange {
    double low = 0;
    double high = 1;
    friend bool operator==(const PlotRange&, const PlotRange&) = default;
};

/// Limits for a curve's points.
struct PlotLimits {
    double low = -1e300;
    double high = 1e300;
    int fewest = 2;
    int most = 0;  ///< 0: any number
};

/// A number below the x axis, with the unit if it is the last one.
struct AxisLabel {
    QString text;
    QRectF place;
};

/// Draws a curve and lets its points be moved by mouse and keys; x always increases.
class CurvePlot : public QWidget {
    Q_OBJECT

  public:
    CurvePlot(const Theme& theme, QWidget* parent = nullptr);

    void setLimits(const PlotLimits& limits) { limits_ = limits; }
    /// \param unit  shown after the last number of the x axis
    void setAxes(const PlotRange& x, const PlotRange& y, const QString& unit);
    /// \param curve  drawn as a line  \param points  the handles on it
    void setCurve(std::vector<CurvePoint> curve, std::vector<CurvePoint> points);
    [[nodiscard]] const std::vector<CurvePoint>& points() const { return points_; }
    [[nodiscard]] const PlotRange& xAxis() const { return x_; }
    [[nodiscard]] const PlotRange& yAxis() const { return y_; }
    [[nodiscard]] bool dragging() const { return dragging_; }
    [[nodiscard]] int active() const { return active_; }
    void setActive(int index);
    [[nodiscard]] QPointF toWidget(const CurvePoint& point) const;
    [[nodiscard]] CurvePoint fromWidget(QPointF place) const;
    /// The numbers below the x axis, from the last one to the first. Numbers that do not fit are left out.
    [[nodiscard]] std::vector<AxisLabel> labels() const;
    /// Adds a point after the active one, halfway to the next.
    void addPoint();
    void removePoint();

    [[nodiscard]] QSize sizeHint() const override { return {312, 168}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 168}; }

  signals:
    /// A drag or a key press begins a movement. All changes until the next grabbed() belong to it.
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
    void measure();
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
    double left_ = 0;  ///< from the left edge to the y axis
    std::vector<CurvePoint> curve_;
    std::vector<CurvePoint> points_;
    int active_ = -1;
    bool dragging_ = false;
    QPointF pressedAt_;
    CurvePoint before_;  ///< the dragged point before the drag
};

/// About `count` round numbers inside `range` to label an axis. Pure.
[[nodiscard]] std::vector<double> axisTicks(const PlotRange& range, int count);

}  // namespace burin::ui
