// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panel_tabs.hpp"

#include "ui/window/panel_tab_bar.hpp"

#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>

namespace burin::ui {

PanelTabs::PanelTabs(QWidget* parent) : QTabWidget(parent), bar_(new PanelTabBar) {
    setTabBar(bar_);
    setDocumentMode(true);
    tabBar()->setDrawBase(false);
    tabBar()->setExpanding(false);
}

void PanelTabs::add(QWidget* panel) {
    addTab(panel, panel->windowTitle());
}

QWidget* PanelTabs::pages() const {
    return findChild<QStackedWidget*>(QString(), Qt::FindDirectChildrenOnly);
}

void PanelTabs::setCount(const QWidget* panel, int count) {
    const int index = indexOf(panel);
    if (index < 0) return;
    const QString text = count > 0 ? QString::number(count) : QString();
    auto* const before = qobject_cast<QLabel*>(tabBar()->tabButton(index, QTabBar::RightSide));
    if (text == (before == nullptr ? QString() : before->text())) return;
    // A tab computes its width when a badge is set, and leaves room even for a hidden badge.
    QLabel* badge = nullptr;
    if (!text.isEmpty()) {
        badge = new QLabel(text);
        badge->setObjectName("tabCount");
        badge->setAlignment(Qt::AlignCenter);
    }
    tabBar()->setTabButton(index, QTabBar::RightSide, badge);
    if (before != nullptr) before->deleteLater();
    bar_->fit();
}

void PanelTabs::reveal(QWidget* panel) {
    setCurrentWidget(panel);
    // If the panel already has the focus, let it take the focus again to pick the right child.
    if (panel->hasFocus()) panel->clearFocus();
    panel->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace burin::ui
