// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/wire_aim.hpp"

#include <algorithm>
#include <utility>

namespace burin::ui {

WireChoice choiceOf(const WireItem& wire) {
    return {wire.parentNode()->name(), wire.picture().entry};
}

bool haveSeveralChildren(const GraphScene& scene, const std::vector<WireChoice>& wires) {
    const auto child = [&](const WireChoice& wire) {
        return scene.wire(wire.parent, wire.entry)->picture().child;
    };
    return std::any_of(wires.begin(), wires.end(),
                       [&](const WireChoice& wire) { return child(wire) != child(wires.front()); });
}

void WireAim::set(std::vector<WireChoice> wires) {
    if (wires == wires_) return;
    wires_ = std::move(wires);
    for (const NodeItem* node : scene_.nodes()) {
        for (WireItem* wire : node->in) {
            if (wire == nullptr) continue;
            const bool cut = std::find(wires_.begin(), wires_.end(), choiceOf(*wire)) != wires_.end();
            wire->setTarget(cut);
            wire->setDimmed(!cut && !wires_.empty());
        }
    }
}

}  // namespace burin::ui
