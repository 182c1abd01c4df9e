// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/rate_history.hpp"

#include <QWidget>

class QCustomPlot;

namespace burin::ui {

class Theme;

/// How fast an export was of late: during the last half hour, or less of it while it is young.
class RatePlot : public QWidget {
    Q_OBJECT

  public:
    explicit RatePlot(const Theme& theme, QWidget* parent = nullptr);

    void setRates(const RateHistory& rates);
    /// How far back it reaches.
    [[nodiscard]] int minutes() const { return minutes_; }

  private:
    void restyle();
    void setMinutes(int minutes);

    const Theme& theme_;
    QCustomPlot* plot_;
    int minutes_ = 0;
};

}  // namespace burin::ui
