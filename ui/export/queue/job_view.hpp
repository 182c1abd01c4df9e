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

/// One export: how far it is, how fast, and what can be done about it.
class JobView : public QWidget {
    Q_OBJECT

  public:
    explicit JobView(const Theme& theme, QWidget* parent = nullptr);

    /// \param job  nullptr: nothing
    void setJob(ExportJob* job);
    [[nodiscard]] ExportJob* job() const { return job_; }

  signals:
    /// To be asked about before.
    void stopWanted(burin::ui::ExportJob* job);
    void resumeWanted(burin::ui::ExportJob* job);
    void removeWanted(burin::ui::ExportJob* job);

  private:
    QWidget* makeHead();
    QWidget* makeFigures();
    QWidget* makeFacts();
    void refresh();
    void showHead();
    void showButtons();
    void showMessage();
    void showStream();
    void showAlert();
    void showCards();
    void showLines();
    void showFacts();
    void showMachineFacts();

    const Theme& theme_;
    QPointer<ExportJob> job_;
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
    QLabel* sent_;  ///< what has gone to a machine, and how well
    QLabel* facts_;
};

}  // namespace burin::ui
