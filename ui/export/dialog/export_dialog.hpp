// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_form.hpp"
#include "ui/export/queue/export_queue.hpp"

#include <QDialog>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace burin::ui {

class JobView;
class PreflightRun;
class QueueList;

/// Orders exports and shows how they go. Not modal: closing it changes nothing.
class ExportDialog : public QDialog {
    Q_OBJECT

  public:
    ExportDialog(Session session, ExportQueue& queue, MachineBook& book, PreflightRun& preflight,
                 QWidget* parent = nullptr);

    [[nodiscard]] ExportForm& form() { return *form_; }
    /// Shows what the next export is to be.
    void showForm();
    /// \param job  of the queue
    void showJob(ExportJob* job);
    /// The form, or where something is exported, that.
    void open() override;

    /// Asks whether a job shall stop, and stops it.
    void askToStop(ExportJob* job);
    /// Lets a job go on, or says what is in its way.
    void resume(ExportJob* job);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    QWidget* makeQueue();
    QWidget* makeFoot();
    void dress();
    void start();
    void updateFoot();
    void copyReport();

    const Session session_;
    ExportQueue& queue_;
    QStackedWidget* pages_;
    ExportForm* form_;
    JobView* view_;
    QueueList* list_;
    QPushButton* add_;
    QLabel* info_;
    QPushButton* copy_;
    QPushButton* start_;
    QPushButton* close_;
};

}  // namespace burin::ui
