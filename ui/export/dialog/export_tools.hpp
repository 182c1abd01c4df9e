// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "ui/export/dialog/export_form.hpp"
#include "ui/export/queue/export_queue.hpp"
#include "ui/export/queue/stop_question.hpp"
#include "ui/model/session.hpp"
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

/// All of a window's exporting: its dialogs, its panel, its place in the status bar, and the actions.
class ExportTools : public QObject {
    Q_OBJECT

  public:
    /// \param window  owns the dialogs
    ExportTools(Session session, ExportQueue& queue, QWidget* window);

    /// export.open, export.preflight, export.queue, export.pause, export.machines
    [[nodiscard]] QList<QAction*> actions() const {
        return {open_, preflightAction_, queueAction_, pause_, machinesAction_};
    }
    /// To be placed by the window.
    [[nodiscard]] ExportQueuePanel& panel() { return *panel_; }
    [[nodiscard]] ExportStatus& status() { return *status_; }
    [[nodiscard]] ExportDialog& dialog() { return *dialog_; }
    [[nodiscard]] PreflightDialog& preflight() { return *preflight_; }
    [[nodiscard]] MachineBook& book() { return *book_; }
    [[nodiscard]] MachinesDialog& machines() { return *machines_; }
    /// Says which part of the surface the viewport shows.
    void setView(ExportForm::View view);
    /// For a window that is about to close: asks if something is exported.
    [[nodiscard]] Quit askToQuit();

  signals:
    /// The window is to bring the panel to the front.
    void panelWanted();
    /// The viewport is to show that sample of the surface.
    void placeWanted(burin::Point place);
    /// A machine engraves what the document shows, and is there now.
    void workMoved(const burin::ui::WorkLines& lines);

  private:
    QAction* action(const char* id, const QString& text, const char* keys, const char* icon);
    void dress();
    void updatePause();
    void tellWork();
    [[nodiscard]] WorkLines work() const;

    Session session_;
    ExportQueue& queue_;
    QWidget* window_;
    PreflightRun* run_;
    PreflightDialog* preflight_;
    MachineBook* book_;
    ExportDialog* dialog_;
    MachinesDialog* machines_;
    ExportQueuePanel* panel_;
    ExportStatus* status_;
    QAction* open_;
    QAction* preflightAction_;
    QAction* queueAction_;
    QAction* pause_;
    QAction* machinesAction_;
};

}  // namespace burin::ui
