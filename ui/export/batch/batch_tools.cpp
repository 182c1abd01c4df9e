// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_tools.hpp"

#include "ui/export/dialog/export_dialog.hpp"
#include "ui/export/dialog/export_tools.hpp"
#include "ui/export/machines/machines_dialog.hpp"
#include "ui/export/queue/export_queue_panel.hpp"
#include "ui/theme/theme.hpp"

namespace burin::ui {

BatchTools::BatchTools(Workbench workbench, ExportQueue& queue, ExportTools& exports, QWidget* window)
    : QObject(window),
      workbench_(workbench),
      queue_(queue),
      exports_(exports),
      window_(window),
      open_(new QAction(workbench.theme.icon("tiles"), tr("&Batch…"), this)) {
    open_->setObjectName("export.batch");
    open_->setShortcut(QKeySequence("Ctrl+Shift+B"));
    connect(open_, &QAction::triggered, this, [this] { dialog().open(); });
    connect(&exports.panel(), &ExportQueuePanel::batchOpened, this, [this] { dialog().open(); });
}

BatchDialog& BatchTools::dialog() {
    if (dialog_ != nullptr) return *dialog_;
    dialog_ = new BatchDialog(workbench_, queue_, exports_.book(), window_);
    if (view_) dialog_->setView(view_);
    connect(dialog_, &BatchDialog::bookWanted, this, [this] { exports_.machines().open(); });
    connect(dialog_, &BatchDialog::openWanted, this, &BatchTools::openWanted);
    connect(dialog_, &BatchDialog::sheetWanted, this, &BatchTools::sheetWanted);
    connect(dialog_, &BatchDialog::stopWanted, this,
            [this](ExportJob* job) { exports_.dialog().askToStop(job); });
    connect(dialog_, &BatchDialog::resumeWanted, this,
            [this](ExportJob* job) { exports_.dialog().resume(job); });
    connect(dialog_, &BatchDialog::jobWanted, this, [this](ExportJob* job) {
        exports_.dialog().open();
        exports_.dialog().showJob(job);
    });
    return *dialog_;
}

void BatchTools::setView(RegionFields::View view) {
    view_ = std::move(view);
    if (dialog_ != nullptr) dialog_->setView(view_);
}

Quit BatchTools::askToQuit() {
    return dialog_ != nullptr && dialog_->asks() ? dialog_->askToQuit(window_) : exports_.askToQuit();
}

}  // namespace burin::ui
