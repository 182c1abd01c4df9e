// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_panel.hpp"

#include "ui/graph/adding/add_popup.hpp"
#include "ui/graph/adding/palette.hpp"
#include "ui/graph/breadcrumb.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/cost_legend.hpp"
#include "ui/graph/items/inline_editor.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/minimap.hpp"
#include "ui/graph/notice_strip.hpp"
#include "ui/graph/palette_drop.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/focus_ring.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr int barHeight = 32;
constexpr int overlayMargin = 12;

QStringList wayInto(const Scope& scope) {
    return scope.path() + scope.groups();
}

}  // namespace

GraphPanel::GraphPanel(Workbench workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      scene_(workbench),
      edits_(workbench, scene_),
      view_(new GraphView(workbench, scene_, edits_)),
      starters_(startersOf(workbench.document.kinds())),
      notice_(new NoticeStrip(workbench.theme, this)),
      popup_(new AddPopup(workbench.theme, this)),
      minimap_(new Minimap(scene_, *view_, workbench.theme)),
      legend_(new CostLegend(scene_.style(), view_)),
      hint_(new QLabel(tr("Press Tab to add a node, or drop a file."), view_)) {
    setObjectName("graphPanel");
    setWindowTitle(tr("Graph"));
    makeEditActions();
    makeViewActions();
    makeNodeActions();
    makeCanvasActions();
    makeGroupActions();
    makeStarterActions();
    palette_ = new Palette(workbench.document.kinds(), starters_, workbench.theme, this);
    drop_ = std::make_unique<PaletteDrop>(view_->context());
    auto* below = new QHBoxLayout;
    below->setSpacing(0);
    below->addWidget(palette_);
    below->addWidget(view_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(notice_);
    column->addLayout(below, 1);
    setFocusProxy(view_);
    view_->installEventFilter(this);
    hint_->setObjectName("graphHint");
    hint_->setProperty("quiet", true);
    hint_->setAttribute(Qt::WA_TransparentForMouseEvents);

    workbench_.document.pending().add(this, [this] {
        auto* editor = view_->findChild<InlineEditor*>();
        return editor == nullptr ? QString() : editor->handOver();
    });
    view_->setCovers({legend_, minimap_});
    new FocusRing(workbench.theme, view_);
    popup_->setOrigin([this](const KindDescription& kind) {
        const Pattern* pattern = patternFor(kind);
        return pattern == nullptr ? QString() : pattern->origin;
    });
    popup_->setPictures([this](const KindDescription& kind) {
        const Starter* starter = starterFor(kind);
        return starter == nullptr ? QIcon() : iconOf(*starter, 16, devicePixelRatioF());
    });
    popup_->setFate([this](const KindDescription& kind) { return fateOf(kind); });
    connect(popup_, &AddPopup::chosen, this, [this](const KindDescription* kind) {
        if (!placePointed_) return addLinked(*kind, addPlace_);
        if (addLink_.how == NewLink::How::none) return addPointed(*kind, addPlace_);
        addNode(*kind, addPlace_, addLink_);
    });
    connect(&workbench.document.history(), &QUndoStack::indexChanged, this, [this](int step) {
        if (step < noticeStep_) notice_->hide();
    });
    connect(view_, &GraphView::addRequested, this, &GraphPanel::openPopup);
    connect(view_, &GraphView::renameRequested, this, &GraphPanel::renameNode);
    connect(view_, &GraphView::noteEditRequested, this, [this](const NoteChoice& note) { editNote(note); });
    connect(view_, &GraphView::inspectorRequested, this, &GraphPanel::inspectorRequested);
    connect(view_, &GraphView::enterRequested, this, &GraphPanel::enter);
    connect(view_, &GraphView::leaveRequested, this, &GraphPanel::leaveOne);
    connect(breadcrumb_, &Breadcrumb::leaveRequested, this, &GraphPanel::leave);
    connect(&workbench.document.scope(), &Scope::changed, this, [this] {
        showState();
        enableActions();
        pathNew_ = true;
        QMetaObject::invokeMethod(this, &GraphPanel::showPath, Qt::QueuedConnection);
    });
    connect(view_, &GraphView::menuRequested, this, &GraphPanel::openMenu);
    connect(view_, &GraphView::arrowPressed, this, &GraphPanel::arrow);
    connect(view_, &GraphView::viewed, this, &GraphPanel::showState);
    connect(view_, &GraphView::resized, this, &GraphPanel::fitAgain);
    connect(view_, &GraphView::filesDropped, this,
            [this](const QStringList& files, QPointF place, const QString& on) {
                if (files.size() == 1 && edits_.giveFont(on, files.first())) return;
                takeFiles(files, place, files.size() == 1 ? pointedLink(kindOf(files.first())) : NewLink());
            });
    connect(palette_, &Palette::kindWanted, this, [this](const KindDescription* kind) { addInView(*kind); });
    connect(palette_, &Palette::kindDragged, this,
            [this](const KindDescription* kind, QPoint at) { drop_->dragKind(*kind, at); });
    connect(palette_, &Palette::kindDropped, this,
            [this](const KindDescription* kind, QPoint at) { dropKind(*kind, at); });
    connect(palette_, &Palette::patternsWanted, this, &GraphPanel::openPatterns);
    connect(palette_, &Palette::commentWanted, this, &GraphPanel::comment);
    connect(palette_, &Palette::commentDropped, this, [this](QPoint at) {
        if (const auto place = drop_->placeAt(at)) addComment(*place);
    });
    connect(palette_, &Palette::rerouteWanted, this, &GraphPanel::reroute);
    connect(palette_, &Palette::rerouteDragged, this, [this](QPoint at) { drop_->dragReroute(at); });
    connect(palette_, &Palette::rerouteDropped, this, [this](QPoint at) { drop_->dropReroute(at); });
    connect(palette_, &Palette::dragCancelled, this, [this] { drop_->cancel(); });
    connect(&scene_, &GraphScene::aboutToChange, this, &GraphPanel::noteWhatIsSeen);
    connect(&scene_, &GraphScene::arranged, this, &GraphPanel::fitNew);
    connect(&scene_, &GraphScene::arranged, this, &GraphPanel::keepInSight);
    connect(&scene_, &GraphScene::arranged, this, &GraphPanel::showState);
    connect(&scene_, &GraphScene::arranged, this, [this] {
        if (!offeredFor_.isEmpty() && scene_.node(offeredFor_) == nullptr) withdrawOffer();
    });
    connect(&workbench.previews, &Previews::shadesFound, this, &GraphPanel::offerTexture);
    connect(&workbench.selection, &Selection::changed, this, [this] {
        if (!offeredFor_.isEmpty() && active() != offeredFor_) withdrawOffer();
    });
    connect(&scene_, &GraphScene::selectionShown, this, &GraphPanel::enableActions);
    connect(&workbench.document, &Document::fileChanged, this, [this] {
        fits_ = true;
        sights_.clear();
        path_ = wayInto(workbench_.document.scope());
        withdrawOffer();
        fitSoon();
    });
    connect(&workbench.selection, &Selection::revealed, this, [this](const QString& name) {
        if (const NodeItem* node = scene_.node(name)) view_->reveal(node->sceneBody());
    });
    connect(&workbench.theme, &Theme::changed, breadcrumb_, &Breadcrumb::restyle);
    restyle();
    enableActions();
}

GraphPanel::~GraphPanel() {
    // Take the typed text while the objects that receive it still exist.
    if (InlineEditor* field = typing()) field->clearFocus();
    // The widgets outlive the scene, so they must let go of it.
    drop_.reset();
    view_->cancelDrag();
    view_->disconnect();
    view_->setScene(nullptr);
}

QToolButton* GraphPanel::barButton(const char* id) {
    auto* button = new QToolButton;
    button->setDefaultAction(action(id));
    button->setObjectName(QString(id) + ".button");
    button->setIconSize({16, 16});
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QWidget* GraphPanel::makeBar() {
    bar_ = new QWidget;
    bar_->setObjectName("graphBar");
    bar_->setFixedHeight(barHeight);
    auto* name = new QLabel(tr("Graph"));
    name->setObjectName("graphName");
    breadcrumb_ = new Breadcrumb(workbench_.theme);
    zoom_ = new QToolButton;
    zoom_->setObjectName("graphZoom");
    zoom_->setFocusPolicy(Qt::TabFocus);
    zoom_->setToolTip(tr("100 % (1)"));
    connect(zoom_, &QToolButton::clicked, this, &GraphPanel::zoomWhole);
    const auto line = [] {
        auto* rule = new QFrame;
        rule->setObjectName("graphRule");
        rule->setFixedSize(1, 18);
        return rule;
    };
    auto* row = new QHBoxLayout(bar_);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(4);
    row->addWidget(name);
    row->addWidget(breadcrumb_, 1);
    row->addWidget(barButton("graph.thumbnails"));
    row->addWidget(barButton("graph.cost"));
    row->addWidget(barButton("graph.minimap"));
    row->addSpacing(4);
    row->addWidget(line());
    row->addSpacing(4);
    row->addWidget(barButton("graph.layout"));
    row->addWidget(barButton("graph.frame"));
    row->addWidget(barButton("graph.fitAll"));
    row->addSpacing(4);
    row->addWidget(line());
    row->addWidget(zoom_);
    return bar_;
}

void GraphPanel::restyle() {
    const Theme& theme = workbench_.theme;
    findChild<QLabel*>("graphName")->setFont(theme.font(13, 600));
    zoom_->setFont(theme.numbers(12));
    hint_->setFont(theme.font(13));
    for (QAction* each : actions()) {
        const QString icon = each->property("iconName").toString();
        if (icon.isEmpty()) continue;
        const bool lit = each->isCheckable() && each->isChecked();
        each->setIcon(theme.icon(icon, lit ? Role::accent : Role::secondary));
    }
    showState();
}

void GraphPanel::showState() {
    QString title = workbench_.document.title();
    if (title.endsWith(".burin")) title.chop(6);
    const Scope& scope = workbench_.document.scope();
    const QString remark =
        scope.users() > 1 ? tr("used by %n nodes: an edit here changes all of them", nullptr, scope.users())
                          : QString();
    breadcrumb_->setPath(QStringList(title) + scope.titles(), scope.open() ? remark : QString());
    zoom_->setText(tr("%1 %").arg(static_cast<int>(std::lround(view_->zoom() * 100))));
    placeOverlays();
    showMinimap();
}

/// Keeps what is shown of a group, or of the design, when another one is about to be shown.
void GraphPanel::keepSight() {
    const QStringList path = wayInto(workbench_.document.scope());
    if (path == path_) return;
    if (!fits_ && !pathNew_) sights_.insert(path_, view_->sight());
    path_ = path;
}

/// Shows a group, or the design, as it was left, so that its nodes stay in their places. Fits it into the
/// window if it is shown for the first time.
void GraphPanel::showPath() {
    pathNew_ = false;
    const auto before = sights_.constFind(path_);
    if (fits_ || before == sights_.cend()) return fitAll();
    view_->show(*before);
    if (!scene_.nodes().empty() && !seesNodes()) return fitAll();
    // A list, such as the problems, can lead to a node that was not in view.
    const NodeItem* node = scene_.node(active());
    if (node != nullptr && !view_->room().shown.intersects(node->sceneBody()))
        view_->reveal(node->sceneBody());
}

/// Fits a new graph at once, so that it is never painted or used at another place.
void GraphPanel::fitNew() {
    if (!fits_ || !view_->isVisible()) return;
    fitAll();
    view_->land();
    fits_ = true;  // until the sizes of all panels are final, see fitSoon()
}

/// Fits a new graph after the layouts that wait for it. Timers of 0 ms would wait as long as other events
/// keep coming, and move the nodes while the user already works with them.
void GraphPanel::fitSoon() {
    const auto fit = [this] {
        if (!fits_) return;
        fitAll();
        view_->land();
    };
    QMetaObject::invokeMethod(
        this, [this, fit] { QMetaObject::invokeMethod(this, fit, Qt::QueuedConnection); },
        Qt::QueuedConnection);
}

/// Whether the minimap or the legend lies over a node.
bool GraphPanel::overlaysHideNodes() const {
    const CanvasRoom room = view_->room();
    return std::any_of(scene_.nodes().begin(), scene_.nodes().end(), [&](const NodeItem* node) {
        return std::any_of(room.covered.begin(), room.covered.end(),
                           [&](const QRectF& cover) { return cover.intersects(node->sceneBody()); });
    });
}

/// If all nodes were visible, they stay visible when a panel takes space, also from under the minimap, and
/// grow again with the space. Otherwise the active node stays visible.
void GraphPanel::fitAgain(const QRectF& before) {
    if (fits_) return fitNew();
    if (!isVisible()) return;
    const QRectF all = scene_.contents();
    if (!before.contains(all)) {
        const NodeItem* node = scene_.node(active());
        if (node != nullptr && before.contains(node->sceneBody())) view_->reveal(node->sceneBody());
        return;
    }
    const bool seen = view_->room().shown.contains(all) && !overlaysHideNodes();
    if (seen && view_->zoom() != fittedZoom_) return;
    fitAll();
    view_->land();
    fittedZoom_ = view_->zoom();
}

bool GraphPanel::minimapFits() const {
    return legend_->isHidden() || view_->width() >= narrowCanvas;
}

void GraphPanel::placeOverlays() {
    const QSize room = view_->size();
    legend_->move(room.width() - legend_->width() - overlayMargin,
                  room.height() - legend_->height() - overlayMargin);
    const int right = legend_->isHidden() ? room.width() : legend_->x();
    minimap_->move(right - minimap_->width() - overlayMargin,
                   room.height() - minimap_->height() - overlayMargin);
    placeHint();
}

/// Places the hint of an empty design beside the only node. In a small graph the hint may be at any of these
/// places, because it is not covered there.
void GraphPanel::placeHint() {
    hint_->adjustSize();
    const QRect room = view_->rect().adjusted(0, 2 * overlayMargin, 0, -2 * overlayMargin);
    const auto covers = [this](const NodeItem* node) {
        return view_->mapFromScene(node->sceneBody()).boundingRect().intersects(hint_->geometry());
    };
    const auto fits = [&](QPoint corner) {
        hint_->move(corner);
        return std::none_of(scene_.nodes().begin(), scene_.nodes().end(), covers);
    };
    const int middle = (room.width() - hint_->width()) / 2;
    const int left = std::min(middle, 2 * overlayMargin);
    const int low = room.bottom() + 1 - hint_->height();
    const bool placed = fits({middle, low}) || fits({left, low}) || fits({middle, room.top()});
    hint_->setVisible(placed && scene_.nodes().size() < 2);
}

/// The line below the bar shows whether the graph has the focus.
bool GraphPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        setStyleProperty(bar_, "focused", event->type() == QEvent::FocusIn);
    }
    return QWidget::eventFilter(watched, event);
}

void GraphPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeOverlays();
}

void GraphPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!fits_) return;
    fitNew();
    fitSoon();
}

}  // namespace burin::ui
