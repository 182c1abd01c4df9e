// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabBar>

class QToolButton;

namespace burin::ui {

/// The titles of panels. No title is cut: a bar that is too narrow for all of them shows the first ones and
/// the open one, and a button that lists the others. Qt would cut the last title in the middle of a letter.
class PanelTabBar : public QTabBar {
    Q_OBJECT

  public:
    explicit PanelTabBar(QWidget* parent = nullptr);

    /// The size for all titles.
    [[nodiscard]] QSize sizeHint() const override;
    /// Shows the titles for which there is room. Call it when a title changes its width.
    void fit();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void tabInserted(int index) override;
    void tabRemoved(int index) override;

  private:
    [[nodiscard]] int widthOfAll() const;
    void listOthers();
    void step(int by);

    QToolButton* others_;
    bool fitting_ = false;
    int widthOfAll_ = 0;  ///< measured by fit(), because layouts often ask for it
};

}  // namespace burin::ui
