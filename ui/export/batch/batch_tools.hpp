// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_dialog.hpp"

#include <QAction>
#include <QList>
#include <QObject>

namespace burin::ui {

class ExportTools;

/// The batch of one window: its dialog and its action, joined to the window's exports.
class BatchTools : public QObject {
    Q_OBJECT

  public:
    /// \param window  owns the dialog
    BatchTools(Session session, ExportQueue& queue, ExportTools& exports, QWidget* window);

    /// The action export.batch.
    [[nodiscard]] QList<QAction*> actions() const { return {open_}; }
    [[nodiscard]] BatchDialog& dialog() { return *dialog_; }
    /// To be called before the window closes: asks the user if a batch or an export is running.
    [[nodiscard]] Quit askToQuit();

  private:
    ExportTools& exports_;
    QWidget* window_;
    BatchDialog* dialog_;
    QAction* open_;
};

}  // namespace burin::ui
