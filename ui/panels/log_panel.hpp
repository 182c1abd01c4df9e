// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/log.hpp"
#include "ui/model/workbench.hpp"

#include <QWidget>

class QPlainTextEdit;

namespace burin::ui {

/// Shows the lines of the log with their times.
class LogPanel : public QWidget {
    Q_OBJECT

  public:
    /// \param log  outlives the panel
    LogPanel(Workbench workbench, Log& log, QWidget* parent = nullptr);

  private:
    void append(const Log::Line& line);

    QPlainTextEdit* text_;
};

}  // namespace burin::ui
