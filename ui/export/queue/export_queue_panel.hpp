// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_queue.hpp"
#include "ui/model/workbench.hpp"

#include <QWidget>

namespace burin::ui {

class QueueList;

class ExportQueuePanel : public QWidget {
    Q_OBJECT

  public:
    ExportQueuePanel(Workbench workbench, ExportQueue& queue, QWidget* parent = nullptr);

  signals:
    /// The dialog should show the job.
    void opened(burin::ui::ExportJob* job);
    /// The dialog of the batch that runs or is offered should be shown.
    void batchOpened();
    void stopWanted(burin::ui::ExportJob* job);
    void resumeWanted(burin::ui::ExportJob* job);
    /// Carries the number of jobs that are not done.
    void countChanged(int jobs);

  private:
    ExportQueue& queue_;
    QueueList* list_;
};

}  // namespace burin::ui
