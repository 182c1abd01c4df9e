// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_jobs.hpp"
#include "ui/model/workbench.hpp"

#include <QAction>
#include <QLabel>
#include <QList>
#include <QWidget>

#include <vector>

class QCustomPlot;
class QStackedLayout;

namespace burin::ui {

/// Distances along the line in µm, and depths in µm, or values if the design has no full depth.
struct LineCurve {
    std::vector<double> distancesUm;
    std::vector<double> heights;
};
[[nodiscard]] LineCurve curveOf(const LineSamples& line);

/// The table as text: a header line, then one line for each sample, with decimal points.
[[nodiscard]] QString csvOf(const LineSamples& line);

/// The surface along a line, with its roughness.
class LineProfilePanel : public QWidget {
    Q_OBJECT

  public:
    explicit LineProfilePanel(Workbench workbench, QWidget* parent = nullptr);

    [[nodiscard]] QList<QAction*> actions() const { return {csv_}; }
    /// Writes the table. \return empty, or why it failed
    [[nodiscard]] QString writeCsv(const QString& file) const;

  private:
    void saveCsv();
    void showLine();
    void showCurve(const LineSamples& line);
    void showTheme();
    void replot();

    Workbench workbench_;
    QStackedLayout* pages_;
    QLabel* words_;
    QWidget* page_;
    QCustomPlot* plot_;
    QLabel* figures_;
    QAction* csv_;
};

}  // namespace burin::ui
