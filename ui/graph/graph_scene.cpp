// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_scene.hpp"

#include "ui/graph/auto_layout.hpp"
#include "ui/graph/badge_item.hpp"
#include "ui/graph/metrics.hpp"
#include "ui/model/document.hpp"
#include "ui/model/previews.hpp"
#include "ui/model/selection.hpp"

#include <QTimerEvent>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

constexpr qreal canvasSide = 1e6;
constexpr int frameMs = 40;      ///< of the bar that says that a node is computed
constexpr qreal roundMs = 1200;  ///< in which it runs along once

template <class Item>
void removeLast(QGraphicsScene& scene, std::vector<Item*>& items) {
    scene.removeItem(items.back());
    delete items.back();
    items.pop_back();
}

}  // namespace

GraphScene::GraphScene(Session session, QObject* parent)
    : QGraphicsScene(-canvasSide / 2, -canvasSide / 2, canvasSide, canvasSide, parent),
      session_(session),
      style_(session.theme) {
    connect(&session.document, &Document::fileChanged, this, &GraphScene::forgetPlaces);
    connect(&session.document, &Document::changed, this, &GraphScene::takeDesign);
    connect(&session.selection, &Selection::changed, this, &GraphScene::showSelection);
    connect(&session.selection, &Selection::soloChanged, this, &GraphScene::showSelection);
    connect(&session.previews, &Previews::thumbnailChanged, this, [this](const QString& name) {
        if (NodeItem* item = node(name)) item->update();
    });
    connect(&session.previews, &Previews::computingChanged, this, &GraphScene::showComputing);
    connect(&session.theme, &Theme::changed, this, &GraphScene::restyle);
    connect(&glide_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        for (auto move = gliding_.cbegin(); move != gliding_.cend(); ++move)
            moveNode(*move.key(), move->first + value.toReal() * (move->second - move->first));
    });
    connect(&glide_, &QVariantAnimation::finished, this, [this] { gliding_.clear(); });
    glide_.setStartValue(0.0);
    glide_.setEndValue(1.0);
    glide_.setEasingCurve(QEasingCurve::OutCubic);
    takeDesign();
}

GraphScene::~GraphScene() = default;

std::optional<NodeIndex> GraphScene::index(const QString& name) const {
    const auto found = order_.constFind(name);
    return found == order_.constEnd() ? std::nullopt : std::optional<NodeIndex>(*found);
}

const DesignNode* GraphScene::designNode(const QString& name) const {
    const auto found = index(name);
    return found ? &design_->nodes[*found] : nullptr;
}

QStringList GraphScene::names() const {
    QStringList names;
    for (const DesignNode& node : design_->nodes)
        names << QString::fromStdString(node.name);
    return names;
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

// What the design says

void GraphScene::takeDesign() {
    emit aboutToChange();
    glide_.stop();
    gliding_.clear();
    ++generation_;
    design_ = session_.document.design();
    fitting_ = std::make_unique<Fitting>(*design_);
    order_.clear();
    for (std::size_t i = 0; i < design_->nodes.size(); ++i)
        order_.insert(QString::fromStdString(design_->nodes[i].name), i);
    std::vector<NodePicture> pictures = picturesOf(*design_, *fitting_);
    const CanvasNotes notes = notesOf(design_->document);
    removeGone(pictures);
    findPlaces(notes);
    updateNodes(std::move(pictures), notes);
    updateWires(notes);
    updateNotes(notes);
    glideMs_ = 0;
    if (!gliding_.isEmpty()) glide_.start();
    if (wire_ && wire(wire_->parent, wire_->entry) == nullptr) wire_.reset();
    forgetGone();
    showSelection();
    emit arranged();
}

/// What is gone is no longer selected or shown.
void GraphScene::forgetGone() {
    Selection& selection = session_.selection;
    QStringList left;
    for (const QString& name : selection.nodes()) {
        if (nodes_.contains(name)) left << name;
    }
    if (left.size() != selection.nodes().size()) selection.select(left, selection.active());
    if (!selection.solo().isEmpty() && !nodes_.contains(selection.solo())) selection.setSolo({});
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
            item = new NodeItem(style_, session_.previews, std::move(picture));
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
    NodeItem* child = node(input.child);
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

void GraphScene::findPlaces(const CanvasNotes& notes) {
    QHash<QString, QPointF> known = automatic_;
    known.insert(notes.places);
    QStringList missing;
    for (const DesignNode& node : design_->nodes) {
        const QString name = QString::fromStdString(node.name);
        if (!known.contains(name)) missing << name;
    }
    if (missing.isEmpty()) return;
    if (missing.size() < static_cast<qsizetype>(design_->nodes.size())) {
        // Parents stand before what they read in most files; what is placed already is a place to start from.
        for (const QString& name : missing) {
            automatic_[name] = freePlaceFor(name, known);
            known[name] = automatic_[name];
        }
        return;
    }
    std::vector<LayoutNode> nodes;
    for (const DesignNode& node : design_->nodes) {
        LayoutNode& layout = nodes.emplace_back();
        layout.height = metrics::nodeHeight(static_cast<int>(node.links.size()) + 1);
        for (const DesignLink& link : node.links) {
            if (link.child) layout.children.push_back(static_cast<int>(*link.child));
        }
    }
    const std::vector<QPointF> places = autoLayout(nodes);
    for (std::size_t i = 0; i < places.size(); ++i)
        automatic_[QString::fromStdString(design_->nodes[i].name)] = places[i];
}

/// Left of the first node that reads it, else below all others.
QPointF GraphScene::freePlaceFor(const QString& name, const QHash<QString, QPointF>& places) const {
    const NodeIndex wanted = *index(name);
    QPointF place(0, 0);
    bool found = false;
    for (const DesignNode& node : design_->nodes) {
        const auto there = places.constFind(QString::fromStdString(node.name));
        if (there == places.constEnd()) continue;
        if (!found) place = {std::min(place.x(), there->x()), std::max(place.y(), there->y() + 128)};
        const bool reads = std::any_of(node.links.begin(), node.links.end(),
                                       [&](const DesignLink& link) { return link.child == wanted; });
        if (!reads || found) continue;
        found = true;
        place = *there - QPointF(metrics::columnWidth, 0);
    }
    const auto taken = [&] {
        return std::any_of(places.begin(), places.end(), [&](QPointF other) {
            return std::abs(other.x() - place.x()) < metrics::nodeWidth + 8 &&
                   std::abs(other.y() - place.y()) < metrics::rowDistance;
        });
    };
    while (taken())
        place.ry() += metrics::rowDistance + 4;
    return place;
}

void GraphScene::forgetPlaces() {
    automatic_.clear();
    note_ = {};
    wire_.reset();
}

void GraphScene::keepPlaces(DesignEdit& edit) const {
    for (auto place = automatic_.cbegin(); place != automatic_.cend(); ++place) {
        const std::string name = place.key().toStdString();
        if (order_.contains(place.key()) && edit.node(name) != nullptr && !edit.place(name))
            edit.setPlace(name, canvasPoint(*place));
    }
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

// What people do with it

Hit GraphScene::hit(QPointF place, qreal reach, qreal zoom) const {
    const bool sockets = zoom >= metrics::blockZoom;
    const qreal near = std::max(reach, metrics::socketHit / 2);
    Hit hit;
    const QList<QGraphicsItem*> under = items(QRectF(place.x() - near, place.y() - near, 2 * near, 2 * near),
                                              Qt::IntersectsItemBoundingRect, Qt::DescendingOrder);
    for (QGraphicsItem* item : under) {
        auto* node = qgraphicsitem_cast<NodeItem*>(item);
        if (node == nullptr || !sockets) continue;
        if (node->picture().feeds) {
            const QPointF away = place - node->outputPlace();
            if (std::max(std::abs(away.x()), std::abs(away.y())) <= metrics::socketHit / 2)
                return {Hit::Part::output, node, nullptr, 0, {}};
        }
        const int row = node->rowAt(place);
        if (row >= 0 && row == node->freeRow()) return {Hit::Part::freeSocket, node, nullptr, row, {}};
        if (row >= 0) return {Hit::Part::input, node, node->in[static_cast<std::size_t>(row)], row, {}};
    }
    for (QGraphicsItem* item : under) {
        auto* node = qgraphicsitem_cast<NodeItem*>(item);
        if (node == nullptr || !node->sceneBody().contains(place)) continue;
        const QPointF in = place - node->pos();
        hit = {in.y() < metrics::headerHeight ? Hit::Part::header : Hit::Part::body, node, nullptr, -1, {}};
        const bool badge = in.y() < metrics::headerHeight && in.x() > metrics::nodeWidth - 6 - metrics::badge;
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

void GraphScene::choose(const NoteChoice& choice) {
    if (note_.kind == NoteChoice::Kind::point) {
        if (WireItem* before = wire(note_.parent, note_.entry)) before->setActivePoint(-1);
    }
    note_ = choice;
    for (std::size_t i = 0; i < frames_.size(); ++i)
        frames_[i]->setChosen(note_.kind == NoteChoice::Kind::frame && note_.index == static_cast<int>(i));
    for (std::size_t i = 0; i < comments_.size(); ++i)
        comments_[i]->setChosen(note_.kind == NoteChoice::Kind::comment &&
                                note_.index == static_cast<int>(i));
    if (note_.kind != NoteChoice::Kind::point) return;
    if (WireItem* now = wire(note_.parent, note_.entry)) now->setActivePoint(note_.index);
}

void GraphScene::choose(std::optional<WireChoice> choice) {
    const auto show = [this](bool active) {
        WireItem* item = wire_ ? wire(wire_->parent, wire_->entry) : nullptr;
        if (item == nullptr) return;
        item->setChosen(active);
        item->parentNode()->setActiveRow(active ? item->row() : -1);
    };
    show(false);
    wire_ = std::move(choice);
    show(true);
}

void GraphScene::hover(NodeItem* node, WireItem* wire) {
    if (node == hoveredNode_ && wire == hoveredWire_) return;
    const auto show = [this](bool hovered) {
        if (hoveredNode_ != nullptr) {
            NodeLook look = hoveredNode_->look();
            look.hovered = hovered;
            hoveredNode_->setLook(look);
            for (WireItem* each : hoveredNode_->in) {
                if (each != nullptr) each->setHot(hovered);
            }
            for (WireItem* each : hoveredNode_->out)
                each->setHot(hovered);
        }
        if (hoveredWire_ != nullptr) hoveredWire_->setHot(hovered);
    };
    show(false);
    hoveredNode_ = node;
    hoveredWire_ = wire;
    show(true);
}

void GraphScene::offer(const QHash<QString, NodeOffer>* offers) {
    for (NodeItem* node : std::as_const(nodes_)) {
        if (offers == nullptr) {
            node->setOffer(nullptr);
        } else if (const auto found = offers->constFind(node->name()); found != offers->constEnd()) {
            node->setOffer(&*found);
        }
        for (WireItem* wire : node->in) {
            if (wire != nullptr) wire->setDimmed(offers != nullptr);
        }
    }
}

void GraphScene::setZoom(qreal zoom) {
    const bool changes =
        (zoom < 1) != (zoom_ < 1) || (zoom < metrics::blockZoom) != (zoom_ < metrics::blockZoom);
    zoom_ = zoom;
    if (!changes) return;
    for (NodeItem* node : std::as_const(nodes_))
        node->setZoom(zoom);
}

void GraphScene::showSelection() {
    const Selection& selection = session_.selection;
    const QSet<QString> chosen(selection.nodes().begin(), selection.nodes().end());
    for (NodeItem* node : std::as_const(nodes_)) {
        NodeLook look = node->look();
        look.selected = chosen.contains(node->name());
        look.active = node->name() == selection.active();
        look.solo = node->name() == selection.solo();
        look.pinned = look.solo && selection.pinned();
        node->setLook(look);
    }
    if (!selection.nodes().isEmpty()) {
        // What keys act on belongs to the active node; notes are chosen alone.
        const WireItem* item = wire_ ? wire(wire_->parent, wire_->entry) : nullptr;
        const bool touches = item != nullptr && (item->parentNode()->name() == selection.active() ||
                                                 item->childNode()->name() == selection.active());
        if (!touches) choose(std::optional<WireChoice>());
        choose(NoteChoice());
    }
    choose(std::optional(wire_));
    emit selectionShown();
}

void GraphScene::showComputing(const QString& name) {
    NodeItem* item = node(name);
    if (item == nullptr) return;
    NodeLook look = item->look();
    look.computing = session_.previews.computing(name);
    item->setLook(look);
    if (look.computing) {
        computing_.insert(name);
        item->setPhase(style_.motion(frameMs) == 0 ? -1 : phase_);
    } else {
        computing_.remove(name);
    }
    if (computing_.isEmpty()) {
        computingTimer_.stop();
    } else if (!computingTimer_.isActive() && style_.motion(frameMs) > 0) {
        computingTimer_.start(frameMs, this);
    }
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
