// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/wire_drag.hpp"

#include "ui/graph/graph_view.hpp"
#include "ui/graph/metrics.hpp"

#include <QGraphicsPathItem>
#include <QPen>

#include <algorithm>

namespace burin::ui {

WireDrag::WireDrag(GraphContext context, From from, const NodeItem& node, int row)
    : context_(context), from_(from), node_(node.name()), line_(std::make_unique<QGraphicsPathItem>()) {
    QColor color = context_.scene.style().color(Role::accent);
    if (from == From::output) {
        child_ = node_;
        fixed_ = node.outputPlace();
    } else if (from == From::freeSocket) {
        fixed_ = node.inputPlace(row);
    } else {
        const InputPicture& input = node.picture().inputs[static_cast<std::size_t>(row)];
        child_ = input.child;
        trait_ = input.trait;
        wire_ = {node_, input.entry};
        const NodeItem* child = context_.scene.node(child_);
        fixed_ = child == nullptr ? node.inputPlace(row) - QPointF(90, 0) : child->outputPlace();
        color = context_.scene.style().color(trait_);
    }
    findOffers();
    QPen pen(color, 2);
    line_->setPen(pen);
    line_->setZValue(20);
    context_.scene.addItem(line_.get());
}

WireDrag::~WireDrag() = default;

void WireDrag::findOffers() {
    for (const NodeItem* node : context_.scene.nodes())
        offers_.insert(node->name(), offerOf(*node));
}

NodeOffer WireDrag::offerOf(const NodeItem& node) const {
    NodeOffer offer;
    offer.inputs.assign(static_cast<std::size_t>(node.picture().rows()), false);
    if (from_ == From::freeSocket) {
        const auto child = context_.scene.index(node.name());
        const auto parent = context_.scene.index(node_);
        offer.output = child && parent && !context_.scene.fitting().traits(*child, *parent).empty();
        return offer;
    }
    for (int row = 0; row < node.picture().rows(); ++row)
        offer.inputs[static_cast<std::size_t>(row)] = takesChild(node, row);
    return offer;
}

bool WireDrag::takesChild(const NodeItem& parent, int row) const {
    // On its own node a wire changes its place in the order.
    if (taken() && parent.name() == node_) return true;
    const auto child = context_.scene.index(child_);
    const auto to = context_.scene.index(parent.name());
    if (!child || !to) return false;
    if (row == parent.freeRow()) return !context_.scene.fitting().traits(*child, *to).empty();
    const auto place = static_cast<std::size_t>(row);
    return context_.scene.fitting()
        .misfit(*child, *to, parent.picture().inputs[place].trait, place)
        .isEmpty();
}

WireDrag::Target WireDrag::targetAt(QPointF place) const {
    const Hit hit = context_.scene.hit(place, context_.view.reach(), context_.view.zoom());
    if (hit.node == nullptr) return {};
    const NodeOffer offer = offers_.value(hit.node->name());
    if (from_ == From::freeSocket) return {hit.node, -1, offer.output};
    const bool input = hit.part == Hit::Part::input || hit.part == Hit::Part::label;
    const int row = input ? hit.index : hit.node->freeRow();
    const bool fits = row >= 0 && static_cast<std::size_t>(row) < offer.inputs.size() &&
                      offer.inputs[static_cast<std::size_t>(row)];
    return {hit.node, row, fits};
}

QString WireDrag::misfit(const Target& target) const {
    const Fitting& fitting = context_.scene.fitting();
    const bool backwards = from_ == From::freeSocket;
    const auto child = context_.scene.index(backwards ? target.node->name() : child_);
    const auto parent = context_.scene.index(backwards ? node_ : target.node->name());
    if (!child || !parent) return {};
    const auto row = static_cast<std::size_t>(target.row);
    if (target.row >= 0 && row < target.node->picture().inputs.size())
        return fitting.misfit(*child, *parent, target.node->picture().inputs[row].trait, row);
    return fitting.plusMisfit(*child, *parent);
}

void WireDrag::move(QPointF place, Qt::KeyboardModifiers) {
    if (taken()) {
        if (WireItem* wire = context_.scene.wire(wire_.parent, wire_.entry)) wire->setVisible(false);
    }
    context_.scene.offer(&offers_);
    const Target target = targetAt(place);
    QPointF end = place;
    if (target.fits) end = target.row < 0 ? target.node->outputPlace() : target.node->inputPlace(target.row);
    line_->setPath(from_ == From::freeSocket ? wirePath(end, fixed_) : wirePath(fixed_, end));
    const bool wrong =
        target.node != nullptr && !target.fits && (target.node->name() != node_ || from_ != From::freeSocket);
    context_.view.explain(wrong ? misfit(target) : replaced(target));
}

/// What goes away for the wire.
QString WireDrag::replaced(const Target& target) const {
    if (!target.fits || target.row < 0 || target.row == target.node->freeRow()) return {};
    if (taken() && target.node->name() == node_) return {};
    const InputPicture& input = target.node->picture().inputs[static_cast<std::size_t>(target.row)];
    return GraphView::tr("%1 replaces %2 as %3 of %4.")
        .arg(child_, input.child, QString::fromUtf8(traitName(input.trait).data()), target.node->name());
}

void WireDrag::drop(QPointF place, Qt::KeyboardModifiers) {
    const Target target = targetAt(place);
    const bool onNothing = target.node == nullptr;
    end();
    if (onNothing) {
        dropOnCanvas(place);
    } else if (target.fits) {
        dropOnInput(target);
    } else if (target.node->name() != node_) {
        context_.view.explain(misfit(target), true);
    }
}

void WireDrag::dropOnInput(const Target& target) {
    const QString name = target.node->name();
    if (target.row < 0) return dropOnFreeSocket(name, node_);
    if (target.row == target.node->freeRow()) {
        if (!taken()) return dropOnFreeSocket(child_, name);
        const auto child = context_.scene.index(child_);
        const auto parent = context_.scene.index(name);
        if (name == node_) return context_.edits.reorder(wire_, target.node->picture().inputs.back().entry);
        const std::vector<Trait> traits = context_.scene.fitting().traits(*child, *parent);
        const bool keeps = std::find(traits.begin(), traits.end(), trait_) != traits.end();
        return context_.edits.moveTo(wire_, name, keeps ? trait_ : traits.front());
    }
    const std::size_t entry = target.node->picture().inputs[static_cast<std::size_t>(target.row)].entry;
    if (!taken()) return context_.edits.relink({name, entry}, child_);
    if (name == node_) return context_.edits.reorder(wire_, entry);
    context_.edits.moveOver(wire_, {name, entry});
}

void WireDrag::dropOnFreeSocket(const QString& child, const QString& parent) {
    const auto from = context_.scene.index(child);
    const auto to = context_.scene.index(parent);
    if (!from || !to) return;
    GraphEdits& edits = context_.edits;
    context_.view.askTrait(context_.scene.fitting().traits(*from, *to),
                           [&edits, child, parent](Trait trait) { edits.link(child, parent, trait); });
}

void WireDrag::dropOnCanvas(QPointF place) {
    if (taken()) return context_.edits.unlink(wire_);
    if (from_ == From::output) {
        emit context_.view.addRequested(place, {NewLink::How::readsNode, node_, {}, {}});
        return;
    }
    const DesignNode* parent = context_.scene.designNode(node_);
    const std::vector<Trait> free = parent == nullptr ? std::vector<Trait>() : freeTraits(*parent);
    if (free.empty()) return;
    emit context_.view.addRequested(place - QPointF(metrics::nodeWidth, 0),
                                    {NewLink::How::feedsNode, node_, free.front(), {}});
}

void WireDrag::cancel() {
    end();
}

void WireDrag::end() {
    line_.reset();
    context_.scene.offer(nullptr);
    context_.view.explain({});
    if (!taken()) return;
    if (WireItem* wire = context_.scene.wire(wire_.parent, wire_.entry)) wire->setVisible(true);
}

std::vector<KeyTarget> WireDrag::targets() const {
    std::vector<KeyTarget> targets;
    for (const NodeItem* node : context_.scene.nodes()) {
        const NodeOffer offer = offers_.value(node->name());
        if (offer.output) targets.push_back({node->outputPlace(), node->name(), true});
        for (int row = 0; row < static_cast<int>(offer.inputs.size()); ++row) {
            if (offer.inputs[static_cast<std::size_t>(row)])
                targets.push_back({node->inputPlace(row), node->name(), row == node->freeRow()});
        }
    }
    return targets;
}

}  // namespace burin::ui
