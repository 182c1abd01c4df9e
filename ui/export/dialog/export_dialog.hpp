// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_form.hpp"
#include "ui/export/queue/export_queue.hpp"

#include <QDialog>

class QLabel;
class QPushButton;
class QScrollArea;

namespace burin::ui {

class CutLabel;
class ExportSummary;
class JobView;
class PreflightRun;
class QueueList;

/// Starts exports and shows their progress. Not modal: closing it does not affect a running export.
class ExportDialog : public QDialog {
    Q_OBJECT

  public:
    ExportDialog(Workbench workbench, ExportQueue& queue, MachineBook& book, PreflightRun& preflight,
                 QWidget* parent = nullptr);

    [[nodiscard]] ExportForm& form() { return *form_; }
    /// Shows the form for the next export.
    void showForm();
    /// \param job  must be in the queue
    void showJob(ExportJob* job);
    /// Shows the running export, or the form if there is none.
    void open() override;

    /// Asks whether to stop a job, and stops it if the user agrees.
    void askToStop(ExportJob* job);
    /// Resumes a job, or says what prevents it.
    void resume(ExportJob* job);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void showPage(bool form);
    [[nodiscard]] bool showsForm() const;
    QWidget* makeQueue();
    QWidget* makeFoot();
    void dress();
    void start();
    void startIfReady();
    void forgetEnter();
    [[nodiscard]] QString footWords() const;
    void updateFoot();
    void fitSummary();
    void focusNext();
    void jobEnded(const QWidget* focus);
    void copyReport();

    const Workbench workbench_;
    ExportQueue& queue_;
    ExportForm* form_;
    JobView* view_;
    QueueList* list_;
    QPushButton* add_;
    QLabel* info_;
    CutLabel* words_;
    QPushButton* copy_;
    QPushButton* start_;
    QPushButton* close_;
    QScrollArea* scroll_;
    ExportSummary* summary_;
    bool proposed_ = false;    ///< Enter has accepted a name that was only proposed
    bool startsSoon_ = false;  ///< Enter came before it was known whether the export can start
};

}  // namespace burin::ui
