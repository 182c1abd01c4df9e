// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace.hpp"

#include "ui/window/panel_tabs.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QPointer>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

/// Below these sizes, neighbouring tab groups are merged.
constexpr int wideEnough = 1400;
constexpr int highEnough = 860 - 92;  // without menu, tool bar and status bar

constexpr QSize leastViewport{480, 240};
constexpr QSize leastGraph{480, 144};  ///< leaves 420 px to the viewport in a window of 1358 x 700
constexpr QSize leastLibrary{200, 300};
constexpr QSize leastRight{300, 240};
constexpr QSize leastBottom{360, 60};  ///< the tabs and one row
constexpr int bottomHeight = 148;  ///< has room for a line profile, so that nothing moves when one is drawn
constexpr int viewportHeight = 396;
constexpr int graphHeight = 372;
/// The viewport is as high as this if the graph leaves enough space, also in a low window.
constexpr int enoughViewport = 420;
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
      rightBelow_(group({300, 160})),
      openHeight_(bottomHeight) {
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
    settling_.setSingleShot(true);
    settling_.setInterval(100);
    connect(&settling_, &QTimer::timeout, this, &Workspace::settleBottom);
    centre_->installEventFilter(this);
    connect(centre_, &QSplitter::splitterMoved, this, [this] { centreChosen_ = true; });
    connect(left_, &QSplitter::splitterMoved, this, [this] {
        openHeight_ = bottom_->height();
        if (collapsed_) openBottom(true);
    });
    for (PanelTabs* tabs : {bottomLeft_, bottomRight_}) {
        connect(tabs, &QTabWidget::currentChanged, &settling_, qOverload<>(&QTimer::start));
        // A click on the open tab shows a collapsed bottom, and collapses it again.
        connect(tabs, &QTabWidget::tabBarClicked, this, [this, tabs](int tab) {
            if (tab >= 0) openBottom(tab != tabs->currentIndex() || collapsed_);
        });
    }
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        const bool inside = now != nullptr && bottom_->isAncestorOf(now);
        if (collapsed_ && inside && qobject_cast<const QTabBar*>(now) == nullptr) openBottom(true);
    });
}

void Workspace::place(QWidget* panel, Place place) {
    const QSize least = place == Place::viewport ? leastViewport
                        : place == Place::graph  ? leastGraph
                                                 : panel->minimumSize();
    panels_.push_back({panel, place, least, 0});
    settle(panels_.back());
}

QWidget* Workspace::parentAt(Place place) const {
    const PanelTabs* const home = homeOf(place);
    return home == nullptr ? nullptr : home->pages();
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
        case Place::belowInspector:  // a low window would leave one row of the inspector
            return folding_.right ? bottomLeft_ : folding_.centre ? rightAbove_ : rightBelow_;
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
        // The needs of the bottom's panels decide its height.
        const bool below = panel.place == Place::bottomLeft || panel.place == Place::bottomRight;
        panel.widget->setMinimumSize(below ? QSize(0, 0) : panel.least.boundedTo(leastTab));
        home->add(panel.widget);
        home->setCount(panel.widget, panel.count);
        return;
    }
    panel.widget->setMinimumSize(panel.least);
    if (panel.widget->parentWidget() == centre_) return;
    const int at = panel.place == Place::viewport ? 0 : centre_->count();
    centre_->insertWidget(at, panel.widget);
    // In a lower window both shrink. In a taller window the viewport is the larger of the two.
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
    centreChosen_ = settings_.layout("centreHeights") == "chosen";
    const int height = settings_.layout("bottomHeight").toInt();
    openHeight_ = height > 0 ? height : defaultBottom();
    settleBottom();
    shareCentre();
}

void Workspace::saveLayout() {
    settings_.setLayout("library", libraryOpen_ ? "open" : "closed");
    if (folding_.centre || folding_.right) return;  // the user has not chosen these sizes
    for (const QSplitter* splitter : splitters())
        settings_.setLayout(splitter->objectName(), splitter->saveState());
    settings_.setLayout("centreHeights", centreChosen_ ? "chosen" : "default");
    settings_.setLayout("bottomHeight",
                        openHeight_ == defaultBottom() ? QByteArray() : QByteArray::number(openHeight_));
}

void Workspace::resetLayout() {
    settings_.forgetLayout();
    openLibrary(false);
    columns_->setSizes({std::max(480, width() - 340), 336});
    openHeight_ = defaultBottom();
    left_->setSizes({772, openHeight_});
    upper_->setSizes({272, 984});
    centre_->setSizes({viewportHeight, graphHeight});
    bottom_->setSizes({756, 500});
    right_->setSizes({672, 232});
    bottomOpened_ = false;
    centreChosen_ = false;
    settleBottom();
    shareCentre();
}

/// In a low window the bottom panels, which are mostly empty, show one row.
int Workspace::defaultBottom() const {
    return folding_.rightBelow ? leastBottom.height() : bottomHeight;
}

const Workspace::Panel* Workspace::panelOf(const QWidget* widget) const {
    const auto found = std::find_if(panels_.begin(), panels_.end(),
                                    [widget](const Panel& panel) { return panel.widget == widget; });
    return found == panels_.end() ? nullptr : &*found;
}

/// Whether no open tab of the bottom shows what the user wants to see.
bool Workspace::bottomMayCollapse() const {
    for (const PanelTabs* tabs : {bottomLeft_, bottomRight_}) {
        const Panel* panel = panelOf(tabs->currentWidget());
        if (panel != nullptr && panel->content == Content::wanted) return false;
    }
    return true;
}

/// The height that the titles and the open tabs need.
int Workspace::bottomNeeds() const {
    int needs = leastBottom.height();
    for (const PanelTabs* tabs : {bottomLeft_, bottomRight_}) {
        const Panel* panel = panelOf(tabs->currentWidget());
        if (panel != nullptr && panel->content != Content::nothing)
            needs = std::max(needs, tabs->tabBar()->sizeHint().height() + panel->least.height());
    }
    return needs;
}

/// \param open  false: collapse the bottom if it may collapse
void Workspace::openBottom(bool open) {
    bottomOpened_ = open;
    settling_.start();
    if (!open && bottomMayCollapse()) leaveBottom();
}

/// Takes the focus out of the bottom, also while a dialog is in front. Otherwise the keys would go to a panel
/// that is not visible.
void Workspace::leaveBottom() {
    const QWidget* focus = window()->focusWidget();
    if (focus != nullptr && bottom_->isAncestorOf(focus)) begin();
}

/// Gives the bottom the height for what it shows. Nothing moves while a mouse button is pressed.
void Workspace::settleBottom() {
    if (folding_.right || folding_.centre) {
        collapsed_ = false;
        return;
    }
    if (QApplication::mouseButtons() != Qt::NoButton) return settling_.start();
    collapsed_ = folding_.rightBelow && !bottomOpened_ && bottomMayCollapse();
    if (collapsed_) leaveBottom();
    const int least = collapsed_ ? bottomLeft_->tabBar()->sizeHint().height() : bottomNeeds();
    for (PanelTabs* tabs : {bottomLeft_, bottomRight_})
        tabs->setMinimumHeight(least);
    const int wanted = collapsed_ ? least : std::max(openHeight_, least);
    left_->setSizes({std::max(1, height() - wanted), wanted});
}

/// Divides the height between viewport and graph, unless the user has done so.
void Workspace::shareCentre() {
    if (centreChosen_ || folding_.centre || centre_->count() < 2) return;
    const int height = centre_->height() - centre_->handleWidth();
    const int share = height * viewportHeight / (viewportHeight + graphHeight);
    const int viewport = std::max(share, std::min(enoughViewport, height - leastGraph.height()));
    centre_->setSizes({viewport, height - viewport});
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
    QList<QWidget*> open;  // when groups are merged, the tab of the first group stays in front
    for (const PanelTabs* group : groups())
        open.prepend(group->currentWidget());
    // The panel with the focus comes to the front when its group is merged.
    if (folding.centre && !folding_.centre) {
        const Panel* front = nullptr;
        for (const Panel& panel : panels_) {
            const bool has = focus != nullptr && panel.widget->isAncestorOf(focus);
            if (has || (front == nullptr && panel.place == Place::viewport)) front = &panel;
        }
        if (front != nullptr) open << front->widget;
    }
    if (isVisible()) saveLayout();
    const bool had = folding_.centre || folding_.right;
    const bool chosen = !settings_.layout(left_->objectName()).isEmpty() && openHeight_ != defaultBottom();
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
    if (!chosen) openHeight_ = defaultBottom();
    settleBottom();
    if (focus != nullptr && focus->isVisible()) focus->setFocus(Qt::OtherFocusReason);
}

void Workspace::resizeEvent(QResizeEvent* event) {
    const Folding folding = foldingAt(size());
    if (folding != folding_ && !panels_.isEmpty()) fold(folding);
    QWidget::resizeEvent(event);
}

/// Escape on the titles of panels leads back to the design, as in the panels themselves.
void Workspace::keyPressEvent(QKeyEvent* event) {
    const bool title = qobject_cast<const QTabBar*>(QApplication::focusWidget()) != nullptr;
    if (event->key() == Qt::Key_Escape && title) return begin();
    QWidget::keyPressEvent(event);
}

bool Workspace::eventFilter(QObject* watched, QEvent* event) {
    if (watched == centre_ && event->type() == QEvent::Resize) shareCentre();
    return QWidget::eventFilter(watched, event);
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
        // Without the keyboard, no change of the focus opens the bottom.
        if (collapsed_ && (group == bottomLeft_ || group == bottomRight_)) openBottom(true);
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
        if (collapsed_ && (group == bottomLeft_ || group == bottomRight_)) continue;
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
    const QWidget* focus = window()->focusWidget();
    const bool held = focus != nullptr && panel->isAncestorOf(focus);
    if (!present) {
        group->removeTab(group->indexOf(panel));
        panel->hide();
    } else {
        settle(*known);
        if (group == rightBelow_) group->setCurrentWidget(panel);
    }
    group->setVisible(group->count() > 0);
    // Otherwise Qt would give the focus to the next widget, which is the title of a tab.
    if (!present && held) begin();
}

void Workspace::setCount(const QWidget* panel, int count) {
    for (Panel& known : panels_) {
        if (known.widget == panel) known.count = count;
    }
    if (PanelTabs* group = groupOf(panel)) group->setCount(panel, count);
}

void Workspace::setContent(const QWidget* panel, Content content) {
    for (Panel& known : panels_) {
        if (known.widget != panel || known.content == content) continue;
        known.content = content;
        settling_.start();
    }
}

void Workspace::bringForward(QWidget* panel) {
    if (PanelTabs* group = groupOf(panel)) group->setCurrentWidget(panel);
}

void Workspace::enlargeBottom(QSize least) {
    if (folding_.right || folding_.centre) return;
    const int wide = bottom_->width() - bottom_->handleWidth();
    if (!folding_.bottomRight && bottomRight_->width() < least.width())
        bottom_->setSizes({wide - least.width(), least.width()});
    openHeight_ = std::max(openHeight_, least.height());
    openBottom(true);
}

void Workspace::begin() {
    const Place place = folding_.centre ? Place::viewport : Place::graph;
    for (const Panel& panel : panels_) {
        if (panel.place != place) continue;
        bringForward(panel.widget);
        panel.widget->setFocus();
    }
}

}  // namespace burin::ui
