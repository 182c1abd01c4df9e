// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QPointF>

#include <optional>

namespace burin::ui {

/// A position as people write it: `100.8 mm, 200.2 mm`, `100792 200236`; a number alone is pixels.
/// \return in samples; nothing where `text` is no position
[[nodiscard]] std::optional<QPointF> parsePosition(const QString& text, double pixelUm);

/// Asks for a position, over the surface. Enter goes there, Esc closes it.
class GotoField : public QLineEdit {
    Q_OBJECT

  public:
    explicit GotoField(QWidget* parent);
    /// \param at  what it says at first, in samples
    void ask(QPointF at, double pixelUm);

  signals:
    void chosen(QPointF surface);

  protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void accept();
    double pixelUm_ = 1;
};

}  // namespace burin::ui
