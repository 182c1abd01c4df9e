// SPDX-License-Identifier: GPL-3.0-or-later

// The items that are selected, under the mouse, or offered to a wire.

#include "ui/graph/graph_scene.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/selection.hpp"

#include <utility>

namespace burin::ui {

namespace {

constexpr qreal socketSide = 12;  ///< of a socket as it is drawn

}  // namespace

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
    showChip();
}

/// The chosen wire says what it does, if that can be changed or is combined with other links.
void GraphScene::showChip() {
    const WireItem* item = wire_ ? wire(wire_->parent, wire_->entry) : nullptr;
    const auto parent = item == nullptr ? std::nullopt : index(wire_->parent);
    if (!parent || static_cast<std::size_t>(item->row()) >= design().nodes[*parent].links.size())
        return chip_->showOn(nullptr, {});
    const auto link = static_cast<std::size_t>(item->row());
    const LinkBlend blend = blendOf(design().nodes[*parent], link);
    const bool says = !blend.word.isEmpty() || fitting().traitsOf(*parent, link).size() > 1;
    if (!says) return chip_->showOn(nullptr, {});
    std::vector<QRectF> bodies;
    const QRectF around = item->boundingRect().adjusted(-80, -40, 80, 40);
    for (const NodeItem* node : std::as_const(nodes_)) {
        if (const QRectF body = node->sceneBody(); body.intersects(around)) bodies.push_back(body);
    }
    const NodeItem* reader = item->parentNode();
    const QPointF half(socketSide / 2, socketSide / 2);
    const QPointF free = reader->inputPlace(reader->freeRow());
    chip_->showOn(item, blend.word, bodies,
                  reader->freeSocketShown() ? QRectF(free - half, free + half) : QRectF());
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
    offers == nullptr ? showChip() : chip_->showOn(nullptr, {});
}

void GraphScene::showSelection() {
    const Selection& selection = workbench_.selection;
    const QSet<QString> chosen(selection.nodes().begin(), selection.nodes().end());
    const Scope& scope = workbench_.document.scope();
    for (NodeItem* node : std::as_const(nodes_)) {
        NodeLook look = node->look();
        look.selected = chosen.contains(node->name());
        look.active = node->name() == selection.active();
        look.solo = !selection.solo().isEmpty() && scope.flat(node->name()) == selection.solo();
        look.pinned = look.solo && selection.pinned();
        const QString& flat = node->picture().flat;
        look.first = !flat.isEmpty() && flat == selection.compared().a;
        look.second = !flat.isEmpty() && flat == selection.compared().b;
        node->setLook(look);
    }
    if (!selection.nodes().isEmpty()) {
        // Keys act on a wire only if it touches the active node. A note can only be selected alone.
        const WireItem* item = wire_ ? wire(wire_->parent, wire_->entry) : nullptr;
        const bool touches = item != nullptr && (item->parentNode()->name() == selection.active() ||
                                                 item->childNode()->name() == selection.active());
        if (!touches) choose(std::optional<WireChoice>());
        choose(NoteChoice());
    }
    choose(std::optional(wire_));
    emit selectionShown();
}

}  // namespace burin::ui
