// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"

#include <QDateTime>

class QLabel;
class QStatusBar;

namespace burin::ui {

class CutLabel;

/// The contents of the window's status bar. The bar owns the labels.
class StatusLine {
  public:
    /// The state of the window.
    struct Shown {
        bool workspace = false;      ///< the workspace is shown; if false, the start page
        bool sharesTheCard = false;  ///< CUDA writes what OpenGL draws
        QDateTime autosaved{};       ///< null: not yet
    };

    /// \param exports  the progress of exports; the bar shows it at the right
    StatusLine(const Workbench& workbench, QStatusBar& bar, QWidget* exports);

    void show(const Shown& shown);

  private:
    [[nodiscard]] QStringList computing(bool sharesTheCard) const;
    [[nodiscard]] QString problemsText() const;

    Workbench workbench_;
    CutLabel* backend_;
    QLabel* memory_;
    QLabel* autosaved_;
    QLabel* problems_;
    QLabel* steps_;
};

}  // namespace burin::ui
