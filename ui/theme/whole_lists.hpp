// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace burin::ui {

/// Shows the list of a combo box as a whole if its window has the height for all entries.
///
/// Qt shows an arrow below the list while its entries are laid out anew. The arrow takes height from the
/// list, whose last entry is then cut, and so the arrow stays.
class WholeLists : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    static void hideArrows(const QWidget& window);
};

}  // namespace burin::ui
