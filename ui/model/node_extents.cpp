// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/node_extents.hpp"

namespace burin::ui {

NodeExtents::NodeExtents(const Design& design, NodeIndex top)
    : extents_(design.nodes.size()), supports_(design.nodes.size()), sound_(design.nodes.size(), false) {
    for (const NodeIndex index : design.closure(top))
        find(design.nodes[index], index);
}

void NodeExtents::find(const DesignNode& node, NodeIndex index) {
    std::vector<LinkShape> shapes;
    bool known = node.sound && node.operation != nullptr && !node.muted;
    for (const DesignLink& link : node.links) {
        known = known && link.child && sound_[*link.child];
        if (known) shapes.push_back({link.trait, link.at, extents_[*link.child], supports_[*link.child]});
    }
    sound_[index] = known && !node.operation->complaint(shapes);
    if (node.size) {
        extents_[index] = Extent(burin::Rect{0, 0, node.size->width, node.size->height});
    } else if (sound_[index]) {
        extents_[index] = node.operation->extent(shapes);
    }
    supports_[index] = sound_[index] ? node.operation->support(shapes, extents_[index]) : extents_[index];
}

bool readsInPlace(const DesignNode& node, const DesignLink& link) {
    if (node.operation == nullptr) return false;
    std::vector<LinkShape> shapes;
    for (const DesignLink& one : node.links)
        shapes.push_back({one.trait, one.at, {}, {}});
    return node.operation->halo(shapes, static_cast<std::size_t>(&link - node.links.data())).has_value();
}

}  // namespace burin::ui
