// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/whole_lists.hpp"

#include <QEvent>
#include <QListView>
#include <QPointer>
#include <QTimer>
#include <QWidget>

namespace burin::ui {

bool WholeLists::eventFilter(QObject* watched, QEvent* event) {
    // Qt has no function for these parts, but they are known by their classes.
    if (event->type() == QEvent::Polish && watched->inherits("QComboBoxListView")) {
        // A bar for the width would take height, too. Entries that are too wide end with an ellipsis.
        qobject_cast<QListView*>(watched)->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    if (event->type() == QEvent::Show && watched->inherits("QComboBoxPrivateScroller")) {
        const QPointer<QWidget> window = qobject_cast<QWidget*>(watched)->parentWidget();
        QTimer::singleShot(0, this, [window] {
            if (!window.isNull()) hideArrows(*window);
        });
    }
    return false;
}

void WholeLists::hideArrows(const QWidget& window) {
    const auto* list = window.findChild<QListView*>();
    if (list == nullptr || list->model() == nullptr) return;
    const QMargins inside = list->contentsMargins();
    int height = inside.top() + inside.bottom();
    for (int row = 0; row < list->model()->rowCount(list->rootIndex()); ++row)
        height +=
            list->visualRect(list->model()->index(row, list->modelColumn(), list->rootIndex())).height();
    if (height > window.contentsRect().height()) return;
    for (QWidget* part : window.findChildren<QWidget*>()) {
        if (part->inherits("QComboBoxPrivateScroller")) part->hide();
    }
}

}  // namespace burin::ui
