// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/column_titles.hpp"

#include <QEvent>
#include <QLayout>

namespace burin::ui {

ColumnTitles::ColumnTitles(QWidget* titles, QAbstractScrollArea* area)
    : QObject(titles), titles_(titles), area_(area), margin_(titles->layout()->contentsMargins().right()) {
    area_->installEventFilter(this);
    area_->viewport()->installEventFilter(this);
    follow();
}

bool ColumnTitles::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) follow();
    return QObject::eventFilter(watched, event);
}

void ColumnTitles::follow() {
    const int taken = area_->width() - area_->viewport()->geometry().right() - 1;
    QMargins margins = titles_->layout()->contentsMargins();
    margins.setRight(margin_ + taken);
    titles_->layout()->setContentsMargins(margins);
}

}  // namespace burin::ui
