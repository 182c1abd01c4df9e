// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/fields/pick_menu.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimer>

namespace burin::ui {

namespace {

/// Longer words are cut in the middle.
constexpr int mostWidth = 480;

/// \return whether the action has a mark that the user may change
bool turnMark(QAction* action) {
    if (action == nullptr || !action->isCheckable() || !action->isEnabled()) return false;
    action->toggle();
    return true;
}

}  // namespace

PickMenu::PickMenu(QWidget* parent) : QMenu(parent) {
    setToolTipsVisible(true);
    setProperty("scrolls", true);
}

QString PickMenu::shown(const QString& words) const {
    return fontMetrics().elidedText(words, Qt::ElideMiddle, mostWidth).replace('&', "&&");
}

QAction* PickMenu::addName(const QString& name, const QString& note, bool marked) {
    QAction* const action = addAction(note.isEmpty() ? shown(name) : shown(name) + '\t' + note);
    action->setData(name);
    action->setToolTip(name);
    action->setCheckable(true);
    action->setChecked(marked);
    return action;
}

void PickMenu::addNote(const QString& words) {
    QAction* const action = addAction(shown(words));
    action->setToolTip(words);
    action->setEnabled(false);
}

void PickMenu::mouseReleaseEvent(QMouseEvent* event) {
    if (!turnMark(actionAt(event->position().toPoint()))) QMenu::mouseReleaseEvent(event);
}

void PickMenu::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space && turnMark(activeAction())) return;
    if (event->key() == Qt::Key_Escape) givenUp_ = true;
    QMenu::keyPressEvent(event);
}

void PickMenu::showEvent(QShowEvent* event) {
    givenUp_ = false;
    QMenu::showEvent(event);
}

/// Return hides the menu before it changes the mark.
void PickMenu::hideEvent(QHideEvent* event) {
    QMenu::hideEvent(event);
    if (givenUp_) return;
    QTimer::singleShot(0, this, &PickMenu::picked);
}

}  // namespace burin::ui
