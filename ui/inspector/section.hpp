// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace burin::ui {

class Theme;

/// A heading that folds the content below it, with a line above.
class Section : public QWidget {
    Q_OBJECT

  public:
    Section(const Theme& theme, const QString& title, QWidget* parent = nullptr);

    /// Puts a widget at the right end of the heading.
    void setHead(QWidget* head);
    /// The tooltip of the heading.
    void setTip(const QString& tip);
    /// Colours the title if something is wrong in the section.
    void setWrong(bool wrong);
    /// A hint after the title.
    void setAside(const QString& text);
    /// Adds a widget below the others. It should be a child of body() already, because a widget that moves to
    /// another parent applies the style again.
    void add(QWidget* widget);
    [[nodiscard]] QWidget* body() const { return body_; }
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
