// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/wire_drag.hpp"

#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/words/text.hpp"

#include <QGraphicsPathItem>
#include <QPen>

#include <algorithm>
#include <optional>

namespace burin::ui {

WireDrag::WireDrag(GraphContext context, From from, const NodeItem& node, int row)
    : context_(context), from_(from), node_(node.name()), line_(std::make_unique<QGraphicsPathItem>()) {
    QColor color = context_.scene.style().color(Role::accent);
    if (from == From::output) {
        child_ = node.childName(std::max(0, row));
        fixed_ = node.outputPlace(std::max(0, row));
    } else if (from == From::freeSocket) {
        fixed_ = node.inputPlace(row);
    } else {
        const InputPicture& input = node.picture().inputs[static_cast<std::size_t>(row)];
        child_ = input.child;
        trait_ = input.trait;
        wire_ = {node_, input.entry};
        const NodeItem* child = context_.scene.source(child_);
        fixed_ = child == nullptr ? node.inputPlace(row) - QPointF(90, 0)
                                  : child->outputPlace(child->outputOf(child_));
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
        const auto parent = context_.scene.index(node_);
        for (int output = 0; output < node.outputs(); ++output) {
            const auto child = context_.scene.index(node.childName(output));
            offer.outputs.push_back(child && parent &&
                                    !context_.scene.fitting().traits(*child, *parent).empty());
        }
        return offer;
    }
    for (int row = 0; row < node.picture().rows(); ++row)
        offer.inputs[static_cast<std::size_t>(row)] = takesChild(node, row);
    return offer;
}

bool WireDrag::takesChild(const NodeItem& parent, int row) const {
    // On its own node, a wire only changes its place in the order.
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
    if (from_ == From::freeSocket) {
        // Anywhere else on the block of inputs, a wire adds a socket.
        const int output = hit.part == Hit::Part::output ? hit.index : hit.node->outputs() - 1;
        const bool fits = output >= 0 && offer.outputs.at(static_cast<std::size_t>(output));
        return {hit.node, -1, std::max(0, output), fits};
    }
    const bool input = hit.part == Hit::Part::input || hit.part == Hit::Part::label;
    const int row = input ? hit.index : hit.node->freeRow();
    const bool fits = row >= 0 && static_cast<std::size_t>(row) < offer.inputs.size() &&
                      offer.inputs[static_cast<std::size_t>(row)];
    return {hit.node, row, 0, fits};
}

QString WireDrag::misfit(const Target& target) const {
    const Fitting& fitting = context_.scene.fitting();
    const bool backwards = from_ == From::freeSocket;
    const bool feeds = target.output < target.node->outputs();
    const QString read = feeds ? target.node->childName(target.output) : target.node->name();
    const auto child = context_.scene.index(backwards ? read : child_);
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
    if (target.fits)
        end = target.row < 0 ? target.node->outputPlace(target.output) : target.node->inputPlace(target.row);
    line_->setPath(from_ == From::freeSocket ? wirePath(end, fixed_) : wirePath(fixed_, end));
    const bool wrong =
        target.node != nullptr && !target.fits && (target.node->name() != node_ || from_ != From::freeSocket);
    const QString why = wrong ? misfit(target) : replaced(target);
    if (why.isEmpty() && context_.view.connecting()) return context_.view.explain(promised(target), true);
    context_.view.explain(why);
}

/// Says which link Enter would make.
QString WireDrag::promised(const Target& target) const {
    if (!target.fits) return {};
    const bool backwards = from_ == From::freeSocket;
    const QString child = backwards ? target.node->childName(target.output) : child_;
    const QString parent = backwards ? node_ : target.node->name();
    const auto from = context_.scene.index(child);
    const auto to = context_.scene.index(parent);
    if (!from || !to) return {};
    const std::vector<Trait> traits = context_.scene.fitting().traits(*from, *to);
    if (traits.empty()) return {};
    const QString trait = QString::fromUtf8(traitName(usual(traits)).data());
    return GraphView::tr("Enter links %1 to %2 as %3. Arrow keys choose another socket, Esc cancels.")
        .arg(shownName(child), shownName(parent), trait);
}

/// Says which link the wire would replace.
QString WireDrag::replaced(const Target& target) const {
    if (!target.fits || target.row < 0 || target.row == target.node->freeRow()) return {};
    if (taken() && target.node->name() == node_) return {};
    const InputPicture& input = target.node->picture().inputs[static_cast<std::size_t>(target.row)];
    return GraphView::tr("%1 replaces %2 as %3 of %4.")
        .arg(shownName(child_), shownName(input.child), QString::fromUtf8(traitName(input.trait).data()),
             shownName(target.node->name()));
}

void WireDrag::drop(QPointF place, Qt::KeyboardModifiers) {
    const Target target = targetAt(place);
    const bool onNothing = target.node == nullptr;
    const QString words = onNothing ? QString() : replaced(target);
    end();
    if (onNothing) {
        dropOnCanvas(place);
    } else if (target.fits) {
        const GraphContext context = context_;
        dropOnInput(target);
        if (words.isEmpty()) return;
        context.view.explain(words, true);
        emit context.view.said(words);
    } else if (target.node->name() != node_) {
        context_.view.explain(misfit(target), true);
    }
}

void WireDrag::dropOnInput(const Target& target) {
    const QString name = target.node->name();
    if (target.row < 0) return dropOnFreeSocket(target.node->childName(target.output), node_);
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
    const std::vector<Trait> traits = context_.scene.fitting().traits(*from, *to);
    if (traits.empty()) return;
    // The trait of a new socket cannot be changed afterwards.
    if (child != textOf(newSocket) || traits.size() == 1) return edits.link(child, parent, usual(traits));
    const QString caption = GraphView::tr("Link %1 to %2").arg(shownName(child), shownName(parent));
    context_.view.askTrait(caption, traits,
                           [&edits, child, parent](Trait trait) { edits.link(child, parent, trait); });
}

void WireDrag::dropOnCanvas(QPointF place) {
    if (taken()) return context_.edits.unlink(wire_);
    if (from_ == From::output) {
        emit context_.view.addRequested(place, {NewLink::How::readsNode, child_, {}, {}});
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

/// Whether the free socket of a node would read the child under the trait that the node asks for.
bool WireDrag::asks(const DesignNode& parent) const {
    const std::optional<Trait> asked = askedFor(parent);
    const auto child = context_.scene.index(child_);
    const auto to = context_.scene.index(QString::fromStdString(parent.name));
    if (!asked || !child || !to) return false;
    const std::vector<Trait> traits = context_.scene.fitting().traits(*child, *to);
    return std::find(traits.begin(), traits.end(), *asked) != traits.end();
}

std::vector<KeyTarget> WireDrag::targets() const {
    std::vector<KeyTarget> targets;
    for (const NodeItem* node : context_.scene.nodes()) {
        const NodeOffer offer = offers_.value(node->name());
        for (int output = 0; output < static_cast<int>(offer.outputs.size()); ++output) {
            if (offer.outputs[static_cast<std::size_t>(output)])
                targets.push_back({node->outputPlace(output), node->name(), true, false});
        }
        for (int row = 0; row < static_cast<int>(offer.inputs.size()); ++row) {
            if (!offer.inputs[static_cast<std::size_t>(row)]) continue;
            const bool free = row == node->freeRow();
            const DesignNode* parent = free ? context_.scene.designNode(node->name()) : nullptr;
            const bool required = parent != nullptr && lacksInput(*parent);
            const bool asked = parent != nullptr && asks(*parent);
            targets.push_back({node->inputPlace(row), node->name(), free, required, asked});
        }
    }
    return targets;
}

}  // namespace burin::ui
