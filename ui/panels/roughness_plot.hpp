// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/roughness_column.hpp"

#include <QRectF>
#include <QWidget>

#include <array>
#include <cstddef>
#include <vector>

class QPainter;

namespace burin::ui {

class Theme;

/// The histogram of heights with the bearing curve and its core line: heights in um over the share of the
/// surface that is higher. If there are two surfaces, the histogram and the core line are those of A.
class RoughnessPlot : public QWidget {
    Q_OBJECT

  public:
    explicit RoughnessPlot(const Theme& theme, QWidget* parent = nullptr);

    void setRoughness(const RoughnessColumns& columns);

    /// The height in um above which `percent` of the surface lie. \pre the curve is shown
    [[nodiscard]] double heightAt(double percent, std::size_t curve = 0) const;
    /// Whether there is a curve of the shown node or A, or of B.
    [[nodiscard]] bool shows(std::size_t curve) const { return !curves_[curve].heights.empty(); }
    /// The ends of the axis, in um.
    [[nodiscard]] double highest() const { return highest_; }
    [[nodiscard]] double lowest() const { return lowest_; }
    /// The rectangle of the curves.
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] std::vector<double> ticks() const;
    [[nodiscard]] QString caption() const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    void measure();
    [[nodiscard]] QPointF placeOf(double percent, double um) const;
    void paintAxes(QPainter& painter) const;
    void paintHistogram(QPainter& painter) const;
    void paintCurve(QPainter& painter, std::size_t curve) const;
    void takeHistogram(const MeasuredSurface& measured);
    void paintCore(QPainter& painter) const;

    const Theme& theme_;
    struct Bearing {
        std::vector<double> heights;  ///< heights in um, in equal steps from 0 to 100 %
        double highest = 0;
        double lowest = 0;
        bool outdated = false;
    };
    std::array<Bearing, 2> curves_;  ///< the curves of the shown node or A, and of B
    std::vector<double> shares_;     ///< shares of samples, in equal steps from the highest to the lowest
                                     ///< height
    double ratios_[2] = {0, 100};    ///< Smr1 and Smr2
    double highest_ = 0;             ///< the upper end of the axis, in um
    double lowest_ = -1;
    double left_ = 40;  ///< from the left edge to the plot
};

}  // namespace burin::ui
