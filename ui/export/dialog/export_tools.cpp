// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/export_tools.hpp"

#include "ui/export/dialog/export_dialog.hpp"
#include "ui/export/dialog/preflight_dialog.hpp"
#include "ui/export/dialog/preflight_run.hpp"
#include "ui/export/machines/machine_book.hpp"
#include "ui/export/machines/machines_dialog.hpp"
#include "ui/export/queue/export_queue_panel.hpp"
#include "ui/export/queue/export_status.hpp"
#include "ui/model/document/document.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/why_disabled.hpp"

namespace burin::ui {

ExportTools::ExportTools(Workbench workbench, ExportQueue& queue, QWidget* window)
    : QObject(window),
      workbench_(workbench),
      queue_(queue),
      window_(window),
      run_(new PreflightRun(queue.engine(), this)),
      preflight_(new PreflightDialog(workbench, *run_, window)),
      book_(new MachineBook(this)),
      panel_(new ExportQueuePanel(workbench, queue, window)),
      status_(new ExportStatus(workbench.theme, queue, window)),
      open_(action("export.open", tr("&Export…"), "Ctrl+E", "export")),
      preflightAction_(action("export.preflight", tr("&Preflight"), "Ctrl+Shift+P", "check")),
      queueAction_(action("export.queue", tr("Export &queue"), "Ctrl+Shift+E", "clock")),
      pause_(action("export.pause", tr("Pause the export"), "Ctrl+Shift+Space", "pause")),
      machinesAction_(action("export.machines", tr("&Machines…"), "", "gear")) {
    connect(open_, &QAction::triggered, this, [this] { dialog().open(); });
    connect(preflightAction_, &QAction::triggered, preflight_, &PreflightDialog::open);
    connect(queueAction_, &QAction::triggered, this, &ExportTools::panelWanted);
    connect(pause_, &QAction::triggered, this, [this] {
        ExportJob* const job = queue_.active();
        if (job == nullptr) return;
        job->state() == ExportJob::State::paused ? job->goOn() : job->pause();
    });
    connect(preflight_, &PreflightDialog::placeWanted, this, &ExportTools::placeWanted);
    connect(preflight_, &PreflightDialog::closingWanted, this, &ExportTools::closingWanted);
    connect(machinesAction_, &QAction::triggered, this, [this] { machines().open(); });
    connect(panel_, &ExportQueuePanel::resumeWanted, this, [this](ExportJob* job) { dialog().resume(job); });
    connect(panel_, &ExportQueuePanel::opened, this, &ExportTools::showJob);
    connect(panel_, &ExportQueuePanel::stopWanted, this, [this](ExportJob* job) { dialog().askToStop(job); });
    connect(status_, &ExportStatus::clicked, this, [this] {
        showJob(status_->job());
        status_->forgetFailure();
    });
    connect(&queue, &ExportQueue::jobChanged, this, &ExportTools::updatePause);
    connect(&queue, &ExportQueue::activeChanged, this, &ExportTools::updatePause);
    connect(&queue, &ExportQueue::jobChanged, this, &ExportTools::tellWork);
    connect(&queue, &ExportQueue::activeChanged, this, &ExportTools::tellWork);
    connect(&workbench.theme, &Theme::changed, this, &ExportTools::dress);
    updatePause();
}

ExportDialog& ExportTools::dialog() {
    if (dialog_ != nullptr) return *dialog_;
    dialog_ = new ExportDialog(workbench_, queue_, *book_, *run_, window_);
    if (view_) dialog_->form().setView(view_);
    connect(&dialog_->form(), &ExportForm::preflightWanted, preflight_, &PreflightDialog::open);
    connect(&dialog_->form(), &ExportForm::bookWanted, this, [this] { machines().open(); });
    // The actions are added to the dialog too, because a shortcut acts only in its own window.
    dialog_->addActions({pause_, preflightAction_, queueAction_});
    return *dialog_;
}

MachinesDialog& ExportTools::machines() {
    if (machines_ == nullptr) machines_ = new MachinesDialog(workbench_.theme, *book_, &dialog());
    return *machines_;
}

/// Opens the dialog, on the job if there is one.
void ExportTools::showJob(ExportJob* job) {
    dialog().open();
    if (job != nullptr) dialog().showJob(job);
}

QAction* ExportTools::action(const char* id, const QString& text, const char* keys, const char* icon) {
    auto* const made = new QAction(workbench_.theme.icon(icon), text, this);
    made->setObjectName(id);
    made->setData(QString(icon));
    made->setShortcut(QKeySequence(QLatin1String(keys)));
    return made;
}

void ExportTools::setView(ExportForm::View view) {
    view_ = std::move(view);
    if (dialog_ != nullptr) dialog_->form().setView(view_);
}

Quit ExportTools::askToQuit() {
    return ui::askToQuit(window_, queue_);
}

/// Sets the icons of the actions in the theme's colours.
void ExportTools::dress() {
    for (QAction* const one : actions())
        one->setIcon(workbench_.theme.icon(one->data().toString()));
    updatePause();
}

void ExportTools::updatePause() {
    const ExportJob* const job = queue_.active();
    const bool paused = job != nullptr && job->state() == ExportJob::State::paused;
    enableIf(*pause_, paused || (job != nullptr && job->state() == ExportJob::State::running),
             tr("no export is running"));
    pause_->setText(paused ? tr("Resume the export") : tr("Pause the export"));
    pause_->setIcon(workbench_.theme.icon(paused ? "play" : "pause"));
}

/// The lines of the active job; none if it exports another document or another surface.
WorkLines ExportTools::work() const {
    const ExportJob* const job = queue_.active();
    if (job == nullptr || !job->transfer() || !job->status()) return {};
    const ExportOrder& order = job->order();
    const Design& design = *workbench_.document.design();
    const std::optional<Size> surface = design.root ? design.nodes[*design.root].size : std::nullopt;
    if (surface != order.surface || workbench_.document.title() != order.title) return {};
    const LineLayout& layout = job->transfer()->layout;
    const auto across = [&](std::int64_t line) {
        const Rect area = job->transfer()->areaOf(line).translated(order.region.origin());
        const auto y = static_cast<double>(area.y);
        return QLineF(static_cast<double>(area.x), y, static_cast<double>(area.right()), y);
    };
    const std::int64_t executed = job->status()->executedLines;
    if (executed >= layout.lines()) return {};
    const std::int64_t received = layout.lineAt(job->status()->receivedBytes);
    const bool ahead = received > executed && received < layout.lines();
    return {across(executed), ahead ? across(received) : QLineF()};
}

void ExportTools::tellWork() {
    emit workMoved(work());
}

}  // namespace burin::ui
