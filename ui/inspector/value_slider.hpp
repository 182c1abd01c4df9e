// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

namespace burin::ui {

/// A slider that goes where it is pressed. Its way is 0 to 1; who owns it knows what that means.
class ValueSlider : public QSlider {
    Q_OBJECT

  public:
    explicit ValueSlider(QWidget* parent = nullptr);

    void setFraction(double fraction);
    [[nodiscard]] QSize sizeHint() const override { return {88, 24}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, 24}; }

  signals:
    /// A movement begins: all until the next grabbed() belongs together.
    void grabbed();
    void slid(double fraction);
    /// By keys or the wheel.
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
