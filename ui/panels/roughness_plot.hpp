// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/roughness_job.hpp"

#include <QWidget>

#include <vector>

class QPainter;

namespace burin::ui {

class Theme;

/// The histogram of heights with the bearing curve and its core line: heights in um over the share that lies
/// higher.
class RoughnessPlot : public QWidget {
    Q_OBJECT

  public:
    explicit RoughnessPlot(const Theme& theme, QWidget* parent = nullptr);

    void setRoughness(const ViewRoughnessPtr& roughness, bool outdated);

    /// The height in um above which `percent` of the surface lie. \pre something is shown
    [[nodiscard]] double heightAt(double percent) const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QPointF placeOf(double percent, double um) const;
    void paintAxes(QPainter& painter) const;
    void paintHistogram(QPainter& painter) const;
    void paintCurve(QPainter& painter) const;
    void paintCore(QPainter& painter) const;

    const Theme& theme_;
    std::vector<double> heights_;  ///< of the bearing curve, in um, in equal steps from 0 to 100 %
    std::vector<double> shares_;   ///< of samples, in equal steps from the highest to the lowest height
    double ratios_[2] = {0, 100};  ///< Smr1 and Smr2
    double highest_ = 0;           ///< of the axis, in um
    double lowest_ = -1;
    bool outdated_ = false;
};

}  // namespace burin::ui
