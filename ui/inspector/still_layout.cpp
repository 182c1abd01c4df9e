// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/still_layout.hpp"

#include <QApplication>
#include <QChildEvent>
#include <QLayout>
#include <QWindow>

#include <algorithm>

namespace burin::ui {

namespace {

/// Does what an enabled layout does if a widget leaves. A disabled one keeps its item, and later reads a
/// widget that may be destroyed.
/// \param layout  null if it was destroyed itself
void forgetChild(QLayout* layout, const QObject* child) {
    for (int i = layout == nullptr ? -1 : layout->count() - 1; i >= 0; --i) {
        QLayoutItem* const item = layout->itemAt(i);
        if (item->layout() != nullptr) {
            forgetChild(item->layout(), child);
        } else if (item->widget() == child) {
            delete layout->takeAt(i);
        }
    }
}

}  // namespace

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
    if (event->type() == QEvent::ChildRemoved && isHeld(watched))
        forgetChild(static_cast<QWidget*>(watched)->layout(), static_cast<QChildEvent*>(event)->child());
    return false;
}

bool StillLayout::isHeld(const QObject* watched) const {
    return std::any_of(held_.begin(), held_.end(), [watched](const auto& held) { return held == watched; });
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
        if (widget.isNull() || widget->layout() == nullptr) continue;
        widget->layout()->setEnabled(true);
        widget->layout()->invalidate();
        widget->layout()->activate();
        widget->updateGeometry();
    }
}

}  // namespace burin::ui
