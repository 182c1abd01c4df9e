// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"

#include <QAction>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QList>
#include <QWidget>

namespace burin::ui {

/// The histogram of the shown node, and the range of the colours, by hand or automatic.
class HistogramPanel : public QWidget {
    Q_OBJECT

  public:
    explicit HistogramPanel(Workbench workbench, QWidget* parent = nullptr);

    [[nodiscard]] QList<QAction*> actions() const { return {}; }

  private:
    QDoubleSpinBox* rangeField(const char* id);
    void setRange();
    void showAppearance();
    void showFigures();
    void showTheme();

    Workbench workbench_;
    QDoubleSpinBox* low_;
    QDoubleSpinBox* high_;
    QCheckBox* automatic_;
    QLabel* figures_;
    QLabel* state_;  ///< how certain the figures and the range are
};

}  // namespace burin::ui
