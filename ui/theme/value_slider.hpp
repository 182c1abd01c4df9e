// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace burin::ui {

/// A slider that jumps to the mouse when it is pressed. Its position is 0 to 1; the owner maps it to values.
class ValueSlider : public QSlider {
    Q_OBJECT

  public:
    explicit ValueSlider(QWidget* parent = nullptr);

    void setFraction(double fraction);
    [[nodiscard]] QSize sizeHint() const override { return {88, 24}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, 24}; }

  signals:
    /// A movement begins. All changes until the next grabbed() belong to it.
    void grabbed();
    void slid(double fraction);
    /// The user pressed keys or turned the wheel.
    void nudged(int steps);

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

  private:
    void slideTo(double x);
};

}  // namespace burin::ui
