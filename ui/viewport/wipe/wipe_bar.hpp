// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/viewport/wipe/wipe.hpp"

#include <QMenu>
#include <QToolButton>
#include <QWidget>

#include <array>

namespace burin::ui {

/// The chips that choose what A and B show.
class WipeBar : public QWidget {
    Q_OBJECT

  public:
    /// \param wipe  outlives this
    WipeBar(Workbench workbench, Wipe& wipe, QWidget* parent = nullptr);

    /// Whether the chips have names, or only letters. The tooltips have the names in any case.
    void setNamed(bool named);

  signals:
    /// The chips may have another width.
    void namesChanged();

  private:
    void fill(QMenu& menu, Wipe::Side side);
    void chooseFile();
    void showSides();
    void showTheme();
    void resizeAtOnce();

    Workbench workbench_;
    Wipe& wipe_;
    std::array<QToolButton*, 2> chips_{};
};

}  // namespace burin::ui
