// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/shown_cost.hpp"

#include <QWidget>

class QLabel;

namespace burin::ui {

class Theme;

/// The cost of the node, in one row at the foot of its settings. Hidden at first.
class CostLine : public QWidget {
    Q_OBJECT

  public:
    explicit CostLine(const Theme& theme, QWidget* parent = nullptr);

    void showCost(const ShownCost& cost);

  private:
    QLabel* figures_;
};

}  // namespace burin::ui
