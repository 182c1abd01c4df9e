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
    /// Qt makes a button two blanks wider than its word. From right to left they would lie between the word
    /// and its icon.
    [[nodiscard]] QSize sizeHint() const override {
        QSize size = QToolButton::sizeHint();
        if (isRightToLeft()) size.rwidth() -= 2 * fontMetrics().horizontalAdvance(' ');
        return size;
    }

  protected:
    void initStyleOption(QStyleOptionToolButton* option) const override {
        QToolButton::initStyleOption(option);
        const bool both = option->toolButtonStyle == Qt::ToolButtonTextBesideIcon && !option->icon.isNull();
        if (!both || option->text.isEmpty()) return;
        const QChar space(0x2009);
        option->text = option->direction == Qt::RightToLeft ? option->text + space : space + option->text;
    }
};

}  // namespace burin::ui
