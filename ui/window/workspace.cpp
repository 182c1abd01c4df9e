// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace.hpp"

#include "ui/window/panel_tabs.hpp"

#include <QApplication>
#include <QPointer>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

/// Below these sizes neighbouring groups of tabs become one.
constexpr int wideEnough = 1400;
constexpr int highEnough = 860 - 92;  // without menu, tool bar and status bar

constexpr QSize leastViewport{480, 240};
constexpr QSize leastGraph{480, 200};
constexpr QSize leastRight{300, 240};
constexpr QSize leastBottom{360, 92};
/// What a panel gets at least where all of them are tabs of one group.
constexpr QSize leastTab{240, 120};

QSplitter* splitter(Qt::Orientation orientation, const QString& name) {
    auto* result = new QSplitter(orientation);
    result->setObjectName(name);
    result->setHandleWidth(4);
    result->setChildrenCollapsible(false);
    return result;
}

PanelTabs* group(QSize least) {
    auto* tabs = new PanelTabs;
    tabs->setMinimumSize(least);
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
      bottomLeft_(group(leastBottom)),
      bottomRight_(group({320, 92})),
      rightAbove_(group(leastRight)),
      rightBelow_(group({300, 160})) {
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
    const QSize least = place == Place::viewport ? leastViewport
                        : place == Place::graph  ? leastGraph
                                                 : panel->minimumSize();
    panels_.push_back({panel, place, least, 0});
    settle(panels_.back());
}

PanelTabs* Workspace::homeOf(Place place) const {
    switch (place) {
        case Place::viewport:
        case Place::graph:
            return folding_.centre ? bottomLeft_ : nullptr;
        case Place::bottomLeft:
            break;
        case Place::bottomRight:
            return folding_.bottomRight ? bottomLeft_ : bottomRight_;
        case Place::rightAbove:
            return folding_.right ? bottomLeft_ : rightAbove_;
        case Place::rightBelow:
            return folding_.right ? bottomLeft_ : folding_.rightBelow ? rightAbove_ : rightBelow_;
    }
    return bottomLeft_;
}

/// Puts a panel where it belongs; between the splitters its least size holds, a tab takes what there is.
void Workspace::settle(const Panel& panel) {
    PanelTabs* home = homeOf(panel.place);
    if (home != nullptr) {
        panel.widget->setMinimumSize(panel.least.boundedTo(leastTab));
        home->add(panel.widget);
        home->setCount(panel.widget, panel.count);
        return;
    }
    panel.widget->setMinimumSize(panel.least);
    if (panel.widget->parentWidget() == left_) return;
    const int at = panel.place == Place::viewport ? 0 : left_->indexOf(bottom_);
    left_->insertWidget(at, panel.widget);
    left_->setStretchFactor(at, panel.place == Place::viewport ? 1 : 0);
    panel.widget->show();
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
    if (folding_.centre || folding_.right) return;  // not the sizes that the user has left
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

Workspace::Folding Workspace::foldingAt(QSize size) {
    const int handle = 4;
    const bool narrow = size.width() < leastViewport.width() + handle + leastRight.width();
    const int bottom = narrow ? leastRight.height() : leastBottom.height();
    return {size.width() < wideEnough, size.height() < highEnough, narrow,
            size.height() < leastViewport.height() + leastGraph.height() + bottom + 2 * handle};
}

/// Puts all panels where they belong in a window of this size. The tabs that were open stay open.
void Workspace::fold(const Folding& folding) {
    const QPointer<QWidget> focus = QApplication::focusWidget();
    QList<QWidget*> open;  // of groups that become one the first keeps its tab
    for (const PanelTabs* group : groups())
        open.prepend(group->currentWidget());
    // What one works with comes to the front of a group that it joins.
    if (folding.centre && !folding_.centre) {
        const Panel* front = nullptr;
        for (const Panel& panel : panels_) {
            const bool has = focus != nullptr && panel.widget->isAncestorOf(focus);
            if (has || (front == nullptr && panel.place == Place::graph)) front = &panel;
        }
        if (front != nullptr) open << front->widget;
    }
    if (isVisible()) saveLayout();
    const bool had = folding_.centre || folding_.right;
    folding_ = folding;
    for (PanelTabs* group : groups()) {
        while (group->count() > 0)
            group->removeTab(0);
    }
    for (const Panel& panel : panels_)
        settle(panel);
    for (QWidget* panel : open) {
        if (PanelTabs* group = panel == nullptr ? nullptr : groupOf(panel)) group->setCurrentWidget(panel);
    }
    for (PanelTabs* group : groups())
        group->setVisible(group->count() > 0);
    right_->setVisible(!folding.right);
    bottomLeft_->setMinimumSize(folding.centre ? leastTab : folding.right ? leastRight : leastBottom);
    rightAbove_->setMinimumSize(folding.centre ? leastTab : leastRight);
    if (had && !folding.centre && !folding.right) restoreLayout();
    if (focus != nullptr && focus->isVisible()) focus->setFocus(Qt::OtherFocusReason);
}

void Workspace::resizeEvent(QResizeEvent* event) {
    const Folding folding = foldingAt(size());
    if (folding != folding_ && !panels_.isEmpty()) fold(folding);
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
    QList<QWidget*> open;
    for (const Panel& panel : panels_) {
        if (groupOf(panel.widget) == nullptr) open << panel.widget;
    }
    for (const PanelTabs* group : groups()) {
        // Where viewport and graph are tabs, the tabs are what one steps through.
        const bool all = folding_.centre && group == bottomLeft_;
        for (int tab = 0; tab < group->count(); ++tab) {
            if (all || tab == group->currentIndex()) open << group->widget(tab);
        }
    }
    const QWidget* focus = QApplication::focusWidget();
    int at = by > 0 ? -1 : 0;
    for (int i = 0; i < open.size(); ++i) {
        if (focus != nullptr && (open[i] == focus || open[i]->isAncestorOf(focus))) at = i;
    }
    const int count = static_cast<int>(open.size());
    reveal(open[(at + by + count) % count]);
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
    for (Panel& known : panels_) {
        if (known.widget == panel) known.count = count;
    }
    if (PanelTabs* group = groupOf(panel)) group->setCount(panel, count);
}

}  // namespace burin::ui
