// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace burin::ui {

/// A field for the path of a file. Without the focus, a path that does not fit is shown without folders in
/// its middle, and the tooltip has all of it. text() is always the whole path.
class PathField : public QLineEdit {
  public:
    using QLineEdit::QLineEdit;

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    /// The place of the text.
    [[nodiscard]] QRect room() const;
};

}  // namespace burin::ui
