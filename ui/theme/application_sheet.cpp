// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/application_sheet.hpp"

#include <QApplication>
#include <QEvent>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

struct Widgets {
    QList<QPointer<QWidget>> shown;
    QList<QPointer<QWidget>> hidden;  ///< also those in hidden pages of open windows
};

/// Adds the widgets of a tree that are polished; the others get the new look when they are polished for the
/// first time. A widget comes before the widgets inside it, which may inherit its font.
void addPolished(QWidget* widget, Widgets& all) {
    if (widget->testAttribute(Qt::WA_WState_Polished))
        (widget->isVisible() ? all.shown : all.hidden).append(widget);
    for (QObject* child : widget->children()) {
        if (child->isWidgetType()) addPolished(static_cast<QWidget*>(child), all);
    }
}

/// A handler of an event may delete the widget.
void polishOne(const QPointer<QWidget>& widget) {
    if (widget) widget->style()->polish(widget);
    if (widget) widget->update();
}

}  // namespace

ApplicationSheet::ApplicationSheet(QObject* parent) : QObject(parent) {
    next_.setSingleShot(true);
    connect(&next_, &QTimer::timeout, this, [this] { polish(stepWidgets); });
}

void ApplicationSheet::set(const QString& sheet) {
    left_.clear();
    const QString before = std::exchange(set_, sheet);
    if (before.isEmpty() || before != qApp->styleSheet()) {
        qApp->setStyleSheet(sheet);
        return;
    }
    // Qt polishes the widgets whose rules it has looked up, and their children. After this it knows of none.
    QApplication::style()->unpolish(qApp);
    qApp->setStyleSheet(sheet);
    QApplication::style()->polish(qApp);
    Widgets all;
    for (QWidget* window : QApplication::topLevelWidgets()) {
        if (window->parentWidget() == nullptr) addPolished(window, all);  // a dialog is inside its window
    }
    left_ = all.shown + all.hidden;
    qApp->installEventFilter(this);
    polish(std::max<qsizetype>(all.shown.size(), stepWidgets));
}

/// A widget that is shown before its turn is polished before it is painted.
bool ApplicationSheet::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show || !watched->isWidgetType()) return false;
    const QPointer<QWidget> widget = static_cast<QWidget*>(watched);
    if (left_.removeOne(widget)) polishOne(widget);
    return false;
}

void ApplicationSheet::polish(qsizetype count) {
    // A handler of an event may apply another sheet.
    const QList<QPointer<QWidget>> now = left_.mid(0, count);
    left_.remove(0, now.size());
    for (const QPointer<QWidget>& widget : now)
        polishOne(widget);
    if (!left_.isEmpty()) return next_.start(0);
    next_.stop();
    qApp->removeEventFilter(this);
}

}  // namespace burin::ui
