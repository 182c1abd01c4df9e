// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyleOptionToolButton>
#include <QToolButton>

namespace burin::ui {

/// A tool button with an icon and a word. Qt leaves 2 px between them, and has no setting for it; the design
/// has 5.
class WordButton : public QToolButton {
  public:
    explicit WordButton(QWidget* parent = nullptr) : QToolButton(parent) {
        setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }

  protected:
    void initStyleOption(QStyleOptionToolButton* option) const override {
        QToolButton::initStyleOption(option);
        const bool both = option->toolButtonStyle == Qt::ToolButtonTextBesideIcon && !option->icon.isNull();
        if (both && !option->text.isEmpty()) option->text.prepend(QChar(0x2009));
    }
};

}  // namespace burin::ui
