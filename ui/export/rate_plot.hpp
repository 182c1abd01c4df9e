// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/rate_history.hpp"

#include <QWidget>

class QCustomPlot;

namespace burin::ui {

class Theme;

/// How fast an export was during the last half hour.
class RatePlot : public QWidget {
    Q_OBJECT

  public:
    explicit RatePlot(const Theme& theme, QWidget* parent = nullptr);

    void setRates(const RateHistory& rates);

  private:
    void restyle();

    const Theme& theme_;
    QCustomPlot* plot_;
};

}  // namespace burin::ui
