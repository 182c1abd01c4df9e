// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/batch/batch_dialog.hpp"

#include <QAction>
#include <QList>
#include <QObject>

namespace burin::ui {

class ExportTools;

/// The batch of one window: its dialog, which is made when it is first opened, and its action, connected to
/// the window's exports.
class BatchTools : public QObject {
    Q_OBJECT

  public:
    /// \param window  owns the dialog
    BatchTools(Workbench workbench, ExportQueue& queue, ExportTools& exports, QWidget* window);

    /// The action export.batch.
    [[nodiscard]] QList<QAction*> actions() const { return {open_}; }
    [[nodiscard]] BatchDialog& dialog();
    /// Sets how to ask for the region that the viewport shows.
    void setView(RegionFields::View view);
    /// To be called before the window closes: asks the user if a batch or an export is running.
    [[nodiscard]] Quit askToQuit();

  signals:
    /// The user wants to look at the design of a row, or at its job sheet. \param name  of the row
    void openWanted(const std::shared_ptr<const burin::Design>& design, const QString& name);
    void sheetWanted(const std::shared_ptr<const burin::Design>& design, const QString& name);

  private:
    Workbench workbench_;
    ExportQueue& queue_;
    ExportTools& exports_;
    QWidget* window_;
    RegionFields::View view_;
    BatchDialog* dialog_ = nullptr;
    QAction* open_;
};

}  // namespace burin::ui
