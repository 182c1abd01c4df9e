// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/still_layout.hpp"

#include <QApplication>
#include <QEvent>
#include <QLayout>
#include <QWindow>

namespace burin::ui {

StillLayout::StillLayout(QWidget* part) : QObject(part), part_(part) {
    qApp->installEventFilter(this);
}

bool StillLayout::eventFilter(QObject* watched, QEvent* event) {
    // The window gets a press before the focus moves and before the widget gets it.
    if (event->type() == QEvent::MouseButtonPress && watched == part_->window()->windowHandle() &&
        held_.isEmpty())
        hold();
    // Queued, so that the widget handles the release of the button first. If a menu is open, the release
    // comes to the menu's window.
    if (event->type() == QEvent::MouseButtonRelease && watched->isWindowType() && !held_.isEmpty())
        QMetaObject::invokeMethod(this, &StillLayout::release, Qt::QueuedConnection);
    return false;
}

void StillLayout::hold() {
    QList<QWidget*> all = part_->findChildren<QWidget*>();
    all << part_;
    for (QWidget* widget : all) {
        if (widget->layout() == nullptr || !widget->layout()->isEnabled()) continue;
        widget->layout()->setEnabled(false);
        held_ << widget;
    }
}

void StillLayout::release() {
    for (const QPointer<QWidget>& widget : std::exchange(held_, {})) {
        if (widget.isNull()) continue;
        widget->layout()->setEnabled(true);
        widget->layout()->invalidate();
        widget->layout()->activate();
        widget->updateGeometry();
    }
}

}  // namespace burin::ui
