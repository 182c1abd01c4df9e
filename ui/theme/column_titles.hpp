// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QObject>
#include <QWidget>

namespace burin::ui {

/// Keeps a row of titles as wide as what scrolls below it. A scroll bar takes room from the columns, but not
/// from titles above the area.
///
/// This object belongs to the row. \pre both have the same width, and the row has a layout
class ColumnTitles : public QObject {
    Q_OBJECT

  public:
    ColumnTitles(QWidget* titles, QAbstractScrollArea* area);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void follow();

    QWidget* titles_;
    QAbstractScrollArea* area_;
    const int margin_;  ///< the margin at the right of the row, without a scroll bar
};

}  // namespace burin::ui
