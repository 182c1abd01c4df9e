// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panel_tab_bar.hpp"

#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QStyle>
#include <QToolButton>

namespace burin::ui {

namespace {

constexpr int othersWidth = 28;

}  // namespace

PanelTabBar::PanelTabBar(QWidget* parent) : QTabBar(parent), others_(new QToolButton(this)) {
    others_->setObjectName("otherTabs");
    others_->setToolTip(tr("Other panels"));
    others_->setAccessibleName(others_->toolTip());
    others_->setFocusPolicy(Qt::NoFocus);  // the arrow keys lead to all panels
    others_->setPopupMode(QToolButton::InstantPopup);
    auto* const menu = new QMenu(others_);
    others_->setMenu(menu);
    others_->hide();
    connect(menu, &QMenu::aboutToShow, this, &PanelTabBar::listOthers);
    connect(this, &QTabBar::currentChanged, this, &PanelTabBar::fit);
}

int PanelTabBar::widthOfAll() const {
    int width = 0;
    for (int tab = 0; tab < count(); ++tab)
        width += tabSizeHint(tab).width();
    return width;
}

QSize PanelTabBar::sizeHint() const {
    return {widthOfAll_, QTabBar::sizeHint().height()};
}

void PanelTabBar::fit() {
    if (fitting_) return;
    const QScopedValueRollback<bool> guard(fitting_, true);
    widthOfAll_ = widthOfAll();
    const bool all = widthOfAll_ <= width();
    // The open title keeps its place in the order, so the ones before it leave room for it.
    int room = all ? width() : width() - othersWidth - tabSizeHint(currentIndex()).width();
    bool full = false;
    for (int tab = 0; tab < count(); ++tab) {
        const bool open = tab == currentIndex();
        if (!all && !open) {
            full = full || tabSizeHint(tab).width() > room;
            room -= tabSizeHint(tab).width();
        }
        const bool shown = open || !full;
        setTabVisible(tab, shown);
        if (QWidget* const badge = tabButton(tab, RightSide)) badge->setVisible(shown);
    }
    const QRect place(width() - othersWidth, 0, othersWidth, height());
    others_->setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
    others_->setVisible(!all);
    others_->raise();
}

void PanelTabBar::listOthers() {
    QMenu& menu = *others_->menu();
    menu.clear();
    for (int tab = 0; tab < count(); ++tab) {
        if (isTabVisible(tab)) continue;
        const auto* const badge = qobject_cast<const QLabel*>(tabButton(tab, RightSide));
        const QString text = badge == nullptr ? tabText(tab) : tabText(tab) + '\t' + badge->text();
        connect(menu.addAction(text), &QAction::triggered, this, [this, tab] {
            emit tabBarClicked(tab);
            setCurrentIndex(tab);
        });
    }
}

/// Opens the next panel. Some versions of Qt leave out the panels whose titles are not shown.
void PanelTabBar::step(int by) {
    const int next = currentIndex() + by;
    if (next >= 0 && next < count()) setCurrentIndex(next);
}

void PanelTabBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) return QTabBar::keyPressEvent(event);
    step((event->key() == Qt::Key_Right) != isRightToLeft() ? 1 : -1);
}

void PanelTabBar::resizeEvent(QResizeEvent* event) {
    QTabBar::resizeEvent(event);
    fit();
}

void PanelTabBar::showEvent(QShowEvent* event) {
    QTabBar::showEvent(event);
    fit();
}

void PanelTabBar::changeEvent(QEvent* event) {
    QTabBar::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fit();
}

void PanelTabBar::tabInserted(int index) {
    QTabBar::tabInserted(index);
    fit();
}

void PanelTabBar::tabRemoved(int index) {
    QTabBar::tabRemoved(index);
    fit();
}

}  // namespace burin::ui
