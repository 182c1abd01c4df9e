// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace.hpp"

#include "ui/window/panel_tabs.hpp"

#include <QApplication>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

/// Below these sizes neighbouring groups of tabs become one.
constexpr int wideEnough = 1400;
constexpr int highEnough = 860 - 92;  // without menu, tool bar and status bar

QSplitter* splitter(Qt::Orientation orientation, const QString& name) {
    auto* result = new QSplitter(orientation);
    result->setObjectName(name);
    result->setHandleWidth(4);
    result->setChildrenCollapsible(false);
    return result;
}

PanelTabs* group(int width, int height) {
    auto* tabs = new PanelTabs;
    tabs->setMinimumSize(width, height);
    return tabs;
}

}  // namespace

Workspace::Workspace(Settings& settings, QWidget* parent)
    : QWidget(parent),
      settings_(settings),
      columns_(splitter(Qt::Horizontal, "columns")),
      left_(splitter(Qt::Vertical, "left")),
      bottom_(splitter(Qt::Horizontal, "bottom")),
      right_(splitter(Qt::Vertical, "right")),
      bottomLeft_(group(360, 92)),
      bottomRight_(group(320, 92)),
      rightAbove_(group(300, 240)),
      rightBelow_(group(300, 160)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(columns_);
    bottom_->addWidget(bottomLeft_);
    bottom_->addWidget(bottomRight_);
    left_->addWidget(bottom_);
    right_->addWidget(rightAbove_);
    right_->addWidget(rightBelow_);
    columns_->addWidget(left_);
    columns_->addWidget(right_);
    columns_->setStretchFactor(0, 1);
    right_->setStretchFactor(0, 1);
}

void Workspace::place(QWidget* panel, Place place) {
    switch (place) {
        case Place::viewport:
            viewport_ = panel;
            panel->setMinimumSize(480, 240);
            left_->insertWidget(0, panel);
            left_->setStretchFactor(0, 1);
            break;
        case Place::graph:
            graph_ = panel;
            panel->setMinimumSize(480, 200);
            left_->insertWidget(viewport_ == nullptr ? 0 : 1, panel);
            break;
        case Place::bottomLeft:
            bottomLeft_->add(panel);
            break;
        case Place::bottomRight:
            ofBottomRight_ << panel;
            bottomRight_->add(panel);
            break;
        case Place::rightAbove:
            rightAbove_->add(panel);
            break;
        case Place::rightBelow:
            ofRightBelow_ << panel;
            rightBelow_->add(panel);
            break;
    }
}

QList<PanelTabs*> Workspace::groups() const {
    return {bottomLeft_, bottomRight_, rightAbove_, rightBelow_};
}

PanelTabs* Workspace::groupOf(const QWidget* panel) const {
    for (PanelTabs* group : groups()) {
        if (group->indexOf(panel) >= 0) return group;
    }
    return nullptr;
}

void Workspace::restoreLayout() {
    for (QSplitter* splitter : splitters()) {
        if (!splitter->restoreState(settings_.layout(splitter->objectName()))) return resetLayout();
    }
}

void Workspace::saveLayout() {
    for (const QSplitter* splitter : splitters())
        settings_.setLayout(splitter->objectName(), splitter->saveState());
}

void Workspace::resetLayout() {
    settings_.forgetLayout();
    columns_->setSizes({std::max(480, width() - 340), 336});
    left_->setSizes({396, 372, 132});
    bottom_->setSizes({756, 500});
    right_->setSizes({672, 232});
}

/// Puts the panels of `second` behind those of `first`, or back into their own group.
void Workspace::arrange(PanelTabs& first, PanelTabs& second, const QList<QWidget*>& ofSecond, bool together) {
    PanelTabs& target = together ? first : second;
    QWidget* open = first.currentWidget();
    for (QWidget* panel : ofSecond) {
        if (target.indexOf(panel) < 0) target.add(panel);
    }
    if (open != nullptr && first.indexOf(open) >= 0) first.setCurrentWidget(open);
    second.setVisible(second.count() > 0);
}

void Workspace::resizeEvent(QResizeEvent* event) {
    arrange(*bottomLeft_, *bottomRight_, ofBottomRight_, width() < wideEnough);
    arrange(*rightAbove_, *rightBelow_, ofRightBelow_, height() < highEnough);
    QWidget::resizeEvent(event);
}

void Workspace::reveal(QWidget* panel) {
    if (PanelTabs* group = groupOf(panel)) {
        group->reveal(panel);
    } else {
        panel->setFocus(Qt::ShortcutFocusReason);
    }
}

void Workspace::step(int by) {
    QList<QWidget*> open{viewport_, graph_};
    for (const PanelTabs* group : groups()) {
        if (group->isVisible() && group->count() > 0) open << group->currentWidget();
    }
    const QWidget* focus = QApplication::focusWidget();
    int at = by > 0 ? -1 : 0;
    for (int i = 0; i < open.size(); ++i) {
        if (focus != nullptr && (open[i] == focus || open[i]->isAncestorOf(focus))) at = i;
    }
    const int count = static_cast<int>(open.size());
    open[(at + by + count) % count]->setFocus(Qt::TabFocusReason);
}

void Workspace::stepTab(int by) {
    const QWidget* focus = QApplication::focusWidget();
    for (PanelTabs* group : groups()) {
        if (group->count() == 0 || focus == nullptr || !group->isAncestorOf(focus)) continue;
        group->setCurrentIndex((group->currentIndex() + by + group->count()) % group->count());
        group->currentWidget()->setFocus(Qt::TabFocusReason);
    }
}

void Workspace::setCount(const QWidget* panel, int count) {
    if (PanelTabs* group = groupOf(panel)) group->setCount(panel, count);
}

}  // namespace burin::ui
