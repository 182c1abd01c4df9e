// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/export/dialog/export_form.hpp"
#include "ui/export/queue/export_queue.hpp"
#include "ui/export/queue/stop_question.hpp"
#include "ui/model/workbench.hpp"
#include "ui/viewport/work_lines.hpp"

#include <QAction>
#include <QList>
#include <QObject>

namespace burin::ui {

class ExportDialog;
class ExportQueuePanel;
class ExportStatus;
class MachineBook;
class MachinesDialog;
class PreflightDialog;
class PreflightRun;

/// Everything about exporting in one window: dialogs, panel, status bar item and actions. The dialogs with
/// many fields are only made when they are first opened, so that the window appears sooner.
class ExportTools : public QObject {
    Q_OBJECT

  public:
    /// \param window  owns the dialogs
    ExportTools(Workbench workbench, ExportQueue& queue, QWidget* window);

    /// The actions export.open, export.preflight, export.queue, export.pause and export.machines.
    [[nodiscard]] QList<QAction*> actions() const {
        return {open_, preflightAction_, queueAction_, pause_, machinesAction_};
    }
    /// The window decides on the place of the panel.
    [[nodiscard]] ExportQueuePanel& panel() { return *panel_; }
    [[nodiscard]] ExportStatus& status() { return *status_; }
    [[nodiscard]] ExportDialog& dialog();
    [[nodiscard]] PreflightDialog& preflight() { return *preflight_; }
    [[nodiscard]] MachineBook& book() { return *book_; }
    [[nodiscard]] MachinesDialog& machines();
    /// Sets how to ask for the region that the viewport shows.
    void setView(ExportForm::View view);
    /// To be called before the window closes: asks the user if an export is running.
    [[nodiscard]] Quit askToQuit();

  signals:
    /// The window should bring the panel to the front.
    void panelWanted();
    /// The viewport should show this sample of the surface.
    void placeWanted(burin::Point place);
    /// The user wants the surface to close round its roller.
    void closingWanted();
    /// Emitted when the machine that engraves this document has made progress.
    void workMoved(const burin::ui::WorkLines& lines);

  private:
    QAction* action(const char* id, const QString& text, const char* keys, const char* icon);
    void showJob(ExportJob* job);
    void dress();
    void updatePause();
    void tellWork();
    [[nodiscard]] WorkLines work() const;

    Workbench workbench_;
    ExportQueue& queue_;
    QWidget* window_;
    PreflightRun* run_;
    PreflightDialog* preflight_;
    MachineBook* book_;
    ExportForm::View view_;
    ExportDialog* dialog_ = nullptr;
    MachinesDialog* machines_ = nullptr;
    ExportQueuePanel* panel_;
    ExportStatus* status_;
    QAction* open_;
    QAction* preflightAction_;
    QAction* queueAction_;
    QAction* pause_;
    QAction* machinesAction_;
};

}  // namespace burin::ui
