// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/queue/export_queue.hpp"

#include <QAbstractButton>
#include <QPointer>

namespace burin::ui {

class Theme;

/// The progress of the active export in the status bar, or of the batch whose row it is. If none is active,
/// it shows a failed export that the user has not looked at yet; otherwise it is hidden. A click opens the
/// dialog.
class ExportStatus : public QAbstractButton {
    Q_OBJECT

  public:
    ExportStatus(const Theme& theme, ExportQueue& queue, QWidget* parent = nullptr);

    /// The export that is shown, or nullptr.
    [[nodiscard]] ExportJob* job() const;
    /// The user has seen the failure.
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
