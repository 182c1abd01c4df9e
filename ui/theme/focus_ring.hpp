// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace burin::ui {

class Theme;

/// The ring around a canvas that has the keyboard focus. A style sheet cannot draw it. It covers the edge of
/// the canvas, and takes neither room nor clicks from it.
class FocusRing : public QWidget {
    Q_OBJECT

  public:
    /// \param canvas  becomes the parent of the ring
    FocusRing(const Theme& theme, QWidget* canvas);

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void cover();

    const Theme& theme_;
};

}  // namespace burin::ui
