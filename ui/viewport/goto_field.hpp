// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QPointF>

#include <optional>

namespace burin::ui {

/// Parses a position: `100.8 mm, 200.2 mm`, `100792 200236`; plain numbers are pixels.
/// \return in samples; nothing if `text` is not a position
[[nodiscard]] std::optional<QPointF> parsePosition(const QString& text, double pixelUm);

/// A field over the surface that asks for a position. Enter goes there, Esc closes it.
class GotoField : public QLineEdit {
    Q_OBJECT

  public:
    explicit GotoField(QWidget* parent);
    /// \param at  the initial position, in samples
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
