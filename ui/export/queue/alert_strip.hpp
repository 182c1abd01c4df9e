// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace burin::ui {

class Theme;

/// A strip across the head of a dialog for messages that must not be overlooked.
class AlertStrip : public QFrame {
    Q_OBJECT

  public:
    enum class Kind { info, warning, error };

    explicit AlertStrip(const Theme& theme, QWidget* parent = nullptr);

    void say(Kind kind, const QString& icon, const QString& words);
    void clear();

  private:
    const Theme& theme_;
    QLabel* icon_;
    QLabel* words_;
};

}  // namespace burin::ui
