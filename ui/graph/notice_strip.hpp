// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;

namespace burin::ui {

class Theme;

/// A notice above the canvas, which stays until it is closed. Hidden at first.
class NoticeStrip : public QFrame {
    Q_OBJECT

  public:
    NoticeStrip(const Theme& theme, QWidget* parent);

    /// Shows a notice; an empty one hides the strip.
    void say(const QString& notice);
    /// Shows a notice with a button that offers something, once. \param act  runs after the strip is hidden
    void offer(const QString& notice, const QString& button, std::function<void()> act);

  private:
    QLabel* text_;
    QPushButton* button_;
    std::function<void()> act_;
};

}  // namespace burin::ui
