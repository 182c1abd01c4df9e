// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QWidget>

namespace burin::ui {

/// A label that cuts its text with an ellipsis if it does not fit.
class CutLabel : public QWidget {
    Q_OBJECT

  public:
    CutLabel(const Theme& theme, const QString& text, QWidget* parent = nullptr);
    void setText(const QString& text);
    void setRole(Role role) { role_ = role; }
    [[nodiscard]] const QString& text() const { return text_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {16, 24}; }

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    const Theme& theme_;
    QString text_;
    Role role_ = Role::secondary;
};

}  // namespace burin::ui
