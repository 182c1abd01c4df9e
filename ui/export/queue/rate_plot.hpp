// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/rate_history.hpp"

#include <QWidget>

class QCustomPlot;

namespace burin::ui {

class Theme;

/// Plots an export's speed during the last half hour, or since its start if that is shorter.
class RatePlot : public QWidget {
    Q_OBJECT

  public:
    explicit RatePlot(const Theme& theme, QWidget* parent = nullptr);

    void setRates(const RateHistory& rates);
    /// How far back the plot reaches.
    [[nodiscard]] int minutes() const { return minutes_; }

  private:
    void restyle();
    void setMinutes(int minutes);

    const Theme& theme_;
    QCustomPlot* plot_;
    int minutes_ = 0;
};

}  // namespace burin::ui
