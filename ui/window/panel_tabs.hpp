// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

namespace burin::ui {

class PanelTabBar;

/// Panels in one place, each in a tab; a tab can show a count.
class PanelTabs : public QTabWidget {
    Q_OBJECT

  public:
    explicit PanelTabs(QWidget* parent = nullptr);

    /// \param panel  its windowTitle() is the tab's text
    void add(QWidget* panel);
    /// The parent of the panels.
    [[nodiscard]] QWidget* pages() const;
    void setCount(const QWidget* panel, int count);
    /// Opens the panel's tab and gives it the focus.
    void reveal(QWidget* panel);

  private:
    PanelTabBar* bar_;
};

}  // namespace burin::ui
