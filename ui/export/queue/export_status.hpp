// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_queue.hpp"

#include <QAbstractButton>
#include <QPointer>

namespace burin::ui {

class Theme;

/// The progress of the export in the status bar; where none is active, one that has failed and that nobody
/// has looked at; hidden where there is neither. A click opens the dialog.
class ExportStatus : public QAbstractButton {
    Q_OBJECT

  public:
    ExportStatus(const Theme& theme, ExportQueue& queue, QWidget* parent = nullptr);

    /// Which is shown; nullptr: none.
    [[nodiscard]] ExportJob* job() const;
    /// It was looked at.
    void forgetFailure();
    [[nodiscard]] QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void refresh();

    const Theme& theme_;
    ExportQueue& queue_;
    QPointer<ExportJob> failed_;
};

}  // namespace burin::ui
