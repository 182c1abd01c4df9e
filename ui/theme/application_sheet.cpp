// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/application_sheet.hpp"

#include <QApplication>
#include <QEvent>
#include <QStyle>

#include <algorithm>

namespace burin::ui {

namespace {

struct Widgets {
    QList<QPointer<QWidget>> open;    ///< in windows that are shown
    QList<QPointer<QWidget>> closed;  ///< in other windows
};

/// Adds the widgets of a tree that are polished; the others get the new look when they are polished for the
/// first time. A widget comes before the widgets inside it, which may inherit its font.
void addPolished(QWidget* widget, bool open, Widgets& all) {
    if (widget->isWindow()) open = widget->isVisible();
    if (widget->testAttribute(Qt::WA_WState_Polished)) (open ? all.open : all.closed).append(widget);
    for (QObject* child : widget->children()) {
        if (auto* const inner = qobject_cast<QWidget*>(child)) addPolished(inner, open, all);
    }
}

}  // namespace

ApplicationSheet::ApplicationSheet(QObject* parent) : QObject(parent) {
    next_.setSingleShot(true);
    connect(&next_, &QTimer::timeout, this, [this] { polish(stepWidgets); });
}

void ApplicationSheet::set(const QString& sheet) {
    left_.clear();
    if (qApp->styleSheet().isEmpty()) {
        qApp->setStyleSheet(sheet);  // a new style, with which Qt polishes each widget once
        return;
    }
    // Qt polishes the widgets whose rules it has looked up, and their children. After this it knows of none.
    QApplication::style()->unpolish(qApp);
    qApp->setStyleSheet(sheet);
    QApplication::style()->polish(qApp);
    Widgets all;
    for (QWidget* window : QApplication::topLevelWidgets()) {
        if (window->parentWidget() == nullptr)
            addPolished(window, false, all);  // a dialog is inside its window
    }
    left_ = all.open + all.closed;
    polish(std::max<qsizetype>(all.open.size(), stepWidgets));
}

void ApplicationSheet::polish(qsizetype count) {
    // A handler of an event may delete widgets, or apply another sheet.
    const QList<QPointer<QWidget>> now = left_.mid(0, count);
    left_.remove(0, now.size());
    QEvent change(QEvent::StyleChange);
    for (const QPointer<QWidget>& widget : now) {
        if (widget) widget->style()->polish(widget);
        if (widget) QCoreApplication::sendEvent(widget, &change);
    }
    if (left_.isEmpty())
        next_.stop();
    else
        next_.start(0);
}

}  // namespace burin::ui
