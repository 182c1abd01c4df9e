// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QToolButton>
#include <QWidget>

namespace burin::ui {

class Theme;

/// The tools at the left of the picture while things are placed: the pointer, and below it those that draw.
class DrawingStrip : public QWidget {
    Q_OBJECT

  public:
    /// \param groups  of commands that select a tool; a line separates the groups
    DrawingStrip(const Theme& theme, const QList<QList<QAction*>>& groups, QWidget* parent = nullptr);

    /// Marks the pointer, which means that no tool is selected.
    void showPointer(bool marked);

  signals:
    /// The user wants no tool to be selected.
    void pointerWanted();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    void add(QToolButton* button);
    int placed(int columns, bool place);

    const Theme& theme_;
    QToolButton* pointer_;
    QList<QList<QToolButton*>> groups_;
    QList<int> rules_;  ///< the heights of the lines between groups
    int columns_ = 1;
};

}  // namespace burin::ui
