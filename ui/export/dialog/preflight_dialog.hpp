// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/model/workbench.hpp"

#include <QDialog>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace burin {
struct Finding;
}

namespace burin::ui {

class IconLabel;
class PreflightRun;

/// Lists what the engine's preflight found that would spoil an engraving. Not modal.
class PreflightDialog : public QDialog {
    Q_OBJECT

  public:
    PreflightDialog(Workbench workbench, PreflightRun& run, QWidget* parent = nullptr);

    /// Shows the dialog, and starts a preflight unless this design has been checked already.
    void open() override;

  signals:
    /// The viewport should show this sample of the surface.
    void placeWanted(burin::Point place);
    /// The user wants the surface to close round its roller.
    void closingWanted();

  private:
    void look();
    void followRoller();
    void refresh();
    void showFindings();
    void addFinding(const Finding& finding);
    void showNode(const Finding& finding);

    const Workbench workbench_;
    PreflightRun& run_;
    IconLabel* icon_;
    QLabel* title_;
    QLabel* hint_;
    QProgressBar* bar_;
    QVBoxLayout* rows_;
    QLabel* unseen_;
    QCheckBox* roller_;
    QPushButton* again_;
    QPushButton* stop_;
    QPushButton* close_;
    const void* shown_ = nullptr;  ///< the report that is listed now
};

}  // namespace burin::ui
