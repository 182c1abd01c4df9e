// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/batch/batch_tools.hpp"

#include "ui/export/dialog/export_dialog.hpp"
#include "ui/export/dialog/export_tools.hpp"
#include "ui/export/machines/machines_dialog.hpp"
#include "ui/theme/theme.hpp"

namespace burin::ui {

BatchTools::BatchTools(Session session, ExportQueue& queue, ExportTools& exports, QWidget* window)
    : QObject(window),
      exports_(exports),
      window_(window),
      dialog_(new BatchDialog(session, queue, exports.book(), window)),
      open_(new QAction(session.theme.icon("tiles"), tr("&Batch…"), this)) {
    open_->setObjectName("export.batch");
    open_->setShortcut(QKeySequence("Ctrl+Shift+B"));
    connect(open_, &QAction::triggered, dialog_, &BatchDialog::open);
    connect(&session.theme, &Theme::changed, this,
            [this, &theme = session.theme] { open_->setIcon(theme.icon("tiles")); });
    connect(dialog_, &BatchDialog::bookWanted, &exports.machines(), &QDialog::open);
    connect(dialog_, &BatchDialog::stopWanted, &exports.dialog(), &ExportDialog::askToStop);
    connect(dialog_, &BatchDialog::resumeWanted, &exports.dialog(), &ExportDialog::resume);
    connect(dialog_, &BatchDialog::jobWanted, this, [this](ExportJob* job) {
        exports_.dialog().open();
        exports_.dialog().showJob(job);
    });
}

Quit BatchTools::askToQuit() {
    return dialog_->asks() ? dialog_->askToQuit(window_) : exports_.askToQuit();
}

}  // namespace burin::ui
