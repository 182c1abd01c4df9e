// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/session.hpp"

#include <QDateTime>

class QLabel;
class QStatusBar;

namespace burin::ui {

class CutLabel;

/// What the window's status bar says. The bar owns the labels.
class StatusLine {
  public:
    /// What is on the screen.
    struct Shown {
        bool workspace = false;      ///< else the start page
        bool sharesTheCard = false;  ///< CUDA writes what OpenGL draws
        QDateTime autosaved{};       ///< null: not yet
    };

    /// \param exports  the progress of exports; the bar shows it at the right
    StatusLine(const Session& session, QStatusBar& bar, QWidget* exports);

    void show(const Shown& shown);

  private:
    [[nodiscard]] QString computing(bool sharesTheCard) const;

    Session session_;
    CutLabel* backend_;
    QLabel* memory_;
    QLabel* autosaved_;
    QLabel* problems_;
    QLabel* steps_;
};

}  // namespace burin::ui
