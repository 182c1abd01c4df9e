// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace burin::ui {

class Theme;

/// A heading that folds what is below it; a line above.
class Section : public QWidget {
    Q_OBJECT

  public:
    Section(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    /// Puts a widget at the right of the heading.
    void setHead(QWidget* head);
    /// What the heading says about its section.
    void setTip(const QString& tip);
    /// A quiet word behind the title.
    void setAside(const QString& text);
    void add(QWidget* widget);
    [[nodiscard]] bool folded() const;
    void setFolded(bool folded);

  signals:
    void foldedChanged(bool folded);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    class Heading;

    const Theme& theme_;
    Heading* heading_;
    QWidget* body_;
    QVBoxLayout* column_;
};

}  // namespace burin::ui
