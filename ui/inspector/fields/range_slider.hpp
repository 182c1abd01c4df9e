// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace burin::ui {

class Theme;

/// A slider with two knobs that never pass each other. Their positions are 0 to 1; the owner maps them to
/// values.
///
/// The arrow keys move the knob that was moved last; Space changes to the other.
class RangeSlider : public QWidget {
    Q_OBJECT

  public:
    explicit RangeSlider(const Theme& theme, QWidget* parent = nullptr);

    /// \pre low <= high
    void setFractions(double low, double high);
    [[nodiscard]] bool held() const { return held_; }
    [[nodiscard]] QSize sizeHint() const override { return {80, 24}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, 24}; }

  signals:
    /// A movement begins. All changes until the next grabbed() belong to it.
    void grabbed();
    /// A knob was moved to a place. \param upper  the right knob
    void slid(bool upper, double fraction);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    [[nodiscard]] double xOf(double fraction) const;
    [[nodiscard]] double& knob() { return upper_ ? high_ : low_; }
    void slideTo(double fraction);

    const Theme& theme_;
    double low_ = 0;
    double high_ = 1;
    bool upper_ = false;  ///< the knob that keys move
    bool held_ = false;
};

}  // namespace burin::ui
