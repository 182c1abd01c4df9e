// SPDX-License-Identifier: GPL-3.0-or-later

// Adding nodes: the kinds, starters and patterns that are offered, and the position of a new node.

#include "core/kinds/catalogue/kinds.hpp"
#include "ui/graph/adding/add_popup.hpp"
#include "ui/graph/adding/kind_search.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/notice_strip.hpp"
#include "ui/graph/palette_drop.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/picture_files.hpp"
#include "ui/model/document/scoped_design.hpp"
#include "ui/model/library.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/words/text.hpp"

#include <QApplication>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace burin::ui {

namespace {

constexpr qreal gapBeforeParent = metrics::columnWidth - metrics::nodeWidth;
constexpr qreal rowGap = metrics::rowDistance - metrics::headerHeight - metrics::bodyHeight;

QSizeF sizeOfNew() {
    return {metrics::nodeWidth, metrics::nodeHeight(metrics::rowsInBody)};
}

/// The surface, or the output of an open group, if nothing feeds it; otherwise nullptr.
const DesignNode* emptyEnd(const Design& design) {
    const auto output = std::find_if(design.nodes.begin(), design.nodes.end(),
                                     [](const DesignNode& node) { return isOutput(node); });
    const DesignNode* end = design.root                    ? &design.nodes[*design.root]
                            : output != design.nodes.end() ? &*output
                                                           : nullptr;
    return end != nullptr && end->links.empty() ? end : nullptr;
}

}  // namespace

/// The place under the mouse, or under it when a menu was opened; nothing if that is outside of the canvas.
std::optional<QPointF> GraphPanel::pointer() const {
    if (menu_ != nullptr) return menuPlace_;
    return view_->mouseIsOver() ? std::optional(view_->pointedAt()) : std::nullopt;
}

/// A free position in view: near the mouse if it is over the graph, otherwise near the middle.
QPointF GraphPanel::placeFor(QSizeF size) const {
    const QPointF middle = view_->room().shown.center() - QPointF(size.width(), size.height()) / 2;
    return edits_.clearPlace(pointer().value_or(middle), size, view_->room());
}

/// A place in view if possible, and to the left of `border`, so that a link to the item there runs to the
/// right.
QPointF GraphPanel::placeBefore(qreal border, QPointF wanted) const {
    const qreal last = border - gapBeforeParent - sizeOfNew().width();
    CanvasRoom room = view_->room();
    room.shown.setRight(std::min(room.shown.right(), border));
    return edits_.clearPlace({std::min(wanted.x(), last), wanted.y()}, sizeOfNew(), room);
}

/// A new node becomes a child of the selected node if that has no input yet or lacks a required one.
/// Otherwise a node that needs an input is added after the selected one, and a source becomes a child of a
/// node that joins surfaces. If nothing is selected, the node feeds the surface, or the output of an open
/// group, if that is empty.
NewLink GraphPanel::linkToChosen(const KindDescription& kind) const {
    if (chosen().isEmpty()) {
        const DesignNode* end = emptyEnd(scene_.design());
        const std::optional<Trait> asked = end == nullptr ? std::nullopt : askedFor(*end);
        if (!asked || !canBeChild(kind, *asked)) return {};
        return {NewLink::How::feedsNode, QString::fromStdString(end->name), asked, {}};
    }
    const DesignNode* chosenNode = chosen().size() == 1 ? scene_.designNode(active()) : nullptr;
    if (chosenNode == nullptr) return {};
    const std::optional<Trait> asked = askedFor(*chosenNode);
    const bool feeds = asked && canBeChild(kind, *asked);
    const bool waits = feeds && (lacksInput(*chosenNode) || chosenNode->links.empty());
    if (!waits && needsInput(kind)) {
        const NewLink link = edits_.after(active(), kind);
        if (link.how != NewLink::How::none) return link;
    }
    return feeds ? NewLink{NewLink::How::feedsNode, active(), asked, {}} : NewLink();
}

/// The position of a new child: in the column to the left of its reader, below the children that are already
/// there, so that nodes have the order of the inputs.
QPointF GraphPanel::placeAmongChildren(const NodeItem& parent) const {
    QPointF place = parent.pos() - QPointF(metrics::columnWidth, 0);
    for (const WireItem* wire : parent.in) {
        if (wire == nullptr) continue;
        const QRectF child = wire->childNode()->sceneBody();
        const bool inColumn = std::abs(child.left() - place.x()) < metrics::columnWidth / 2;
        if (inColumn) place.setY(std::max(place.y(), child.bottom() + rowGap));
    }
    return edits_.clearPlace(place, sizeOfNew(), {});
}

/// The place of a new node: beside the node that it is linked to or, if there is none, near `otherwise`. It
/// is never behind the surface, which is the end of the graph.
QPointF GraphPanel::placeOf(const NewLink& link, QPointF otherwise) const {
    if (link.how == NewLink::How::onWires || link.how == NewLink::How::readsNode) {
        const QPointF behind = scene_.node(active())->pos() + QPointF(metrics::columnWidth, 0);
        const bool inserted = link.how == NewLink::How::onWires;
        return inserted ? behind : edits_.clearPlace(behind, sizeOfNew(), {});
    }
    const std::optional<NodeIndex> root = scene_.design().root;
    const NodeItem* end =
        root ? scene_.node(QString::fromStdString(scene_.design().nodes[*root].name)) : nullptr;
    const NodeItem* parent = link.how == NewLink::How::feedsNode ? scene_.node(link.node) : nullptr;
    if (parent != nullptr) return placeAmongChildren(*parent);
    return end != nullptr ? placeBefore(end->pos().x(), otherwise) : otherwise;
}

NewLink GraphPanel::linkToSurface(const KindDescription& kind) const {
    const std::optional<NodeIndex> root = scene_.design().root;
    if (!root) return {};
    const DesignNode& surface = scene_.design().nodes[*root];
    const std::optional<Trait> asked = askedFor(surface);
    if (!asked || !canBeChild(kind, *asked)) return {};
    return {NewLink::How::feedsNode, QString::fromStdString(surface.name), asked, {}};
}

/// The link of a new node, see linkToChosen(). A node that reads a file is linked to the surface if it cannot
/// be linked to the chosen one, so that the file is seen.
NewLink GraphPanel::linkOfNew(const KindDescription& kind) const {
    const NewLink link = linkToChosen(kind);
    const bool readsFile = kind.files.what != FilesRead::What::nothing;
    return link.how == NewLink::How::none && readsFile ? linkToSurface(kind) : link;
}

/// The link of a new node, see linkOfNew(); none while Shift is held.
NewLink GraphPanel::wantedLink(const KindDescription& kind) const {
    const bool alone = QApplication::keyboardModifiers() & Qt::ShiftModifier;
    return alone ? NewLink() : linkOfNew(kind);
}

/// The link of a new node that the mouse places. Other nodes do not make room for it.
NewLink GraphPanel::pointedLink(const KindDescription& kind) const {
    NewLink link = wantedLink(kind);
    link.staysInPlace = true;
    return link;
}

void GraphPanel::addLinked(const KindDescription& kind, QPointF otherwise) {
    const NewLink link = wantedLink(kind);
    addNode(kind, placeOf(link, otherwise), link);
}

/// The node goes to the mouse pointer, unless the wire from the selected node would run back to it there.
void GraphPanel::addPointed(const KindDescription& kind, QPointF place) {
    const NewLink link = pointedLink(kind);
    const bool reads = link.how == NewLink::How::readsNode || link.how == NewLink::How::onWires;
    const NodeItem* child = reads ? scene_.node(active()) : nullptr;
    if (child != nullptr && place.x() < child->sceneBody().right()) return addLinked(kind, place);
    addNode(kind, place, link);
}

/// Says what a kind would be linked to.
QString GraphPanel::fateOf(const KindDescription& kind) const {
    if (addLink_.how != NewLink::How::none) return {};  // the wire shows it
    const NewLink link = linkOfNew(kind);
    if (link.how == NewLink::How::none) return {};
    const QString other = link.node.isEmpty() ? active() : link.node;
    const auto child = scene_.index(other);
    const bool feeds = link.how == NewLink::How::feedsNode;
    const auto trait = feeds   ? link.trait
                       : child ? traitOfNew(kind, scene_.fitting().bounded(*child))
                               : std::nullopt;
    if (!trait) return {};
    const QString word = QString::fromUtf8(traitName(*trait).data());
    return (feeds ? tr("%1 will read it as %2. Shift+Enter: not linked.")
                  : tr("Will read %1 as %2. Shift+Enter: not linked."))
        .arg(shownName(other), word);
}

/// If all nodes were visible, they stay visible, unless they would become too small.
void GraphPanel::addNode(const KindDescription& kind, QPointF place, const NewLink& link) {
    const bool sawAll = view_->room().shown.contains(scene_.contents());
    const Starter* starter = starterFor(kind);
    const Pattern* pattern = patternFor(kind);
    if (pattern != nullptr && containsOpenGroup(*pattern)) {
        view_->setFocus();
        return say(
            tr("%1 was not added, because a group cannot contain itself.").arg(textOf(pattern->shown.title)));
    }
    const QString name = pattern != nullptr ? edits_.addPattern(*pattern, place, link)
                                            : edits_.addNode(kind, place, link,
                                                             starter == nullptr ? nullptr : &starter->values);
    if (pattern != nullptr)
        say(pitchNotice(*pattern, workbench_.document.design()->pixelUm, workbench_.document.kinds()));
    if (const NodeItem* node = scene_.node(name)) {
        const bool seen = view_->room().shown.contains(node->sceneBody());
        sawAll && !seen && view_->fitsWithLabels(scene_.contents()) ? fitAll()
                                                                    : view_->reveal(node->sceneBody());
    }
    view_->setFocus();
    if (!name.isEmpty()) emit added();
}

const Starter* GraphPanel::starterFor(const KindDescription& kind) const {
    const auto found = std::find_if(starters_.begin(), starters_.end(),
                                    [&](const Starter& one) { return &one.shown == &kind; });
    return found == starters_.end() ? nullptr : &*found;
}

void GraphPanel::addInView(const KindDescription& kind) {
    addLinked(kind, placeFor(sizeOfNew()));
}

/// If the menu of the canvas calls this, the new node goes to the place of the click that opened it.
void GraphPanel::add() {
    placePointed_ = menu_ != nullptr;
    offerKinds(placeFor(sizeOfNew()), {});
}

void GraphPanel::openPopup(QPointF place, const NewLink& link) {
    placePointed_ = true;
    offerKinds(place, link);
}

void GraphPanel::offerKinds(QPointF place, const NewLink& link) {
    addPlace_ = place;
    addLink_ = link;
    collectPatterns();
    popup_->open(kindsFor(link), kindsFor({}), view_->viewport()->mapToGlobal(view_->mapFromScene(place)));
}

std::vector<const KindDescription*> GraphPanel::kindsFor(const NewLink& link) const {
    std::vector<const KindDescription*> fitting;
    const auto child = scene_.index(link.node);
    const auto offer = [&](const KindDescription& description) {
        bool fits = true;
        if (link.how == NewLink::How::readsNode) {
            fits = child && traitOfNew(description, scene_.fitting().bounded(*child));
        } else if (link.how == NewLink::How::feedsNode) {
            fits = link.trait && canBeChild(description, *link.trait);
        }
        const bool second = !feedsOthers(description) && !edits_.takesSurface();
        if (fits && !second) fitting.push_back(&description);
    };
    for (const Starter& starter : starters_)
        offer(starter.shown);
    for (const Kind& kind : workbench_.document.kinds())
        offer(kind.description);
    for (const auto& pattern : patterns_)
        offer(pattern->shown);
    return fitting;
}

// Patterns

void GraphPanel::collectPatterns() {
    popup_->hide();  // it still shows the previous patterns
    const std::shared_ptr<const Design> design = workbench_.document.design();
    const std::shared_ptr<const YamlValue> document(design, &design->document);
    patterns_ = patternsIn(document, workbench_.document.kinds());
    const DesignEdit open(*document, workbench_.document.scope().group().toStdString());
    std::erase_if(patterns_, [&](const auto& pattern) { return open.wouldContainItself(pattern->group); });
    if (library_ == nullptr) return;
    std::set<std::string_view> titles;
    for (const LibraryEntry& entry : library_->entries()) {
        if (entry.pattern == nullptr) continue;
        patterns_.push_back(entry.pattern);
        titles.insert(entry.pattern->shown.title);
    }
    // A saved pattern contains copies of the groups that it needs. Groups that have a card of their own are
    // offered only once.
    for (const LibraryEntry& entry : library_->entries()) {
        for (const auto& further : entry.further) {
            if (titles.insert(further->shown.title).second) patterns_.push_back(further);
        }
    }
}

std::vector<const KindDescription*> GraphPanel::kindsToAdd() {
    collectPatterns();
    return kindsFor({});
}

/// Keeps a pattern from now on, so that patternFor() finds it.
void GraphPanel::hold(const std::shared_ptr<const Pattern>& pattern) {
    if (patternFor(pattern->shown) == nullptr) patterns_.push_back(pattern);
}

const Pattern* GraphPanel::patternFor(const KindDescription& kind) const {
    const auto found = std::find_if(patterns_.begin(), patterns_.end(),
                                    [&](const auto& pattern) { return &pattern->shown == &kind; });
    return found == patterns_.end() ? nullptr : found->get();
}

void GraphPanel::addPattern(const std::shared_ptr<const Pattern>& pattern) {
    hold(pattern);
    const QSizeF size = sizeOfNew();
    const CanvasRoom room = view_->room();
    const QPointF middle = room.shown.center() - QPointF(size.width(), size.height()) / 2;
    addLinked(pattern->shown, edits_.clearPlace(middle, size, room));
}

void GraphPanel::dragPattern(const Pattern& pattern, QPoint global) {
    drop_->dragKind(pattern.shown, global);
}

void GraphPanel::dropPattern(const std::shared_ptr<const Pattern>& pattern, QPoint global) {
    hold(pattern);
    dropKind(pattern->shown, global);
}

void GraphPanel::dropKind(const KindDescription& kind, QPoint global) {
    const auto landing = drop_->dropKind(kind, global);
    if (!landing) return;
    const bool onWires = landing->link.how != NewLink::How::none;
    addNode(kind, landing->place, onWires ? landing->link : pointedLink(kind));
}

bool GraphPanel::containsOpenGroup(const Pattern& pattern) const {
    const Document& document = workbench_.document;
    return wouldContainItself(pattern,
                              DesignEdit(document.design()->document, document.scope().group().toStdString()),
                              DesignFolders::of(pathOf(document.file())), document.kinds());
}

/// Shows a notice above the graph; an empty one removes the notice before it.
void GraphPanel::say(const QString& notice) {
    offeredFor_.clear();
    noticeStep_ = workbench_.document.history().index();
    notice_->say(notice);
    if (!notice.isEmpty()) emit noticed(notice);
}

/// The kind that reads a file.
const KindDescription& GraphPanel::kindOf(const QString& file) {
    return findKind(kindReading(file).value_or("image"))->description;
}

/// Adds pictures, drawings and texts in a font. A single picture may be a photograph of a material.
void GraphPanel::takeFiles(const QStringList& files, QPointF place, const NewLink& link,
                           std::optional<Point> dropped) {
    const QStringList left = edits_.unnamed(files);
    QStringList taken = files;
    for (const QString& file : left)
        taken.removeAll(file);
    if (!taken.isEmpty()) {
        const QString node = edits_.addFiles(taken, place, link, dropped).value(0);
        if (files.size() == 1) considerTexture(node);
    }
    if (!left.isEmpty()) say(unnamedText(left));
}

void GraphPanel::considerTexture(const QString& node) {
    const DesignNode* added = workbench_.document.node(node);
    const bool picture =
        added != nullptr && added->kind != nullptr && showsPicture(added->kind->description.name);
    if (!picture || !whyNoTexture(node).isEmpty()) return;
    offeredFor_ = node;
    workbench_.previews.askShades(workbench_.document.scope().flat(node));
}

/// Makes no offer if something else was selected meanwhile, or if the picture has only two values, because it
/// is then a drawing and not a photograph of a material.
void GraphPanel::offerTexture(const QString& flat, bool shades) {
    const QString node = offeredFor_;
    if (!shades || flat != workbench_.document.scope().flat(node) || !whyNoTexture(node).isEmpty()) return;
    notice_->offer(
        tr("A photograph of leather, stone or wood can become an endless surface that never repeats."),
        tr("Endless texture…"), [this, node] { emit textureRequested(node); });
}

void GraphPanel::withdrawOffer() {
    offeredFor_.clear();
    notice_->hide();
}

bool GraphPanel::liesOnSurface(Point at) const {
    const std::optional<NodeIndex> root = scene_.design().root;
    const std::optional<Size> size = root ? scene_.design().nodes[*root].size : std::nullopt;
    return size && Rect{0, 0, size->width, size->height}.contains(at);
}

void GraphPanel::importFiles(const QStringList& files, std::optional<Point> dropped) {
    if (files.isEmpty()) return;
    if (files.size() != 1 || workbench_.document.scope().open() || !workbench_.selection.solo().isEmpty())
        dropped = {};
    const KindDescription& kind = kindOf(files.first());
    const NewLink link = files.size() > 1 ? NewLink() : dropped ? linkToSurface(kind) : linkOfNew(kind);
    // A file that is placed beside the surface would not be visible.
    if (dropped && !liesOnSurface(*dropped)) dropped = {};
    takeFiles(files, placeOf(link, placeFor(sizeOfNew())), link, dropped);
    const NodeItem* node = scene_.node(active());
    if (node != nullptr) view_->reveal(node->sceneBody());
    view_->setFocus();
}

/// The viewport keeps the focus, because the user draws there.
QString GraphPanel::addDrawn(const QString& reader, const KindDescription& kind, const YamlValue& values,
                             const std::optional<YamlValue>& at) {
    const DesignNode* node = scene_.designNode(reader);
    const std::optional<Trait> asked = node == nullptr ? std::nullopt : askedFor(*node);
    if (asked != Trait::data || !canBeChild(kind, Trait::data))
        return tr("Nothing can be drawn here: show the surface or a union of the open group.");
    NewLink link{NewLink::How::feedsNode, reader, asked, {}};
    link.at = at;
    const QString added = edits_.addDrawn(kind, placeOf(link, placeFor(sizeOfNew())), link, values);
    if (const NodeItem* item = scene_.node(added)) view_->reveal(item->sceneBody());
    return {};
}

/// Why `example` cannot continue a node; empty for a picture with an end.
QString GraphPanel::whyNoTexture(const QString& node) const {
    const auto index = scene_.index(node);
    const NodeItem* item = scene_.node(node);
    if (!index || item == nullptr || !item->picture().feeds) return tr("select a picture first");
    if (item->picture().state != NodeState::sound) return tr("the selected node has a problem");
    return scene_.fitting().bounded(*index) ? QString() : tr("the selected node is unbounded");
}

void GraphPanel::makeTexture() {
    workbench_.document.pending().handOver();  // the node may get another name
    const QString node = active();
    if (whyNoTexture(node).isEmpty()) emit textureRequested(node);
}

void GraphPanel::compensateSurface() {
    const NodeItem* added = scene_.node(edits_.compensateSurface());
    if (added != nullptr) view_->reveal(added->sceneBody());
}

void GraphPanel::invert() {
    const NodeItem* added = scene_.node(edits_.invert(active()));
    if (added != nullptr) view_->reveal(added->sceneBody());
}

void GraphPanel::cancelDrop() {
    drop_->cancel();
}

/// The search, with the patterns alone.
void GraphPanel::openPatterns() {
    collectPatterns();
    addPlace_ = placeFor(sizeOfNew());
    addLink_ = {};
    placePointed_ = false;
    std::vector<const KindDescription*> offered = kindsFor({});
    std::erase_if(offered, [](const KindDescription* kind) { return !isPattern(*kind); });
    popup_->open(offered, offered, view_->viewport()->mapToGlobal(view_->mapFromScene(addPlace_)));
}

}  // namespace burin::ui
