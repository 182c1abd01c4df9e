// SPDX-License-Identifier: GPL-3.0-or-later

// The edits that put a node into wires.

#include "ui/graph/graph_edits.hpp"

#include "core/design/yaml.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/make_room.hpp"
#include "ui/graph/wire_aim.hpp"
#include "ui/model/document/document.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <variant>

namespace burin::ui {

namespace {

/// How near to the middle of a node a wire must be for the node to be dropped on it, in canvas pixels.
constexpr qreal dropReach = metrics::nodeWidth / 4;

std::size_t mostLinks(const KindDescription& kind, Trait trait) {
    const LinkDescription* link = kind.link(trait);
    if (link == nullptr) return 0;
    return link->maximum < 0 ? std::numeric_limits<std::size_t>::max()
                             : static_cast<std::size_t>(link->maximum);
}

const WireItem* wireOf(const NodeItem& parent, int row) {
    const bool there = row >= 0 && static_cast<std::size_t>(row) < parent.in.size();
    return there ? parent.in[static_cast<std::size_t>(row)] : nullptr;
}

/// The nearest wire into which the node fits, and the wires above and below it at the same parent that the
/// node also covers, up to the number that it reads.
/// \param traitIn  the trait under which the node would read the child of a wire; nothing if it does not fit
/// \param most     the number of links of a trait that the node can still take
template <class TraitIn, class Most>
std::vector<WireChoice> cutBy(const GraphScene& scene, const QRectF& body, const TraitIn& traitIn,
                              const Most& most) {
    const WireItem* first = nullptr;
    qreal least = dropReach;
    for (const NodeItem* node : scene.nodes()) {
        for (const WireItem* wire : node->in) {
            const qreal away = wire == nullptr ? std::numeric_limits<qreal>::max()
                                               : wire->distance(body.center(), dropReach);
            if (away > least || !traitIn(choiceOf(*wire))) continue;
            least = away;
            first = wire;
        }
    }
    if (first == nullptr) return {};
    std::vector<WireChoice> wires = {choiceOf(*first)};
    const Trait trait = *traitIn(wires.front());
    const auto joins = [&](int row) {
        const WireItem* wire = wireOf(*first->parentNode(), row);
        return wire != nullptr && wires.size() < most(trait) && first->picture().trait == trait &&
               wire->picture().trait == trait && wire->crosses(body) && traitIn(choiceOf(*wire)) == trait;
    };
    for (int row = first->row() - 1; joins(row); --row)
        wires.insert(wires.begin(), choiceOf(*wireOf(*first->parentNode(), row)));
    for (int row = first->row() + 1; joins(row); ++row)
        wires.push_back(choiceOf(*wireOf(*first->parentNode(), row)));
    return wires;
}

/// The wires that bring data to the surface.
std::vector<const WireItem*> wiresToSurface(const GraphScene& scene) {
    const std::optional<NodeIndex> root = scene.design().root;
    const NodeItem* surface =
        root ? scene.node(QString::fromStdString(scene.design().nodes[*root].name)) : nullptr;
    std::vector<const WireItem*> wires;
    if (surface == nullptr) return wires;
    for (const WireItem* wire : surface->in) {
        if (wire != nullptr && wire->picture().trait == Trait::data) wires.push_back(wire);
    }
    return wires;
}

}  // namespace

std::optional<Trait> GraphEdits::insertable(const KindDescription& kind, const WireChoice& wire) const {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    if (item == nullptr || !canBeChild(kind, item->picture().trait)) return {};
    const auto child = scene_.index(item->picture().child);
    // A pattern must be bounded. A kind that takes its child's size is bounded if the child is.
    return child ? traitOfNew(kind, scene_.fitting().bounded(*child)) : std::nullopt;
}

std::optional<Trait> GraphEdits::insertable(const QString& name, const WireChoice& wire) const {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    const NodeItem* node = scene_.node(name);
    const auto self = scene_.index(name);
    if (item == nullptr || node == nullptr || !self || !node->picture().feeds || !node->out.empty())
        return {};
    const auto child = scene_.index(item->picture().child);
    const auto parent = scene_.index(wire.parent);
    if (!child || !parent || child == self || parent == self) return {};
    const QString why =
        scene_.fitting().misfit(*self, *parent, item->picture().trait, static_cast<std::size_t>(item->row()));
    const std::vector<Trait> traits = scene_.fitting().traits(*child, *self);
    if (!why.isEmpty() || traits.empty()) return {};
    return traits.front();
}

std::vector<WireChoice> GraphEdits::cut(const KindDescription& kind, const QRectF& body) const {
    return cutBy(
        scene_, body, [&](const WireChoice& wire) { return insertable(kind, wire); },
        [&](Trait trait) { return mostLinks(kind, trait); });
}

std::vector<WireChoice> GraphEdits::cut(const QString& name) const {
    const NodeItem* item = scene_.node(name);
    const DesignNode* node = scene_.designNode(name);
    if (item == nullptr || node == nullptr || node->kind == nullptr) return {};
    return cutBy(
        scene_, item->sceneBody(), [&](const WireChoice& wire) { return insertable(name, wire); },
        [&](Trait trait) {
            const std::size_t most = mostLinks(node->kind->description, trait);
            const auto there = std::count_if(node->links.begin(), node->links.end(),
                                             [&](const DesignLink& link) { return link.trait == trait; });
            return most - std::min(most, static_cast<std::size_t>(there));
        });
}

NewLink GraphEdits::after(const QString& name, const KindDescription& kind) const {
    const NodeItem* item = scene_.node(name);
    const auto child = scene_.index(name);
    if (item == nullptr || !child || !item->picture().feeds || !feedsOthers(kind)) return {};
    if (!traitOfNew(kind, scene_.fitting().bounded(*child))) return {};
    NewLink link{NewLink::How::readsNode, name, {}, {}};
    for (const WireItem* wire : item->out) {
        if (insertable(kind, choiceOf(*wire))) link.wires.push_back(choiceOf(*wire));
    }
    if (!link.wires.empty()) link.how = NewLink::How::onWires;
    return link;
}

QString GraphEdits::whyNoCompensation() const {
    if (document().scope().open()) return tr("leave the group first");
    const std::vector<const WireItem*> wires = wiresToSurface(scene_);
    if (wires.empty()) return tr("the surface has no input");
    if (wires.size() > 1) return tr("the surface has several inputs; join them first");
    const DesignNode* child = scene_.designNode(wires.front()->picture().child);
    const bool there = child != nullptr && child->kind != nullptr && child->kind->description.compensates;
    return there ? tr("a compensate node is there already") : QString();
}

QString GraphEdits::compensateSurface() {
    if (!whyNoCompensation().isEmpty()) return {};
    const WireItem& wire = *wiresToSurface(scene_).front();
    const NewLink link{NewLink::How::onWires, wire.picture().child, {}, {choiceOf(wire)}};
    return addNode(findKind("compensate")->description,
                   wire.childNode()->pos() + QPointF(metrics::columnWidth, 0), link);
}

QString GraphEdits::whyNotInverted(const QString& name) const {
    const bool follows = after(name, findKind("curve")->description).how != NewLink::How::none;
    return follows ? QString() : tr("select a node other than the surface first");
}

QString GraphEdits::invert(const QString& name) {
    if (!whyNotInverted(name).isEmpty()) return {};
    const KindDescription& curve = findKind("curve")->description;
    const auto values = std::get<YamlValue>(parseYaml("points: [[0, 1], [1, 0]]"));
    return addNode(curve, scene_.node(name)->pos() + QPointF(metrics::columnWidth, 0), after(name, curve),
                   &values);
}

/// If the wires have several children, they end at one parent: the node reads all children at their offsets,
/// and takes their place. Otherwise the node reads the only child once.
void GraphEdits::insertInto(DesignEdit& change, const std::vector<WireChoice>& wires, const std::string& name,
                            Trait trait) const {
    const std::string parent = wires.front().parent.toStdString();
    const bool joins = haveSeveralChildren(scene_, wires);
    change.insertOnLink(parent, wires.front().entry, name, trait);
    for (std::size_t i = 1; i < wires.size(); ++i) {
        const WireItem* item = scene_.wire(wires[i].parent, wires[i].entry);
        if (!joins) {
            change.relink(wires[i].parent.toStdString(), wires[i].entry, item->picture().trait, name);
        } else {
            change.link(name, trait, item->picture().child.toStdString());
        }
    }
    if (!joins) return;
    const std::size_t first = change.links(name) - wires.size();
    for (std::size_t i = 0; i < wires.size(); ++i) {
        const YamlValue* at = change.node(parent)->find("inputs")->items[wires[i].entry].find("at");
        if (at != nullptr) change.setOffset(name, first + i, YamlValue(*at));
    }
    change.setOffset(parent, wires.front().entry, {});
    for (std::size_t i = wires.size(); i-- > 1;)
        change.unlink(parent, wires[i].entry);
}

void GraphEdits::insert(const QString& name, const std::vector<WireChoice>& wires, QPointF place) {
    const auto trait = wires.empty() ? std::nullopt : insertable(name, wires.front());
    const WireItem* item = wires.empty() ? nullptr : scene_.wire(wires.front().parent, wires.front().entry);
    if (!trait || item == nullptr) return;
    const QString parent = shownName(wires.front().parent);
    const QString what =
        wires.size() > 1
            ? tr("Join %n inputs of %2 in %1", nullptr, static_cast<int>(wires.size())).arg(name, parent)
            : tr("Insert %1 between %2 and %3").arg(name, shownName(item->picture().child), parent);
    edit(what, [&](DesignEdit& change) {
        insertInto(change, wires, name.toStdString(), *trait);
        scene_.keepPlaces(change);
        change.setPlace(name.toStdString(), canvasPoint(makeRoom(scene_, change, name, wires, place)));
    });
}

}  // namespace burin::ui
