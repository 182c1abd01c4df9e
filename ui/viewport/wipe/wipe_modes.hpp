// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QWidget>

namespace burin::ui {

/// The choice of a mode of A/B, over the lower edge of the picture.
class WipeModes : public QWidget {
  public:
    /// \param modes  commands; one of them is checked \param over  the picture, which owns this
    WipeModes(const QList<QAction*>& modes, QWidget* over);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    void place();
};

}  // namespace burin::ui
