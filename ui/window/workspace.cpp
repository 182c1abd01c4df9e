// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace.hpp"

#include "ui/window/panel_tabs.hpp"

#include <QApplication>
#include <QPointer>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

/// Below these sizes, neighbouring tab groups are merged.
constexpr int wideEnough = 1400;
constexpr int highEnough = 860 - 92;  // without menu, tool bar and status bar

constexpr QSize leastViewport{480, 240};
constexpr QSize leastGraph{480, 200};
constexpr QSize leastLibrary{200, 300};
constexpr QSize leastRight{300, 240};
constexpr QSize leastBottom{360, 60};  ///< the tabs and one row
constexpr int bottomHeight = 132;
constexpr int viewportHeight = 396;
constexpr int graphHeight = 372;
/// The minimum size of a panel if all panels are tabs of one group.
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
      left_(splitter(Qt::Vertical, "centreAndBottom")),
      upper_(splitter(Qt::Horizontal, "libraryAndCentre")),
      centre_(splitter(Qt::Vertical, "centre")),
      bottom_(splitter(Qt::Horizontal, "bottom")),
      right_(splitter(Qt::Vertical, "right")),
      library_(group(leastLibrary)),
      bottomLeft_(group(leastBottom)),
      bottomRight_(group({320, leastBottom.height()})),
      rightAbove_(group(leastRight)),
      rightBelow_(group({300, 160})) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(columns_);
    bottom_->addWidget(bottomLeft_);
    bottom_->addWidget(bottomRight_);
    upper_->addWidget(library_);
    upper_->addWidget(centre_);
    upper_->setStretchFactor(1, 1);
    left_->addWidget(upper_);
    left_->addWidget(bottom_);
    left_->setStretchFactor(0, 1);
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
    panels_.push_back({panel, place, least, 0, true});
    settle(panels_.back());
}

PanelTabs* Workspace::homeOf(Place place) const {
    switch (place) {
        case Place::viewport:
        case Place::graph:
            return folding_.centre ? bottomLeft_ : nullptr;
        case Place::library:
            return folding_.library ? bottomLeft_ : library_;
        case Place::bottomLeft:
            break;
        case Place::bottomRight:
            return folding_.bottomRight ? bottomLeft_ : bottomRight_;
        case Place::rightAbove:
            return folding_.right ? bottomLeft_ : rightAbove_;
        case Place::rightBelow:
            return folding_.right ? bottomLeft_ : folding_.rightBelow ? rightAbove_ : rightBelow_;
        case Place::belowInspector:
            return folding_.right ? bottomLeft_ : rightBelow_;
    }
    return bottomLeft_;
}

/// Puts a panel in its place. Its minimum size applies between splitters, but not in tabs.
void Workspace::settle(const Panel& panel) {
    PanelTabs* home = homeOf(panel.place);
    if (panel.place == Place::library && !libraryOpen_) {
        panel.widget->setParent(this);
        panel.widget->hide();
        return;
    }
    if (home != nullptr) {
        panel.widget->setMinimumSize(panel.least.boundedTo(leastTab));
        home->add(panel.widget);
        home->setCount(panel.widget, panel.count);
        return;
    }
    panel.widget->setMinimumSize(panel.least);
    if (panel.widget->parentWidget() == centre_) return;
    const int at = panel.place == Place::viewport ? 0 : centre_->count();
    centre_->insertWidget(at, panel.widget);
    // In a lower window both become lower, in a higher one the viewport becomes the larger.
    centre_->setStretchFactor(at, panel.place == Place::viewport ? viewportHeight : graphHeight);
    panel.widget->show();
}

QList<PanelTabs*> Workspace::groups() const {
    return {library_, bottomLeft_, bottomRight_, rightAbove_, rightBelow_};
}

PanelTabs* Workspace::groupOf(const QWidget* panel) const {
    for (PanelTabs* group : groups()) {
        if (group->indexOf(panel) >= 0) return group;
    }
    return nullptr;
}

void Workspace::restoreLayout() {
    openLibrary(settings_.layout("library") == "open");
    for (QSplitter* splitter : splitters()) {
        if (!splitter->restoreState(settings_.layout(splitter->objectName()))) return resetLayout();
    }
}

void Workspace::saveLayout() {
    settings_.setLayout("library", libraryOpen_ ? "open" : "closed");
    if (folding_.centre || folding_.right) return;  // these are not sizes that the user has chosen
    for (const QSplitter* splitter : splitters())
        settings_.setLayout(splitter->objectName(), splitter->saveState());
}

void Workspace::resetLayout() {
    settings_.forgetLayout();
    openLibrary(false);
    columns_->setSizes({std::max(480, width() - 340), 336});
    left_->setSizes({772, defaultBottom()});
    upper_->setSizes({272, 984});
    centre_->setSizes({viewportHeight, graphHeight});
    bottom_->setSizes({756, 500});
    right_->setSizes({672, 232});
}

/// In a low window the bottom panels, which are mostly empty, show one row.
int Workspace::defaultBottom() const {
    return folding_.rightBelow ? leastBottom.height() : bottomHeight;
}

Workspace::Folding Workspace::foldingAt(QSize size) {
    const int handle = 4;
    const bool narrow = size.width() < leastViewport.width() + handle + leastRight.width();
    const int bottom = narrow ? leastRight.height() : leastBottom.height();
    const int withLibrary = leastLibrary.width() + leastViewport.width() + leastRight.width() + 2 * handle;
    const bool low = size.height() < leastViewport.height() + leastGraph.height() + bottom + 2 * handle;
    return {size.width() < wideEnough, size.height() < highEnough, size.width() < withLibrary || low, narrow,
            low};
}

/// Arranges all panels for a window of this size. Open tabs stay open.
void Workspace::fold(const Folding& folding) {
    const QPointer<QWidget> focus = QApplication::focusWidget();
    QList<QWidget*> open;  // when groups are merged, the first one's tab stays in front
    for (const PanelTabs* group : groups())
        open.prepend(group->currentWidget());
    // The panel with the focus comes to the front when its group is merged.
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
    const bool chosen =
        !settings_.layout(left_->objectName()).isEmpty() && bottom_->height() != defaultBottom();
    folding_ = folding;
    for (PanelTabs* group : groups()) {
        while (group->count() > 0)
            group->removeTab(0);
    }
    for (const Panel& panel : panels_) {
        if (panel.present) settle(panel);
    }
    for (QWidget* panel : open) {
        if (PanelTabs* group = panel == nullptr ? nullptr : groupOf(panel)) group->setCurrentWidget(panel);
    }
    for (PanelTabs* group : groups())
        group->setVisible(group->count() > 0);
    upper_->setVisible(!folding.centre);
    right_->setVisible(!folding.right);
    bottomLeft_->setMinimumSize(folding.centre ? leastTab : folding.right ? leastRight : leastBottom);
    rightAbove_->setMinimumSize(folding.centre ? leastTab : leastRight);
    if (had && !folding.centre && !folding.right) restoreLayout();
    if (!chosen) left_->setSizes({height() - defaultBottom(), defaultBottom()});
    if (focus != nullptr && focus->isVisible()) focus->setFocus(Qt::OtherFocusReason);
}

void Workspace::resizeEvent(QResizeEvent* event) {
    const Folding folding = foldingAt(size());
    if (folding != folding_ && !panels_.isEmpty()) fold(folding);
    QWidget::resizeEvent(event);
}

/// Gives the library its place, or takes it away.
void Workspace::openLibrary(bool open) {
    libraryOpen_ = open;
    for (const Panel& panel : panels_) {
        if (panel.place == Place::library) settle(panel);
    }
    library_->setVisible(library_->count() > 0);
}

void Workspace::toggle(QWidget* library) {
    const QWidget* focus = QApplication::focusWidget();
    const bool has = focus != nullptr && library->isAncestorOf(focus);
    has ? openLibrary(false) : reveal(library);
}

void Workspace::reveal(QWidget* panel) {
    const bool isLibrary = std::any_of(panels_.begin(), panels_.end(), [&](const Panel& known) {
        return known.widget == panel && known.place == Place::library;
    });
    if (isLibrary && !libraryOpen_) openLibrary(true);
    if (PanelTabs* group = groupOf(panel)) {
        group->reveal(panel);
    } else {
        panel->setFocus(Qt::ShortcutFocusReason);
    }
}

void Workspace::step(int by) {
    QList<QWidget*> open;
    for (const Panel& panel : panels_) {
        if (panel.present && homeOf(panel.place) == nullptr) open << panel.widget;
    }
    for (const PanelTabs* group : groups()) {
        // If viewport and graph are tabs, step through those tabs as well.
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

void Workspace::setPresent(QWidget* panel, bool present) {
    const auto known = std::find_if(panels_.begin(), panels_.end(),
                                    [panel](const Panel& one) { return one.widget == panel; });
    if (known == panels_.end() || known->present == present) return;
    known->present = present;
    PanelTabs* group = homeOf(known->place);
    if (!present) {
        group->removeTab(group->indexOf(panel));
        panel->hide();
    } else {
        settle(*known);
        if (group == rightBelow_) group->setCurrentWidget(panel);
    }
    group->setVisible(group->count() > 0);
}

void Workspace::setCount(const QWidget* panel, int count) {
    for (Panel& known : panels_) {
        if (known.widget == panel) known.count = count;
    }
    if (PanelTabs* group = groupOf(panel)) group->setCount(panel, count);
}

}  // namespace burin::ui
