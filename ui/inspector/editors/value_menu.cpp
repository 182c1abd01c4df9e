// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/value_menu.hpp"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>

namespace burin::ui {

namespace {

struct ValueMenu {
    Q_DECLARE_TR_FUNCTIONS(ValueMenu)
};

/// The part of the value that a widget inside `owner` shows; empty: the whole value.
std::string partAt(const QWidget& owner, const QWidget* widget) {
    for (; widget != nullptr && widget != &owner; widget = widget->parentWidget()) {
        const QString part = widget->property(partProperty).toString();
        if (!part.isEmpty()) return part.toStdString();
    }
    return {};
}

/// The context menu of the text field at `place`; empty if the field is missing or disabled.
QMenu* textMenuAt(QWidget* owner, QPoint place) {
    QWidget* const at = owner->childAt(place);
    if (at != nullptr && !at->isEnabled()) return new QMenu(owner);  // nothing can be pasted there
    if (auto* const line = qobject_cast<QLineEdit*>(at)) return line->createStandardContextMenu();
    auto* const lines = qobject_cast<QPlainTextEdit*>(at == nullptr ? nullptr : at->parentWidget());
    QMenu* const menu = lines == nullptr ? nullptr : lines->createStandardContextMenu();
    return menu == nullptr ? new QMenu(owner) : menu;
}

/// An action that exposes a value. If that is not possible, it says why.
void addExposing(QMenu& menu, const char* name, const QString& text, const EditorPlace& place,
                 const std::vector<Knob>& knobs) {
    const QString whyNot = place.exposer->whyNot(place.node, knobs);
    QAction* action = menu.addAction(whyNot.isEmpty() ? text : ValueMenu::tr("%1: %2").arg(text, whyNot));
    action->setObjectName(name);
    action->setEnabled(whyNot.isEmpty());
    QObject::connect(action, &QAction::triggered, place.exposer,
                     [exposer = place.exposer, node = place.node, knobs] { exposer->expose(node, knobs); });
}

/// Actions that make a value follow a parameter of the group.
void addFollowing(QMenu& menu, const EditorPlace& place, const std::vector<Knob>& knobs) {
    for (const QString& parameter : place.exposer->leaders(place.node, knobs)) {
        QAction* action = menu.addAction(ValueMenu::tr("Follow %1").arg(parameter));
        action->setObjectName("value.follow." + parameter);
        QObject::connect(action, &QAction::triggered, place.exposer,
                         [exposer = place.exposer, node = place.node, knobs, parameter] {
                             exposer->follow(node, knobs, parameter);
                         });
    }
}

}  // namespace

MenuValue valueBelow(const QWidget& owner, const EditorPlace& place, QPoint point) {
    if (place.exposer == nullptr) return {};
    ValuePath path = {place.key};
    if (!place.within.empty()) path.insert(path.begin(), place.within);
    path.insert(path.end(), place.path.begin(), place.path.end());
    const std::string part = partAt(owner, owner.childAt(point));
    const std::vector<Knob> whole = place.exposer->knobsOf(place.node, path);
    if (part.empty()) return {whole, {}, {}};
    path.push_back(part);
    // If both numbers of a pair are equal, the user rarely means only one of them.
    const bool together = whole.size() == 1 && whole.front().size() > 1;
    if (together) return {whole, {path}, {}};
    return {{{path}}, {}, {}};
}

void showValueMenu(QWidget* owner, const EditorPlace& place, QContextMenuEvent* event,
                   const MenuValue& value) {
    QMenu* menu = textMenuAt(owner, event->pos());
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("value.menu");
    if (!menu->isEmpty()) menu->addSeparator();
    if (place.exposer != nullptr) {
        addExposing(*menu, "value.expose", ValueMenu::tr("Expose as parameter"), place, value.knobs);
        if (!value.alone.empty())
            addExposing(*menu, "value.exposeAlone", ValueMenu::tr("Expose this number alone"), place,
                        {value.alone});
        addFollowing(*menu, place, value.knobs);
    }
    if (value.release) {
        QAction* release = menu->addAction(value.releaseWords);
        release->setObjectName("value.release");
        QObject::connect(release, &QAction::triggered, owner, [release = value.release] { release(); });
    }
    QAction* back = menu->addAction(ValueMenu::tr("Back to the default"));
    back->setObjectName("value.reset");
    back->setEnabled(static_cast<bool>(value.reset));
    QObject::connect(back, &QAction::triggered, owner, [reset = value.reset] { reset(); });
    menu->popup(event->globalPos());
}

}  // namespace burin::ui
