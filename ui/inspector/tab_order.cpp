// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/tab_order.hpp"

#include <QLayout>
#include <QWidget>

namespace burin::ui {

namespace {

void collect(QWidget* widget, QList<QWidget*>& stops);

void collect(QLayout* layout, QList<QWidget*>& stops) {
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem* item = layout->itemAt(i);
        if (item->widget() != nullptr) collect(item->widget(), stops);
        if (item->layout() != nullptr) collect(item->layout(), stops);
    }
}

void collect(QWidget* widget, QList<QWidget*>& stops) {
    const bool sometimes = widget->property(placeInTabOrder).toBool();
    if (sometimes || (widget->focusPolicy() & Qt::TabFocus) != 0) stops << widget;
    if (widget->layout() != nullptr) collect(widget->layout(), stops);
}

}  // namespace

QList<QWidget*> tabStops(QWidget* part) {
    QList<QWidget*> stops;
    collect(part, stops);
    return stops;
}

void setTabStops(const QList<QWidget*>& stops) {
    // Qt orders only widgets that take the focus at the moment.
    QList<QWidget*> passed;
    for (QWidget* stop : stops) {
        if (stop->focusPolicy() != Qt::NoFocus) continue;
        stop->setFocusPolicy(Qt::TabFocus);
        passed << stop;
    }
    for (qsizetype i = 1; i < stops.size(); ++i)
        QWidget::setTabOrder(stops[i - 1], stops[i]);
    for (QWidget* stop : passed)
        stop->setFocusPolicy(Qt::NoFocus);
}

}  // namespace burin::ui
