// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/transfer_status.hpp"

#include <QWidget>

namespace burin::ui {

class Theme;

/// Shows how full a machine's buffer is, and marks the level at which it starts to engrave.
class BufferBar : public QWidget {
    Q_OBJECT

  public:
    explicit BufferBar(const Theme& theme, QWidget* parent = nullptr);

    void setStatus(const TransferStatus& status);
    /// `248 / 256 MB`.
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override { return {300, 24}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    const Theme& theme_;
    TransferStatus status_;
};

}  // namespace burin::ui
