// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_plan.hpp"
#include "ui/export/dialog/notice_list.hpp"
#include "ui/model/workbench.hpp"

#include <QFrame>

class QCheckBox;
class QGridLayout;
class QLabel;

namespace burin::ui {

class PreflightRun;

/// Shows what an export will cost and the warnings about it. If the target already exists, asks whether to
/// start again.
class ExportOutlook : public QFrame {
    Q_OBJECT

  public:
    /// Values besides the plan that decide the figures.
    struct Circumstances {
        bool toMachine = false;     ///< the target is a machine
        double bytesPerSecond = 0;  ///< the machine's rate; 0 if unknown
        bool compressed = false;
    };

    ExportOutlook(Workbench workbench, const PreflightRun& preflight, QWidget* parent = nullptr);

    /// \param plan  nullptr if nothing is known yet
    void showPlan(const ExportPlan* plan, const Circumstances& circumstances);
    void setNotices(const QList<Notice>& notices) { notices_->setNotices(notices); }

    /// Whether to discard the existing output at the target.
    [[nodiscard]] bool startsAgain() const;
    void setStartsAgain(bool again);
    /// Clears that choice.
    void keepWhatIsThere();

    /// The figures that are shown.
    [[nodiscard]] QString sizeText() const;
    [[nodiscard]] QString timeText() const;
    /// What setStartsAgain() chooses, in words; empty if there is nothing to choose.
    [[nodiscard]] QString againText() const;
    /// The lower end of the last of these rows, as a y in `ancestor`.
    [[nodiscard]] int neededDownTo(const QWidget* ancestor) const;

  signals:
    void startsAgainChanged();
    /// Figures or words have changed.
    void shown();
    void preflightWanted();

  private:
    void makeFigures(const Workbench& workbench, QGridLayout& grid);
    [[nodiscard]] QString bitsText(const ExportPlan& plan) const;
    [[nodiscard]] QString timeText(const ExportPlan& plan, double bytesPerSecond) const;
    void offerToStartAgain(const ExportPlan* plan, bool toMachine);

    QLabel* bits_ = nullptr;
    QLabel* bytes_;
    QLabel* freeName_;
    QLabel* free_;
    QLabel* time_;
    QLabel* runsOn_ = nullptr;
    QLabel* memory_;
    NoticeList* notices_;
    QCheckBox* again_;
};

}  // namespace burin::ui
