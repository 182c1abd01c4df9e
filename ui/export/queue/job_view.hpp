// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_job.hpp"

#include <QPointer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace burin::ui {

class AlertStrip;
class BufferBar;
class Card;
class RatePlot;
class StageSteps;
class StateChip;
class SurfaceMap;
class Theme;

/// One export: its progress, its speed, and the actions for it.
class JobView : public QWidget {
    Q_OBJECT

  public:
    explicit JobView(const Theme& theme, QWidget* parent = nullptr);

    /// \param job  nullptr shows nothing
    void setJob(ExportJob* job);
    [[nodiscard]] ExportJob* job() const { return job_; }
    /// The button for the usual next step after a job is done, or nullptr.
    [[nodiscard]] QWidget* next() const;

  signals:
    /// The user pressed Stop and should be asked to confirm.
    void stopWanted(burin::ui::ExportJob* job);
    void resumeWanted(burin::ui::ExportJob* job);
    void removeWanted(burin::ui::ExportJob* job);
    /// The job has just ended, and some buttons have disappeared. \param focus  the widget that had the
    /// keyboard focus until then
    void ended(const QWidget* focus);

  private:
    QWidget* makeHead();
    QWidget* makeFigures();
    QWidget* makeFacts();
    void refresh();
    void showHead();
    void showButtons();
    void showRates();
    void showMessage();
    [[nodiscard]] QString keptWords() const;
    void showTransfer();
    void showAlert();
    void showCards();
    void showLines();
    void showFacts();
    void showMachineFacts();

    const Theme& theme_;
    QPointer<ExportJob> job_;
    bool running_ = false;  ///< whether the job was running when it was shown last
    AlertStrip* alert_;
    StateChip* chip_;
    QLabel* percent_;
    QLabel* left_;
    QLabel* until_;
    QPushButton* stop_;
    QPushButton* pause_;
    QPushButton* resume_;
    QPushButton* remove_;
    QPushButton* show_;
    StageSteps* steps_;
    QProgressBar* bar_;
    QLabel* message_;
    SurfaceMap* map_;
    Card* rate_;
    Card* elapsed_;
    Card* written_;
    Card* pixels_;
    BufferBar* buffer_;
    QLabel* span_;
    QLabel* legend_;
    RatePlot* plot_;
    QLabel* sent_;  ///< what was sent to a machine, and how reliably
    QLabel* facts_;
};

}  // namespace burin::ui
