// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts that are cut in a window of a given size. The size of the screen does not matter.

#include <QAbstractButton>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QStringList>

namespace burin::ui {

/// The space that a screen of 1366 x 768 leaves for a window at 200 %, in logical pixels.
inline constexpr QSize smallestWindow{675, 344};

/// Whether a text has all the room that it needs.
inline bool hasRoom(const QWidget& widget) {
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (label != nullptr && label->wordWrap())
        return label->height() >= label->heightForWidth(label->width());
    return widget.width() >= widget.minimumSizeHint().width();
}

/// The labels and buttons with a text that are seen below `root`.
inline QList<const QWidget*> textsBelow(const QWidget& root) {
    QList<const QWidget*> texts;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const bool text = qobject_cast<const QLabel*>(widget) != nullptr ||
                          qobject_cast<const QAbstractButton*>(widget) != nullptr;
        if (text && widget->isVisible() && !widget->property("text").toString().isEmpty()) texts << widget;
    }
    return texts;
}

/// The texts below `root` that are cut, and the areas that have to be scrolled sideways.
inline QStringList cutBelow(const QWidget& root) {
    QStringList cut;
    for (const QWidget* widget : textsBelow(root)) {
        const int right = widget->mapTo(&root, QPoint(widget->width(), 0)).x();
        if (!hasRoom(*widget) || right > root.width()) cut << widget->property("text").toString();
    }
    for (const auto* area : root.findChildren<QScrollArea*>()) {
        if (area->isVisible() && area->horizontalScrollBar()->maximum() > 0)
            cut << QString("%1 is %2 px too wide")
                       .arg(area->objectName())
                       .arg(area->horizontalScrollBar()->maximum());
    }
    return cut;
}

}  // namespace burin::ui
