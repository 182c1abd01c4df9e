// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/export_queue.hpp"

#include <QAbstractButton>

namespace burin::ui {

class Theme;

/// The progress of the export in the status bar; hidden where there is none. A click opens the dialog.
class ExportStatus : public QAbstractButton {
    Q_OBJECT

  public:
    ExportStatus(const Theme& theme, ExportQueue& queue, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void refresh();

    const Theme& theme_;
    ExportQueue& queue_;
};

}  // namespace burin::ui
