// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_scene.hpp"

#include "ui/graph/items/badge_item.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/layout/auto_layout.hpp"
#include "ui/graph/layout/free_places.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"

#include <QTimerEvent>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace burin::ui {

namespace {

constexpr qreal canvasSide = 1e6;
constexpr int frameMs = 40;      ///< interval of the progress bar on a node that is computed
constexpr qreal roundMs = 1200;  ///< duration of one pass of the bar on a node that is being computed

template <class Item>
void removeLast(QGraphicsScene& scene, std::vector<Item*>& items) {
    scene.removeItem(items.back());
    delete items.back();
    items.pop_back();
}

}  // namespace

GraphScene::GraphScene(Workbench workbench, QObject* parent)
    : QGraphicsScene(-canvasSide / 2, -canvasSide / 2, canvasSide, canvasSide, parent),
      workbench_(workbench),
      style_(workbench.theme),
      chip_(new WireChip(style_)) {
    connect(&workbench.document, &Document::fileChanged, this, &GraphScene::forgetPlaces);
    connect(&workbench.document, &Document::changed, this, &GraphScene::takeDesign);
    connect(&workbench.document.scope(), &Scope::changed, this, &GraphScene::takeScope);
    connect(&workbench.selection, &Selection::changed, this, &GraphScene::showSelection);
    connect(&workbench.selection, &Selection::soloChanged, this, &GraphScene::showSelection);
    connect(&workbench.selection, &Selection::comparedChanged, this, &GraphScene::showSelection);
    connect(&workbench.previews, &Previews::thumbnailChanged, this, [this](const QString& name) {
        const QList<NodeItem*> items = showing_.values(name);
        for (NodeItem* item : items)
            item->update();
    });
    connect(&workbench.previews, &Previews::shownChanged, this, [this] {
        for (NodeItem* const item : std::as_const(nodes_)) {
            if (workbench_.previews.thumbnailIsOutdated(item->picture().flat)) item->update();
        }
    });
    connect(&workbench.previews, &Previews::computingChanged, this, &GraphScene::showComputing);
    connect(&workbench.previews, &Previews::costsChanged, this, &GraphScene::showCosts);
    connect(&workbench.theme, &Theme::changed, this, &GraphScene::restyle);
    connect(&glide_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        for (auto move = gliding_.cbegin(); move != gliding_.cend(); ++move)
            moveNode(*move.key(), move->first + value.toReal() * (move->second - move->first));
    });
    connect(&glide_, &QVariantAnimation::finished, this, [this] { gliding_.clear(); });
    glide_.setStartValue(0.0);
    glide_.setEndValue(1.0);
    glide_.setEasingCurve(QEasingCurve::OutCubic);
    addItem(chip_);
    connect(this, &GraphScene::nodeMoved, this, &GraphScene::showChip);
    takeDesign();
}

GraphScene::~GraphScene() = default;

std::optional<NodeIndex> GraphScene::index(const QString& name) const {
    const auto found = order_.constFind(name);
    return found == order_.constEnd() ? std::nullopt : std::optional<NodeIndex>(*found);
}

const DesignNode* GraphScene::designNode(const QString& name) const {
    const auto found = index(name);
    return found ? &design().nodes[*found] : nullptr;
}

QString GraphScene::sourceName(const QString& child) const {
    const bool socket = workbench_.document.scope().open() && child.startsWith('$');
    return socket ? QString::fromUtf8(inputsBlock.data()) : child;
}

WireItem* GraphScene::wire(const QString& parent, std::size_t entry) const {
    const NodeItem* item = node(parent);
    if (item == nullptr) return nullptr;
    for (WireItem* wire : item->in) {
        if (wire != nullptr && wire->picture().entry == entry) return wire;
    }
    return nullptr;
}

std::vector<FrameNote> GraphScene::frameNotes() const {
    std::vector<FrameNote> notes;
    for (const FrameItem* frame : frames_)
        notes.push_back(frame->note());
    return notes;
}

std::vector<CommentNote> GraphScene::commentNotes() const {
    std::vector<CommentNote> notes;
    for (const CommentItem* comment : comments_)
        notes.push_back(comment->note());
    return notes;
}

QRectF GraphScene::contents() const {
    QRectF rect;
    for (NodeItem* node : nodes_) {
        const auto move = gliding_.constFind(node);
        const QPointF ahead = move == gliding_.cend() ? QPointF() : move->second - node->pos();
        rect |= node->sceneBody().translated(ahead);
    }
    for (const FrameItem* frame : frames_)
        rect |= frame->note().rect;
    for (const CommentItem* comment : comments_)
        rect |= comment->rect();
    return rect;
}

QRectF GraphScene::rectOf(const QStringList& names) const {
    QRectF rect;
    for (const QString& name : names) {
        if (const NodeItem* item = node(name)) rect |= item->sceneBody();
    }
    return rect;
}

// The design

void GraphScene::takeDesign() {
    emit aboutToChange();
    glide_.stop();
    gliding_.clear();
    ++generation_;
    scoped_ = workbench_.document.scope().nodes();
    fitting_ = std::make_unique<Fitting>(*scoped_);
    order_.clear();
    for (std::size_t i = 0; i < design().nodes.size(); ++i)
        order_.insert(QString::fromStdString(design().nodes[i].name), i);
    std::vector<NodePicture> pictures = picturesOf(*scoped_, *fitting_);
    const QStringList before = std::exchange(names_, {});
    for (const NodePicture& picture : pictures)
        names_ << picture.name;
    keepPlaceOfRenamed(before);
    const CanvasNotes notes = scoped_->text == nullptr ? CanvasNotes() : notesOf(*scoped_->text);
    removeGone(pictures);
    findPlaces(pictures, notes);
    updateNodes(std::move(pictures), notes);
    updateWires(notes);
    updateNotes(notes);
    glideMs_ = 0;
    if (!gliding_.isEmpty()) glide_.start();
    if (wire_ && wire(wire_->parent, wire_->entry) == nullptr) wire_.reset();
    forgetGone();
    showSelection();
    showCosts();
    emit arranged();
}

/// Shows another group, whose nodes are different nodes even if they have the same names.
void GraphScene::takeScope() {
    workbench_.selection.select({});
    emit aboutToChange();
    const QList<NodeItem*> items = nodes_.values();
    for (NodeItem* item : items)
        removeNode(item);
    forgetPlaces();
    takeDesign();
}

/// Removes nodes that no longer exist from the selection and from the viewport.
void GraphScene::forgetGone() {
    Selection& selection = workbench_.selection;
    selection.keep([this](const QString& name) { return nodes_.contains(name); });
    const std::string solo = selection.solo().toStdString();
    if (!solo.empty() && !scoped_->whole->find(solo)) selection.setSolo({});
}

void GraphScene::removeGone(const std::vector<NodePicture>& pictures) {
    for (const NodePicture& picture : pictures) {
        if (NodeItem* item = node(picture.name)) item->generation = generation_;
    }
    const QList<NodeItem*> items = nodes_.values();
    for (NodeItem* item : items) {
        if (item->generation != generation_) removeNode(item);
    }
}

void GraphScene::removeNode(NodeItem* node) {
    if (hoveredNode_ == node) hoveredNode_ = nullptr;
    while (!node->out.empty())
        removeWire(node->out.back());
    for (WireItem* wire : node->in) {
        if (wire != nullptr) removeWire(wire);
    }
    nodes_.remove(node->name());
    showing_.remove(node->picture().flat, node);
    computing_.remove(node->name());
    removeItem(node);
    delete node;
    ++touched_;
}

void GraphScene::removeWire(WireItem* wire) {
    if (hoveredWire_ == wire) hoveredWire_ = nullptr;
    std::erase(wire->childNode()->out, wire);
    std::replace(wire->parentNode()->in.begin(), wire->parentNode()->in.end(), wire,
                 static_cast<WireItem*>(nullptr));
    removeItem(wire);
    delete wire;
    ++touched_;
}

void GraphScene::updateNodes(std::vector<NodePicture> pictures, const CanvasNotes& notes) {
    for (NodePicture& picture : pictures) {
        const QString name = picture.name;
        const auto written = notes.places.constFind(name);
        const QPointF where = written != notes.places.constEnd() ? *written : automatic_.value(name);
        NodeItem*& item = nodes_[name];
        if (item == nullptr) {
            item = new NodeItem(style_, workbench_.previews, std::move(picture));
            item->generation = generation_;
            item->setPos(where);
            item->setZoom(zoom_);
            addItem(item);
            ++touched_;
            continue;
        }
        if (item->picture() != picture) {
            item->setPicture(std::move(picture));
            ++touched_;
        }
        if (item->pos() != where) {
            place(*item, where);
            ++touched_;
        }
    }
    showing_.clear();
    for (NodeItem* item : std::as_const(nodes_)) {
        if (!item->picture().flat.isEmpty()) showing_.insert(item->picture().flat, item);
    }
}

void GraphScene::place(NodeItem& node, QPointF place) {
    if (glideMs_ == 0) {
        moveNode(node, place);
    } else {
        gliding_.insert(&node, {node.pos(), place});
    }
}

void GraphScene::updateWires(const CanvasNotes& notes) {
    for (NodeItem* parent : std::as_const(nodes_)) {
        const std::size_t rows = parent->picture().inputs.size();
        for (std::size_t row = rows; row < parent->in.size(); ++row) {
            if (parent->in[row] != nullptr) removeWire(parent->in[row]);
        }
        parent->in.resize(rows, nullptr);
        const auto routes = notes.routes.constFind(parent->name());
        for (std::size_t row = 0; row < rows; ++row) {
            const std::size_t entry = parent->picture().inputs[row].entry;
            const bool routed = routes != notes.routes.constEnd() && entry < routes->size();
            updateWire(*parent, static_cast<int>(row), routed ? (*routes)[entry] : Route());
        }
    }
}

void GraphScene::updateWire(NodeItem& parent, int row, const Route& route) {
    const auto slot = static_cast<std::size_t>(row);
    const InputPicture& input = parent.picture().inputs[slot];
    NodeItem* child = source(input.child);
    WireItem* wire = parent.in[slot];
    if (wire != nullptr && wire->childNode() != child) {
        removeWire(wire);
        wire = nullptr;
    }
    if (child == nullptr) return;
    const bool broken = child->picture().state == NodeState::error;
    WirePicture picture{input.trait, input.entry, input.child, route, broken};
    if (wire == nullptr) {
        wire = new WireItem(style_, &parent, child, row, std::move(picture));
        parent.in[slot] = wire;
        child->out.push_back(wire);
        addItem(wire);
        ++touched_;
    } else if (wire->picture() != picture) {
        wire->setPicture(std::move(picture));
        ++touched_;
    }
}

void GraphScene::updateNotes(const CanvasNotes& notes) {
    while (frames_.size() > notes.frames.size())
        removeLast(*this, frames_);
    while (comments_.size() > notes.comments.size())
        removeLast(*this, comments_);
    for (std::size_t i = 0; i < notes.frames.size(); ++i) {
        if (i == frames_.size()) {
            frames_.push_back(new FrameItem(style_, notes.frames[i]));
            addItem(frames_.back());
        } else if (frames_[i]->note() != notes.frames[i]) {
            frames_[i]->setNote(notes.frames[i]);
        }
    }
    for (std::size_t i = 0; i < notes.comments.size(); ++i) {
        if (i == comments_.size()) {
            comments_.push_back(new CommentItem(style_, notes.comments[i]));
            addItem(comments_.back());
        } else if (comments_[i]->note() != notes.comments[i]) {
            comments_[i]->setNote(notes.comments[i]);
        }
    }
    choose(NoteChoice(note_));
}

// Places

void GraphScene::keepPlaceOfRenamed(const QStringList& before) {
    if (before.size() != names_.size()) return;
    const auto [was, is] = std::mismatch(before.begin(), before.end(), names_.begin());
    if (was == before.end() || !std::equal(was + 1, before.end(), is + 1)) return;
    if (const auto place = automatic_.constFind(*was); place != automatic_.cend())
        automatic_.insert(*is, QPointF(*place));
}

void GraphScene::findPlaces(const std::vector<NodePicture>& pictures, const CanvasNotes& notes) {
    QHash<QString, QPointF> known = automatic_;
    known.insert(notes.places);
    const auto missing = static_cast<std::size_t>(
        std::count_if(pictures.begin(), pictures.end(),
                      [&](const NodePicture& picture) { return !known.contains(picture.name); }));
    if (missing == 0) return;
    if (missing < pictures.size()) {
        findPlacesBeside(pictures, std::move(known));
        return;
    }
    QHash<QString, int> order;
    for (const NodePicture& picture : pictures)
        order.insert(picture.name, static_cast<int>(order.size()));
    std::vector<LayoutNode> nodes;
    for (const NodePicture& picture : pictures) {
        LayoutNode& layout = nodes.emplace_back();
        layout.height = metrics::nodeHeight(static_cast<int>(picture.inputs.size()) + 1);
        layout.input = picture.shape == NodeShape::inputs;
        for (const InputPicture& input : picture.inputs) {
            const auto child = order.constFind(sourceName(input.child));
            if (child != order.cend()) layout.children.push_back(*child);
        }
    }
    const std::vector<QPointF> places = autoLayout(nodes);
    for (std::size_t i = 0; i < places.size(); ++i)
        automatic_[pictures[i].name] = places[i];
}

/// Places each node without a position to the left of the first node that reads it. If there is none, places
/// it below all others. The output of a group is placed to the right of the node that it shows.
/// \param places  the known positions, also those of nodes that do not exist
void GraphScene::findPlacesBeside(const std::vector<NodePicture>& pictures, QHash<QString, QPointF> places) {
    QHash<QString, std::size_t> order;
    QHash<QString, std::vector<std::size_t>> readers;
    FreePlaces freePlaces;
    QPointF below(0, 0);
    const auto extend = [&](QPointF place) {
        below = {std::min(below.x(), place.x()), std::max(below.y(), place.y() + 128)};
    };
    for (const QPointF place : std::as_const(places))
        freePlaces.take(place);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        order.insert(pictures[i].name, i);
        for (const InputPicture& input : pictures[i].inputs)
            readers[sourceName(input.child)].push_back(i);
        if (const auto there = places.constFind(pictures[i].name); there != places.constEnd()) extend(*there);
    }
    const auto placed = [&](std::size_t i) { return places.contains(pictures[i].name); };
    // Most files list parents before their children, so nodes placed so far help to place the others.
    for (const NodePicture& picture : pictures) {
        if (places.contains(picture.name)) continue;
        const std::size_t none = pictures.size();
        std::size_t reader = none;
        if (const auto all = readers.constFind(picture.name); all != readers.constEnd()) {
            const auto first = std::find_if(all->begin(), all->end(), placed);
            if (first != all->end()) reader = *first;
        }
        std::size_t shown = none;
        if (picture.shape == NodeShape::output && !picture.inputs.empty()) {
            const auto found = order.constFind(picture.inputs.front().child);
            if (found != order.constEnd() && placed(*found)) shown = *found;
        }
        QPointF wanted = below;
        if (shown != none && shown <= reader) {
            wanted = places.value(pictures[shown].name) + QPointF(metrics::columnWidth, 0);
        } else if (reader != none) {
            wanted = places.value(pictures[reader].name) - QPointF(metrics::columnWidth, 0);
        }
        const QPointF place = freePlaces.takeBelow(wanted);
        automatic_[picture.name] = place;
        places[picture.name] = place;
        extend(place);
    }
}

void GraphScene::forgetPlaces() {
    automatic_.clear();
    note_ = {};
    wire_.reset();
}

void GraphScene::keepPlaces(DesignEdit& edit) const {
    if (automatic_.isEmpty()) return;
    const std::vector<std::string> names = edit.nodeNames();
    const std::unordered_set<std::string_view> there(names.begin(), names.end());
    std::vector<std::pair<std::string, CanvasPoint>> places;
    for (auto place = automatic_.cbegin(); place != automatic_.cend(); ++place) {
        const NodeItem* item = node(place.key());
        if (item == nullptr) continue;
        std::string name = place.key().toStdString();
        if (there.contains(name) || item->picture().block())
            places.emplace_back(std::move(name), canvasPoint(*place));
    }
    edit.addPlaces(places);
}

void GraphScene::moveNode(NodeItem& node, QPointF place) {
    node.setPos(place);
    for (WireItem* wire : node.in) {
        if (wire != nullptr) wire->reroute();
    }
    for (WireItem* wire : node.out)
        wire->reroute();
    emit nodeMoved();
}

void GraphScene::glide(int ms) {
    glideMs_ = style_.motion(ms);
    glide_.setDuration(glideMs_);
}

// Interaction

Hit GraphScene::hit(QPointF place, qreal reach, qreal zoom) const {
    const bool sockets = zoom >= metrics::blockZoom;
    const qreal near = std::max(reach, metrics::socketHit / 2);
    Hit hit;
    if (wire_ && chip_->rectAt(zoom).contains(place))
        return {Hit::Part::chip, nullptr, wire(wire_->parent, wire_->entry), -1, {}};
    const QList<QGraphicsItem*> under = items(QRectF(place.x() - near, place.y() - near, 2 * near, 2 * near),
                                              Qt::IntersectsItemBoundingRect, Qt::DescendingOrder);
    for (QGraphicsItem* item : under) {
        auto* node = qgraphicsitem_cast<NodeItem*>(item);
        if (node == nullptr || !sockets) continue;
        for (int output = 0; output < node->outputs(); ++output) {
            const QPointF away = place - node->outputPlace(output);
            if (std::max(std::abs(away.x()), std::abs(away.y())) <= metrics::socketHit / 2)
                return {Hit::Part::output, node, nullptr, output, {}};
        }
        const int row = node->rowAt(place);
        if (row >= 0 && row == node->freeRow()) return {Hit::Part::freeSocket, node, nullptr, row, {}};
        if (row >= 0) return {Hit::Part::input, node, node->in[static_cast<std::size_t>(row)], row, {}};
    }
    for (QGraphicsItem* item : under) {
        auto* node = qgraphicsitem_cast<NodeItem*>(item);
        if (node == nullptr || !node->sceneBody().contains(place)) continue;
        const QPointF in = place - node->pos();
        const qreal header = metrics::headerHeightAt(zoom);
        hit = {in.y() < header ? Hit::Part::header : Hit::Part::body, node, nullptr, -1, {}};
        const bool badge = in.y() < header && in.x() > node->body().width() - 6 - metrics::badge;
        if (badge && node->picture().state == NodeState::error) hit.part = Hit::Part::badge;
        const int row =
            static_cast<int>((in.y() - metrics::firstRow + metrics::rowHeight / 2) / metrics::rowHeight);
        const bool label = zoom >= metrics::labelZoom &&
                           in.y() > metrics::firstRow - metrics::rowHeight / 2 &&
                           in.x() < metrics::labelLeft + metrics::labelWidth;
        if (label && row < static_cast<int>(node->picture().inputs.size())) {
            hit.part = Hit::Part::label;
            hit.index = row;
            hit.wire = node->in[static_cast<std::size_t>(row)];
        }
        return hit;
    }
    for (QGraphicsItem* item : under) {
        auto* wire = qgraphicsitem_cast<WireItem*>(item);
        if (wire == nullptr) continue;
        const int point = wire->pointAt(place, metrics::routeRadius + reach / 2);
        if (point >= 0) return {Hit::Part::point, nullptr, wire, point, {}};
        if (hit.wire == nullptr && wire->hits(place, reach)) hit = {Hit::Part::wire, nullptr, wire, -1, {}};
    }
    if (hit.wire != nullptr) return hit;
    for (std::size_t i = comments_.size(); i-- > 0;) {
        if (comments_[i]->rect().contains(place))
            return {Hit::Part::comment, nullptr, nullptr, static_cast<int>(i), {}};
    }
    for (std::size_t i = frames_.size(); i-- > 0;) {
        if (const Qt::Edges edges = frames_[i]->edgesAt(place, reach))
            return {Hit::Part::frameEdge, nullptr, nullptr, static_cast<int>(i), edges};
        if (frames_[i]->titleRect().contains(place))
            return {Hit::Part::frame, nullptr, nullptr, static_cast<int>(i), {}};
    }
    return hit;
}

void GraphScene::setZoom(qreal zoom) {
    const bool changes =
        (zoom < 1) != (zoom_ < 1) || (zoom < metrics::labelZoom) != (zoom_ < metrics::labelZoom);
    zoom_ = zoom;
    if (!changes) return;
    for (NodeItem* node : std::as_const(nodes_))
        node->setZoom(zoom);
}

void GraphScene::showComputing(const QString& flat) {
    const QList<NodeItem*> items = showing_.values(flat);
    for (NodeItem* item : items) {
        NodeLook look = item->look();
        look.computing = workbench_.previews.computing(flat);
        item->setLook(look);
        if (look.computing) {
            computing_.insert(item->name());
            item->setPhase(style_.motion(frameMs) == 0 ? -1 : phase_);
        } else {
            computing_.remove(item->name());
        }
    }
    if (computing_.isEmpty()) {
        computingTimer_.stop();
    } else if (!computingTimer_.isActive() && style_.motion(frameMs) > 0) {
        computingTimer_.start(frameMs, this);
    }
}

/// A node with an error shows the error instead of its cost.
void GraphScene::showCosts() {
    const bool shown = workbench_.previews.costsShown();
    bool resized = false;
    for (NodeItem* item : std::as_const(nodes_)) {
        const NodePicture& picture = item->picture();
        std::optional<ShownCost> cost;
        if (shown && !picture.block() && picture.state != NodeState::error) {
            const bool group = picture.shape == NodeShape::instance;
            cost = group ? costOfGroup() : workbench_.previews.cost(picture.flat);
        }
        resized = resized || cost.has_value() != item->cost().has_value();
        item->setCost(cost);
    }
    if (resized) emit nodeMoved();
}

void GraphScene::timerEvent(QTimerEvent* event) {
    if (event->timerId() != computingTimer_.timerId()) return QGraphicsScene::timerEvent(event);
    phase_ += frameMs / roundMs;
    if (phase_ > 1) phase_ -= 1;
    for (const QString& name : std::as_const(computing_)) {
        if (NodeItem* item = node(name)) item->setPhase(phase_);
    }
}

void GraphScene::restyle() {
    style_.reload();
    for (NodeItem* node : std::as_const(nodes_))
        node->restyle();
    for (CommentItem* comment : comments_)
        comment->restyle();
    update();
    emit arranged();
}

}  // namespace burin::ui
