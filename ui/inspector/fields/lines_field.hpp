// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QString>

namespace burin::ui {

/// The number of lines that a field needs to show its text, from 1 to `most`. The field gets a scroll bar
/// only if the text has more lines. A bar narrows the lines and so changes how the text breaks, and letters
/// of another font can make a line higher. If the height of the field followed from both, the bar could
/// appear and disappear for ever.
[[nodiscard]] int shownLines(QPlainTextEdit& field, int most);

/// A text of several lines. The field is as high as its lines, within limits, and takes as many characters as
/// a field of one line. Enter starts a new line, Ctrl+Enter ends the edit, Tab leaves the field, and Esc
/// discards the text.
class LinesField : public QPlainTextEdit {
    Q_OBJECT

  public:
    explicit LinesField(QWidget* parent = nullptr);

    /// Shows a text. One that is too long for the field is cut, and cannot be edited, so that nothing of it
    /// is lost. \return whether all of it is shown
    bool setText(const QString& text);
    [[nodiscard]] QString text() const;
    /// Whether the text was edited since it was set or taken.
    [[nodiscard]] bool edited() const { return text() != shown_; }
    /// \return the text, which does not count as edited any more
    QString take();

  signals:
    /// Ctrl+Enter was pressed, or the field has lost the focus.
    void finished();

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void inputMethodEvent(QInputMethodEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    bool event(QEvent* event) override;

  private:
    void fitHeight();
    [[nodiscard]] qsizetype kept() const;
    [[nodiscard]] bool takes(qsizetype characters);

    QString shown_;  ///< the text as it was set or taken
};

}  // namespace burin::ui
