// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/why_tips.hpp"

#include "ui/words/problem_text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAction>
#include <QHelpEvent>
#include <QMenu>
#include <QToolButton>
#include <QToolTip>

namespace burin::ui {

namespace {

/// Why the command cannot run; empty if it can.
QString reasonOf(const QAction* command) {
    if (command == nullptr || command->isEnabled()) return {};
    const QString why = command->property(whyDisabled).toString();
    return why.isEmpty() ? QString() : sentence(why);
}

}  // namespace

bool WhyTips::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ToolTip) return false;
    const auto* help = static_cast<QHelpEvent*>(event);
    if (auto* menu = qobject_cast<QMenu*>(watched)) {
        const QAction* const command = menu->actionAt(help->pos());
        const QString why = reasonOf(command);
        if (why.isEmpty()) return false;
        QToolTip::showText(help->globalPos(), why, menu, menu->actionGeometry(menu->actionAt(help->pos())));
        return true;
    }
    if (auto* button = qobject_cast<QToolButton*>(watched)) {
        const QString why = reasonOf(button->defaultAction());
        if (why.isEmpty()) return false;
        const QString tip = button->toolTip();
        QToolTip::showText(help->globalPos(), tip.isEmpty() ? why : tip + '\n' + why, button);
        return true;
    }
    return false;
}

}  // namespace burin::ui
