// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/viewport_panel.hpp"

#include "core/engraving/measuring/predicted_graph.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/bar.hpp"
#include "ui/theme/focus_ring.hpp"
#include "ui/theme/menu_letters.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/appearance_bar.hpp"
#include "ui/viewport/drawing/open_gl_words.hpp"
#include "ui/viewport/goto_field.hpp"
#include "ui/viewport/placing/placing_bar.hpp"
#include "ui/viewport/placing/placing_commands.hpp"
#include "ui/viewport/probe_line.hpp"
#include "ui/viewport/relief/relief_bar.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/viewport/wipe/wipe_bar.hpp"
#include "ui/viewport/wipe/wipe_modes.hpp"
#include "ui/words/why_disabled.hpp"
#include "ui/words/word_button.hpp"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QOpenGLContext>
#include <QPainter>
#include <QStyle>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int barHeight = 36;
constexpr double zoomStep = 1.4142135623730951;

/// Whether OpenGL 3.3 works at all; a widget without it would make its whole window fail.
bool openGlWorks() {
    // If there is a display, this platform has OpenGL, but Qt crashes when it draws a window with it.
    if (QGuiApplication::platformName() == "offscreen") return false;
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    QOpenGLContext context;
    context.setFormat(format);
    return context.create() && context.format().version() >= qMakePair(3, 3);
}

/// The text of a tooltip: "Fit (A)".
QString nameAndKeys(const QAction& action) {
    const QString name = action.text().remove('&');  // a menu gives it a letter
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, keys);
}

}  // namespace

ViewportPanel::ViewportPanel(Workbench workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    setObjectName("viewport-panel");
    setMinimumSize(480, 240);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* bar = new Bar(this);
    bar->setObjectName("viewport.bar");
    bar->setFixedHeight(barHeight);
    bar_ = new QHBoxLayout(bar);
    bar_->setContentsMargins(8, 0, 12, 0);
    bar_->setSpacing(4);
    auto* place = new QWidget;
    auto* placeRow = new QVBoxLayout(place);
    placeRow->setContentsMargins(0, 0, 0, 0);
    failure_ = new QLabel;
    failure_->setObjectName("viewport.failure");
    failure_->setAlignment(Qt::AlignCenter);
    failure_->setWordWrap(true);
    failure_->setMargin(24);
    failure_->hide();
    placeRow->addWidget(failure_);
    probeLine_ = new ProbeLine(workbench_);
    rows->addWidget(bar);
    middle_ = new QHBoxLayout;
    middle_->setSpacing(0);
    middle_->addWidget(place, 1);
    rows->addLayout(middle_, 1);
    rows->addWidget(probeLine_);
    gotoField_ = new GotoField(this);
    openViewport(place);
    addNodeActions();
    addViewActions();
    addToolActions();
    addWipeActions();
    addPredictedAction();
    addReliefActions();
    addDrawingActions();
    fillBar(*bar_);
    addPlacingBar(*rows);
    connect(&workbench_.selection, &Selection::soloChanged, this, &ViewportPanel::followSolo);
    connect(&workbench_.previews, &Previews::shownChanged, this, &ViewportPanel::showSolo);
    connect(&workbench_.previews, &Previews::shownChanged, this, &ViewportPanel::showPredicted);
    connect(&workbench_.previews, &Previews::shownChanged, this, &ViewportPanel::showJoint);
    connect(&workbench_.document, &Document::changed, this, &ViewportPanel::followSolo);
    connect(&workbench_.previews.appearance(), &ViewAppearance::changed, this, &ViewportPanel::fitBar);
    if (viewport_ != nullptr) {
        connect(&viewport_->relief(), &ReliefView::changed, this, &ViewportPanel::showRelief);
        connect(&viewport_->wipe(), &Wipe::changed, this, &ViewportPanel::showWipe);
        probeLine_->setWipe(viewport_->wipe());
        connect(&viewport_->placing(), &Placing::changed, this, &ViewportPanel::showHint);
        connect(&viewport_->placing(), &Placing::onChanged, this, &ViewportPanel::showHint);
        connect(&viewport_->arranger(), &ThingArranger::changed, this, &ViewportPanel::showHint);
    }
    setIcons();
    followSolo();
    showRelief();
    showWipe();
    showDrawing();
}

void ViewportPanel::openViewport(QWidget* place) {
    if (!openGlWorks()) return sayFailure(OpenGlWords::missing());
    viewport_ = new ViewportWidget(workbench_);
    place->layout()->addWidget(viewport_);
    new FocusRing(workbench_.theme, viewport_);
    probeLine_->setOpenGl(true);
    setFocusProxy(viewport_);
    connect(viewport_, &ViewportWidget::failed, this, &ViewportPanel::sayFailure);
    connect(viewport_, &ViewportWidget::toolChanged, this, &ViewportPanel::showTool);
    connect(viewport_, &ViewportWidget::areaDrawn, this, &ViewportPanel::areaDrawn);
    connect(viewport_, &ViewportWidget::copyWanted, this, &ViewportPanel::copyProbe);
    connect(gotoField_, &GotoField::chosen, viewport_, &ViewportWidget::goTo);
}

void ViewportPanel::sayFailure(const QString& why) {
    failure_->setText(tr("The surface cannot be drawn, but exports work. %1").arg(why));
    failure_->show();
    if (viewport_ != nullptr) viewport_->hide();
    probeLine_->setOpenGl(false);
}

// Actions

QAction* ViewportPanel::add(const char* id, const QString& text, const char* icon,
                            const QList<QKeySequence>& keys, const std::function<void()>& run) {
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setProperty("icon-name", icon);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, run);
    actions_ << action;
    return action;
}

QAction* ViewportPanel::addSwitch(const char* id, const QString& text, const char* icon,
                                  const QKeySequence& keys, const std::function<void(bool)>& run) {
    QAction* action = add(id, text, icon, {keys}, [] {});
    action->setCheckable(true);
    connect(action, &QAction::toggled, this, run);
    return action;
}

void ViewportPanel::addNodeActions() {
    Selection& selection = workbench_.selection;
    add("viewport.solo", tr("Show the selected node"), "solo", {Qt::Key_V}, [this] {
        workbench_.selection.setSolo(workbench_.document.scope().flat(workbench_.selection.active()));
    });
    add("viewport.root", tr("Show the surface again"), "kind-root", {Qt::SHIFT | Qt::Key_V},
        [&selection] { selection.setSolo({}); });
    pin_ = add("viewport.pin", tr("Pin the shown node"), "pin", {Qt::Key_P}, [this, &selection] {
        if (selection.solo().isEmpty())
            selection.setSolo(workbench_.document.scope().flat(selection.active()));
        if (!selection.solo().isEmpty()) selection.setPinned(!selection.pinned());
        pin_->setChecked(selection.pinned());
    });
    pin_->setCheckable(true);
    add("viewport.mute", tr("Mute the selected nodes"), "mute", {Qt::Key_M}, [this] { emit muteWanted(); });
}

void ViewportPanel::addViewActions() {
    ViewportWidget* view = viewport_;
    fit_ = add("viewport.fit", tr("Fit all"), "fit", {Qt::Key_A}, [view] { view->fit(); });
    fitSelection_ = add("viewport.fit-selection", tr("Fit the selected node or the measurement"),
                        "fit-selection", {Qt::Key_F}, [view] { view->fitSelection(); });
    add("viewport.zoom-in", tr("Zoom in"), "plus", {Qt::Key_Plus, Qt::Key_Equal},
        [view] { view->zoom(zoomStep); });
    add("viewport.zoom-out", tr("Zoom out"), "", {Qt::Key_Minus}, [view] { view->zoom(1 / zoomStep); });
    add("viewport.samples", tr("100 %, level 0"), "", {Qt::Key_1}, [view] { view->zoomToSamples(); });
    add("viewport.back", tr("Previous view"), "", {Qt::ALT | Qt::Key_Left}, [view] { view->back(); });
    add("viewport.on", tr("Next view"), "", {Qt::ALT | Qt::Key_Right}, [view] { view->on(); });
    goto_ = add("viewport.goto", tr("Go to position"), "goto", {Qt::CTRL | Qt::Key_L}, [this] {
        const BoundNodePtr node = workbench_.previews.shown();
        gotoField_->ask(viewport_->viewpoint().centre, node ? node->pixelUm : 1);
    });
    bookmarks_ = add("viewport.bookmarks", tr("Bookmarks"), "bookmark", {Qt::Key_B},
                     [this] { emit bookmarksWanted(); });
    add("viewport.bookmark-add", tr("Bookmark this view"), "bookmark", {Qt::SHIFT | Qt::Key_B},
        [this] { emit bookmarkWanted(); });
}

void ViewportPanel::addToolActions() {
    ViewportWidget* view = viewport_;
    const auto toggle = [view](ViewportTool tool) {
        view->setTool(view->tool() == tool ? ViewportTool::none : tool);
    };
    placing_ = add("viewport.placing", tr("Place on the picture"), "placing", {Qt::SHIFT | Qt::Key_P},
                   [=] { toggle(ViewportTool::placing); });
    placing_->setCheckable(true);
    arranging_ = new PlacingCommands(view == nullptr ? nullptr : &view->placing(),
                                     view == nullptr ? nullptr : &view->arranger(), this);
    actions_ << arranging_->actions();
    ruler_ = add("viewport.ruler", tr("Ruler"), "ruler", {Qt::Key_D}, [=] { toggle(ViewportTool::ruler); });
    line_ = add("viewport.line-profile", tr("Line profile"), "line-profile", {Qt::Key_S},
                [=] { toggle(ViewportTool::line); });
    roughness_ = add("viewport.roughness", tr("Roughness"), "roughness", {Qt::Key_Q},
                     [this] { emit roughnessWanted(); });
    ruler_->setCheckable(true);
    line_->setCheckable(true);
    compare_ = add("viewport.compare", tr("Compare with a measured part..."), "kind-scan", {},
                   [this] { emit comparisonWanted(); });
    tiles_ = addSwitch("viewport.tiles", tr("Tile grid"), "tiles", Qt::Key_E,
                       [view](bool on) { view->setTileGrid(on); });
    field_ = addSwitch("viewport.field", tr("Machine field"), "field", Qt::Key_O,
                       [view](bool on) { view->setField(on); });
}

void ViewportPanel::addReliefActions() {
    ViewportWidget* view = viewport_;
    threeD_ = addSwitch("viewport.three-d", tr("3-D view"), "three-d", Qt::Key_Z,
                        [view](bool on) { view->relief().setOn(on); });
    roller_ = add("viewport.roller", tr("Flat or on the roller"), "", {Qt::Key_Y}, [view] {
        ReliefLook look = view->relief().look();
        look.rolled = !look.rolled;
        view->relief().setLook(look);
    });
    joint_ = addSwitch("viewport.joint", tr("Joint of the roller"), "", Qt::Key_J, [view](bool on) {
        ReliefLook look = view->relief().look();
        look.joint = on;
        view->relief().setLook(look);
    });
    above_ = add("viewport.from-above", tr("See from above"), "", {Qt::SHIFT | Qt::Key_Z},
                 [view] { view->relief().seeFromAbove(); });
    picture_ = add("viewport.save-picture", tr("Save the 3-D picture..."), "save", {Qt::ALT | Qt::Key_Z},
                   [this] { emit pictureWanted(); });
}

void ViewportPanel::addWipeActions() {
    ViewportWidget* view = viewport_;
    wipe_ = addSwitch("viewport.wipe", tr("A/B: compare two nodes"), "wipe", Qt::Key_W,
                      [view](bool on) { view->wipe().setOn(on); });
    swap_ = add("viewport.wipe-swap", tr("Swap A and B"), "", {Qt::SHIFT | Qt::Key_W},
                [view] { view->wipe().swap(); });
    const auto addMode = [this, view](const char* id, const QString& text, const QString& name,
                                      Wipe::Mode mode) {
        QAction* action = add(id, text, "", {}, [view, mode] { view->wipe().setMode(mode); });
        action->setIconText(name);
        action->setCheckable(true);
        wipeModes_ << action;
    };
    addMode("viewport.wipe-line", tr("A/B: a line between the nodes"), tr("Wipe"), Wipe::Mode::line);
    addMode("viewport.wipe-beside", tr("A/B: the nodes side by side"), tr("Beside"), Wipe::Mode::beside);
    addMode("viewport.wipe-difference", tr("A/B: the difference of the nodes"), tr("Difference"),
            Wipe::Mode::difference);
    auto* group = new QActionGroup(this);
    for (QAction* action : wipeModes_)
        group->addAction(action);
    if (view != nullptr) wipeModesBar_ = new WipeModes(wipeModes_, view);
}

void ViewportPanel::showWipe() {
    if (viewport_ == nullptr) return;
    const bool on = viewport_->wipe().on();
    wipe_->setChecked(on);
    for (QAction* action : QList<QAction*>{swap_} + wipeModes_)
        enableIf(*action, on, tr("A/B is off"));
    wipeModes_[static_cast<int>(viewport_->wipe().mode())]->setChecked(true);
    if (on != wipeBar_->isHidden()) return;
    wipeModesBar_->setVisible(on);
    wipeBar_->setVisible(on);
    showSolo();
}

void ViewportPanel::addPredictedAction() {
    predicted_ =
        add("viewport.predicted", tr("Predicted surface"), "", {Qt::Key_H}, [this] { showNextPrediction(); });
    predicted_->setCheckable(true);
}

/// The modes are designed, predicted, and their difference, which the 3-D view does not have.
void ViewportPanel::showNextPrediction() {
    Previews& previews = workbench_.previews;
    Wipe& wipe = viewport_->wipe();
    // The next press counts even if the prediction of the last one is not computed yet.
    const bool possible = previews.problem().isEmpty() && !viewport_->relief().on();
    if (previews.surfaceShown() != SurfaceShown::predicted) {
        previews.setSurfaceShown(SurfaceShown::predicted);
    } else if (possible && !wipe.comparesPrediction()) {
        wipe.comparePrediction();
    } else {
        if (wipe.comparesPrediction()) wipe.setOn(false);
        previews.setSurfaceShown(SurfaceShown::written);
    }
    predicted_->setChecked(previews.surfaceShown() == SurfaceShown::predicted);
}

/// Only the surface has a prediction, and only if the job has a spot. Otherwise the choice is remembered.
void ViewportPanel::showPredicted() {
    if (viewport_ == nullptr) return;
    const Design& design = *workbench_.document.design();
    const QString& solo = workbench_.selection.solo();
    const bool surface =
        design.root && (solo.isEmpty() || design.nodes[*design.root].name == solo.toStdString());
    const bool muted = surface && design.nodes[*design.root].muted;
    predicted_->setChecked(workbench_.previews.surfaceShown() == SurfaceShown::predicted);
    enableIf(*predicted_, surface && canPredict(design),
             !surface ? tr("only the surface has a prediction")
             : muted  ? tr("the surface is muted")
                      : tr("the job gives no spot; set it at the surface"));
}

void ViewportPanel::showJoint() {
    if (viewport_ == nullptr) return;
    const ReliefView& view = viewport_->relief();
    enableIf(*joint_, view.on() ? view.onRoller() : view.hasRoller(),
             view.on() ? tr("the surface is shown flat") : tr("the surface has no roller"));
}

/// Shows the commands and controls of the flat picture or of the 3-D view.
void ViewportPanel::showRelief() {
    const bool on = viewport_ != nullptr && viewport_->relief().on();
    threeD_->setChecked(on);
    if (viewport_ == nullptr) return;
    const QString off = tr("the 3-D view is off");
    const ReliefView& view = viewport_->relief();
    const QString& refused = view.whyRefused();
    enableIf(*threeD_, refused.isEmpty(), tr("the graphics driver cannot draw it"));
    threeD_->setToolTip(refused.isEmpty() ? nameAndKeys(*threeD_)
                                          : QStringLiteral("%1\n%2").arg(nameAndKeys(*threeD_), refused));
    enableIf(*above_, on, off);
    enableIf(*picture_, on, off);
    enableIf(*roller_, on && view.hasRoller(), on ? tr("the surface has no roller") : off);
    showJoint();
    joint_->setChecked(view.look().joint);
    arranging_->setInSpace(on);
    showHint();
    showPlacingBar();
    for (QAction* action : flatOnly_)
        enableIf(*action, !on, tr("the 3-D view is on"));
    if (on == reliefBar_->isHidden()) {
        appearanceBar_->setVisible(!on);
        reliefBar_->setVisible(on);
        fitBar();
    } else if (on && reliefBar_->sizeHint() != fitted_) {
        fitBar();
    }
}

/// Shows below the picture how to operate it.
void ViewportPanel::showHint() {
    const bool inSpace = viewport_->relief().on();
    const bool draws = viewport_->pen().tool() != DrawingTool::none;
    const QString& held = viewport_->arranger().held();
    probeLine_->setHint(inSpace          ? tr("left drag turns, middle drag moves, A fits")
                        : draws          ? viewport_->pen().hint()
                        : held.isEmpty() ? viewport_->placing().hint()
                                         : held,
                        !inSpace && !viewport_->placing().on());
}

// The bars

/// A second bar, which is there while things are placed.
void ViewportPanel::addPlacingBar(QVBoxLayout& rows) {
    if (viewport_ == nullptr) return;
    placingBar_ = new PlacingBar(workbench_, viewport_->placing(), viewport_->arranger(), *arranging_);
    placingBar_->hide();
    rows.insertWidget(1, placingBar_);
    connect(placingBar_, &PlacingBar::left, viewport_, [this] { viewport_->setFocus(); });
    connect(&viewport_->placing(), &Placing::onChanged, this, &ViewportPanel::showPlacingBar);
}

void ViewportPanel::showPlacingBar() {
    const bool shown = viewport_->placing().on() && !viewport_->relief().on();
    if (shown != placingBar_->isHidden()) return;
    if (!shown && placingBar_->isAncestorOf(QApplication::focusWidget())) viewport_->setFocus();
    placingBar_->setVisible(shown);
    layout()->activate();  // at once, so that a click hits what the user sees
}

QToolButton* ViewportPanel::barButton(QAction* action) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setObjectName(action->objectName() + "-button");
    button->setIconSize({18, 18});
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void ViewportPanel::fillBar(QHBoxLayout& bar) {
    solo_ = new WordButton;
    solo_->setObjectName("viewport.solo-chip");
    solo_->setProperty("chip", "name");
    solo_->setLayoutDirection(Qt::LeftToRight);
    endSolo_ = new QToolButton;
    endSolo_->setObjectName("viewport.solo-end");
    endSolo_->setToolTip(tr("Show the surface again"));
    endSolo_->setProperty("chip", "end");
    connect(endSolo_, &QToolButton::clicked, this, [this] { workbench_.selection.setSolo({}); });
    connect(solo_, &QToolButton::clicked, this, [this] {
        const BoundNodePtr node = workbench_.previews.shown();
        if (node) workbench_.selection.reveal(workbench_.document.scope().reveal(node->name));
    });
    appearanceBar_ = new AppearanceBar(workbench_);
    actions_ << appearanceBar_->lookActions();
    auto* chip = new QHBoxLayout;
    chip->setSpacing(0);
    chip->addWidget(solo_);
    chip->addWidget(endSolo_);
    bar.addLayout(chip);
    if (viewport_ != nullptr) {
        wipeBar_ = new WipeBar(workbench_, viewport_->wipe());
        bar.addWidget(wipeBar_);
        connect(wipeBar_, &WipeBar::namesChanged, this, &ViewportPanel::fitBar);
    }
    bar.addWidget(barButton(pin_));
    bar.addSpacing(8);
    bar.addWidget(appearanceBar_);
    if (viewport_ != nullptr) {
        reliefBar_ = new ReliefBar(workbench_, viewport_->relief());
        reliefBar_->hide();
        bar.addWidget(reliefBar_);
    }
    addMore(bar);
    bar.addStretch(1);
    for (QAction* action : {picture_, goto_, bookmarks_, placing_, ruler_, line_, roughness_, tiles_, field_,
                            wipe_, threeD_, fitSelection_, fit_}) {
        tools_ << barButton(action);
        bar.addWidget(tools_.back());
    }
    flatOnly_ = {placing_, ruler_, line_, tiles_, field_, wipe_, goto_, fitSelection_};
    flatOnly_ << appearanceBar_->lookActions();
    for (QAction* action : actions_) {
        if (QStringList{"viewport.samples", "viewport.back", "viewport.on"}.contains(action->objectName()))
            flatOnly_ << action;
    }
    for (QAction* action : actions_) {
        addAction(action);
        if (viewport_ == nullptr && action != pin_ && action != compare_)
            enableIf(*action, false, tr("the viewport cannot be shown"));
        action->setToolTip(nameAndKeys(*action));
    }
}

// The context menu

void ViewportPanel::copyProbe() {
    QGuiApplication::clipboard()->setText(probeLine_->probeText());
}

/// Adds the commands of the surface, in the order of their use.
void ViewportPanel::fillMenu(QMenu& menu) const {
    const auto add = [this](QMenu& to, std::initializer_list<const char*> ids) {
        for (const char* id : ids) {
            for (QAction* action : actions_) {
                if (action->objectName() == id) to.addAction(action);
            }
        }
    };
    add(menu, {"viewport.fit", "viewport.fit-selection", "viewport.samples", "viewport.goto",
               "viewport.bookmark-add"});
    menu.addSeparator();
    add(menu,
        {"viewport.placing", "viewport.line-profile", "viewport.roughness", "viewport.ruler", "viewport.wipe",
         "viewport.wipe-swap", "viewport.predicted", "viewport.compare", "viewport.tiles", "viewport.field"});
    menu.addSeparator();
    add(menu, {"viewport.solo", "viewport.root", "viewport.pin"});
    menu.addSeparator();
    // In a menu of their own, as in the menu bar: there are not enough letters for all entries in one.
    QMenu* space = menu.addMenu(tr("3-D view"));
    add(*space, {"viewport.three-d", "viewport.roller", "viewport.joint", "viewport.from-above",
                 "viewport.save-picture"});
    keepLetters(*space);
    QMenu* look = menu.addMenu(tr("Look"));
    look->addActions(appearanceBar_->lookActions());
    keepLetters(*look);
}

void ViewportPanel::contextMenuEvent(QContextMenuEvent* event) {
    if (viewport_ == nullptr) return event->ignore();
    const QPoint at = viewport_->mapFromGlobal(event->globalPos());
    if (!viewport_->rect().contains(at)) return event->ignore();
    auto* menu = new QMenu(this);
    menu->setObjectName("viewportMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Set the probe here"), this, [this, at] { viewport_->pinProbeAt(at); });
    menu->addAction(tr("Copy the probe"), this, &ViewportPanel::copyProbe);
    menu->addSeparator();
    fillMenu(*menu);
    keepLetters(*menu);
    menu->popup(event->globalPos());
}

/// If the shown node is deleted, shows the surface again.
void ViewportPanel::followSolo() {
    const QString solo = workbench_.selection.solo();
    const bool there = solo.isEmpty() || workbench_.document.design()->find(solo.toStdString());
    workbench_.previews.setShown(there ? solo : QString());
    showPredicted();
    showSolo();
}

void ViewportPanel::showSolo() {
    const BoundNodePtr node = workbench_.previews.shown();
    const bool solo = !workbench_.selection.solo().isEmpty();
    QString name = workbench_.selection.solo();
    if (!solo) name = node ? node->name : QString();
    solo_->setText(QFontMetrics(solo_->font()).elidedText(name, Qt::ElideRight, 160));
    const bool chips = wipeBar_ != nullptr && !wipeBar_->isHidden();  // the chips name the node as well
    solo_->setVisible(!name.isEmpty() && !chips);
    solo_->setToolTip(solo ? tr("This node is shown instead of the surface") : tr("The surface"));
    solo_->setIcon(workbench_.theme.icon(solo ? "solo" : "kind-root", solo ? Role::accent : Role::secondary));
    for (QToolButton* part : {solo_, endSolo_})
        setStyleProperty(part, "solo", solo);
    endSolo_->setVisible(solo && !chips);
    pin_->setChecked(workbench_.selection.pinned());
    fitBar();
}

void ViewportPanel::setIcons() {
    for (QAction* action : actions_) {
        const QString name = action->property("icon-name").toString();
        if (!name.isEmpty()) action->setIcon(workbench_.theme.icon(name));
    }
    endSolo_->setIcon(workbench_.theme.icon("close", Role::accent));
    more_->setIcon(workbench_.theme.icon("more", Role::secondary));
    showSolo();
    update();
}

void ViewportPanel::showTool() {
    placing_->setChecked(viewport_->tool() == ViewportTool::placing);
    ruler_->setChecked(viewport_->tool() == ViewportTool::ruler);
    line_->setChecked(viewport_->tool() == ViewportTool::line);
}

void ViewportPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitBar();
}

void ViewportPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fitBar();
}

void ViewportPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), workbench_.theme.color(Role::canvas));
}

}  // namespace burin::ui
