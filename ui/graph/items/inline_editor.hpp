// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include <functional>

namespace burin::ui {

/// An edit field on the canvas for a name, a title or a comment. Enter accepts the text; Shift+Enter starts a
/// new line if several are allowed. Esc restores a name or title but accepts a comment, because several lines
/// are too much to lose with one key.
class InlineEditor : public QPlainTextEdit {
    Q_OBJECT

  public:
    /// Receives the text. \return empty, or why it is refused
    using Take = std::function<QString(const QString&)>;

    InlineEditor(QWidget* parent, const QRect& place, const QString& text, bool lines, Take take);

    /// Submits the text and closes. \return empty, or why the text is refused; then the editor stays open
    QString handOver();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void finish(bool leaving);
    [[nodiscard]] QString typed() const;
    [[nodiscard]] qsizetype kept() const;
    [[nodiscard]] bool actsAround(const QKeySequence& keys) const;

    bool lines_;
    bool done_ = false;
    QString before_;
    Take take_;
};

}  // namespace burin::ui
