// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace burin::ui {

class Theme;

/// A row of words; one is chosen. 24 px high; Left and Right change the choice.
class SegmentedSwitch : public QWidget {
    Q_OBJECT

  public:
    SegmentedSwitch(const Theme& theme, const QStringList& words, QWidget* parent = nullptr);

    /// -1 chooses none.
    void setChosen(int index);
    [[nodiscard]] int chosen() const { return chosen_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] QRect segment(int index) const;

  signals:
    /// The user chose a word.
    void picked(int index);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void pick(int index);
    [[nodiscard]] int wordWidth(int index) const;

    const Theme& theme_;
    QStringList words_;
    int chosen_ = -1;
};

}  // namespace burin::ui
