// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/placed_thing.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/node_extents.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

/// Walks from the shown node down to all that it reads in place.
class ThingSearch {
  public:
    ThingSearch(const Document& document, NodeIndex top)
        : design_(*document.design()),
          extents_(design_, top),
          seen_(design_.nodes.size(), false),
          inner_(design_.nodes.size()),
          readers_(design_.nodes.size(), false) {
        const ScopedDesign& scoped = *document.scope().nodes();
        for (std::size_t i = 0; i < scoped.flat.size(); ++i) {
            const DesignNode& node = scoped.design->nodes[i];
            const QString name = QString::fromStdString(node.name);
            if (!scoped.flat[i] || document.nodeText(name) == nullptr) continue;
            inner_[*scoped.flat[i]] = name;
            // The links of an instance lead from its group to its sockets.
            readers_[*scoped.flat[i]] = !isInstance(node);
        }
        visit(top, {}, true);
    }

    std::vector<PlacedThing> take() { return std::move(things_); }

  private:
    /// \param clickable  whether all nodes above only combine things
    void visit(NodeIndex index, QPointF origin, bool clickable) {
        if (seen_[index]) return;
        seen_[index] = true;
        const DesignNode& node = design_.nodes[index];
        if (!node.sound || node.muted) return;
        for (const DesignLink& link : node.links) {
            if (!link.child || link.trait == Trait::pattern || !readsInPlace(node, link)) continue;
            const QPointF below =
                origin + QPointF(static_cast<double>(link.at.x), static_cast<double>(link.at.y));
            const bool container = readers_[*link.child] && combines(design_.nodes[*link.child]);
            add(index, link, below, clickable, container);
            visit(*link.child, below, clickable && container);
        }
    }

    void add(NodeIndex reader, const DesignLink& link, QPointF origin, bool clickable, bool container) {
        if (!readers_[reader] || inner_[*link.child].isEmpty()) return;
        const std::optional<ThingForm> form = formOf(design_, *link.child, extents_);
        if (!form) return;
        things_.push_back({inner_[reader], link.entry, inner_[*link.child], link.at, origin, *form,
                           *link.child, link.trait, clickable, container});
    }

    /// Whether a node only puts the things that it reads on each other.
    static bool combines(const DesignNode& node) {
        return node.kind != nullptr && node.kind->description.category == Category::combine &&
               std::any_of(node.links.begin(), node.links.end(),
                           [](const DesignLink& link) { return link.trait == Trait::data && link.child; });
    }

    const Design& design_;
    NodeExtents extents_;
    std::vector<bool> seen_;
    std::vector<QString> inner_;  ///< by flat node: its name in the scope; empty: it is not there
    std::vector<bool> readers_;   ///< by flat node: whether its links are links of the scope
    std::vector<PlacedThing> things_;
};

}  // namespace

std::vector<PlacedThing> thingsOn(const Document& document, const QString& shown) {
    const std::optional<NodeIndex> top = document.design()->find(shown.toStdString());
    if (!top) return {};
    return ThingSearch(document, *top).take();
}

bool isLinked(const Document& document, const PlacedThing& thing) {
    const YamlValue* reader = document.nodeText(thing.reader);
    const YamlValue* inputs = reader == nullptr ? nullptr : reader->find("inputs");
    if (inputs == nullptr || thing.entry >= inputs->items.size()) return false;
    return textUnder(inputs->items[thing.entry], traitName(thing.trait)) == thing.node.toStdString();
}

const PlacedThing* thingAt(const std::vector<PlacedThing>& things, QPointF place) {
    const auto topmost = [&](auto&& counts) -> const PlacedThing* {
        const auto found = std::find_if(things.rbegin(), things.rend(), [&](const PlacedThing& thing) {
            return thing.clickable && counts(thing) && thing.box().contains(place);
        });
        return found == things.rend() ? nullptr : &*found;
    };
    const PlacedThing* found =
        topmost([](const PlacedThing& thing) { return !thing.container && thing.trait == Trait::data; });
    if (found == nullptr) found = topmost([](const PlacedThing& thing) { return !thing.container; });
    if (found == nullptr) found = topmost([](const PlacedThing&) { return true; });
    return found;
}

}  // namespace burin::ui
