// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace burin::ui {

class Theme;

/// A cut through the middle of a round spot: how strong it is over the distance from its middle.
class SpotPlot : public QWidget {
    Q_OBJECT

  public:
    explicit SpotPlot(const Theme& theme, QWidget* parent = nullptr);

    /// \param flat  even inside the diameter, instead of a gaussian with the diameter at 1/e^2
    void setSpot(double diameterUm, bool flat);

    /// The strength at a distance in um from the middle; 1 is the strongest.
    [[nodiscard]] double strengthAt(double um) const;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const Theme& theme_;
    double diameterUm_ = 0;
    bool flat_ = false;
};

}  // namespace burin::ui
