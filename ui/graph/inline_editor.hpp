// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <functional>

namespace burin::ui {

/// A field over the canvas for a name, a title or a comment. Enter takes the text, Shift+Enter starts a line
/// where there may be several. Esc brings a name or title back, and takes a comment: a text of several lines
/// is too much to lose by one key.
class InlineEditor : public QPlainTextEdit {
    Q_OBJECT

  public:
    /// Takes a text. \return empty, or why it cannot be
    using Take = std::function<QString(const QString&)>;

    InlineEditor(QWidget* parent, const QRect& place, const QString& text, bool lines, Take take);

    /// Takes the text and closes. \return empty, or why it cannot be taken; then the editor stays
    QString handOver();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void finish(bool leaving);
    [[nodiscard]] bool actsAround(const QKeySequence& keys) const;

    bool lines_;
    bool done_ = false;
    QString before_;
    Take take_;
};

}  // namespace burin::ui
