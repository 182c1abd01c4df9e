// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QStringList>
#include <QWidget>

namespace burin::ui {

/// A label that cuts its text with an ellipsis if it does not fit. A text that is too long for one line first
/// gets a smaller font, and then a second line if the label may have one.
class CutLabel : public QWidget {
    Q_OBJECT

  public:
    CutLabel(const Theme& theme, const QString& text, QWidget* parent = nullptr);
    void setText(const QString& text);
    /// Texts that are shown instead of a text that would be cut: the first one that fits, or else the last
    /// one.
    void setShorter(const QStringList& texts) { shorter_ = texts; }
    void setRole(Role role) { role_ = role; }
    void setTwoLines() { lines_ = 2; }
    [[nodiscard]] const QString& text() const { return text_; }
    /// The lines as they are drawn.
    [[nodiscard]] QStringList shown() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {16, 24}; }

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    [[nodiscard]] bool fits(const QString& text) const;
    [[nodiscard]] QString chosenText() const;
    [[nodiscard]] QFont shownFont() const;

    const Theme& theme_;
    QString text_;
    QStringList shorter_;
    Role role_ = Role::secondary;
    int lines_ = 1;  ///< the most lines
};

}  // namespace burin::ui
