// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/threads/slow_notice.hpp"

#include <QDialog>

#include <functional>
#include <vector>

namespace burin::ui {

class Theme;

/// Says that a change of the design takes long, as drawings with millions of crossings do, and stops it.
/// Modal.
class StopDialog : public QDialog, public SlowNotice {
    Q_OBJECT

  public:
    StopDialog(const Theme& theme, QWidget* parent);
    void begin(std::function<void()> stop) override;
    void end() override;
    /// Stops all work that it shows. Work ends soon after, not at once.
    void reject() override;

  private:
    std::vector<std::function<void()>> stops_;
};

}  // namespace burin::ui
