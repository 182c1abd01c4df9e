// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace burin::ui {

class Theme;

/// Shows one figure: its name, the number and a remark.
class Card : public QFrame {
    Q_OBJECT

  public:
    Card(const Theme& theme, const QString& name, QWidget* parent = nullptr);

    void setName(const QString& name);
    void set(const QString& figure, const QString& remark);

  private:
    QLabel* name_;
    QLabel* figure_;
    QLabel* remark_;
};

/// A hint label in the theme's font.
[[nodiscard]] QLabel* hintLabel(const Theme& theme, const QString& text, QWidget* parent);

}  // namespace burin::ui
