// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/inspector/spot_meter.hpp"
#include "ui/model/workbench.hpp"

#include <QWidget>

class QLabel;
class QPushButton;

namespace burin::ui {

/// How the surface that the spot engraves differs from the designed one: the root mean square, the worst
/// place, and the command that puts a compensation before the surface.
class PredictedNote : public QWidget {
    Q_OBJECT

  public:
    explicit PredictedNote(const Theme& theme, QWidget* parent = nullptr);

    /// \param running  whether the fact is that of an earlier state
    void showFact(const SpotFact& fact, bool running);

  signals:
    /// The user wants to see a place of the surface.
    void placeWanted(burin::Point place);
    void compensationWanted();

  private:
    QLabel* rms_;
    QLabel* share_;
    QLabel* worst_;
    QPushButton* go_;
    QLabel* words_;
    Point place_;
};

}  // namespace burin::ui
