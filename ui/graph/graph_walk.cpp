// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_walk.hpp"

#include "ui/graph/wire_aim.hpp"

#include <QtCore/qnamespace.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

const WireItem* chosenWire(const GraphScene& scene) {
    const std::optional<WireChoice>& chosen = scene.chosenWire();
    return chosen ? scene.wire(chosen->parent, chosen->entry) : nullptr;
}

std::optional<Step> along(const WireItem* wire, bool toParent) {
    if (wire == nullptr) return {};
    const NodeItem* end = toParent ? wire->parentNode() : wire->childNode();
    return Step{end->name(), choiceOf(*wire), {}};
}

const WireItem* firstOf(const std::vector<WireItem*>& wires) {
    const auto found =
        std::find_if(wires.begin(), wires.end(), [](const WireItem* w) { return w != nullptr; });
    return found == wires.end() ? nullptr : *found;
}

/// The previous or next wire at the same end.
const WireItem* beside(std::vector<WireItem*> wires, const WireItem* wire, bool down) {
    std::erase(wires, nullptr);
    const auto at = std::find(wires.begin(), wires.end(), wire);
    if (at == wires.end()) return nullptr;
    if (down) return at + 1 == wires.end() ? nullptr : *(at + 1);
    return at == wires.begin() ? nullptr : *(at - 1);
}

std::optional<Step> nearestStep(const GraphScene& scene, const QString& from, QPointF start, int key) {
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    const qreal sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    std::optional<Step> best;
    std::pair<bool, qreal> least;
    const auto meet = [&](QPointF place, Step step) {
        const QPointF away = place - start;
        const qreal far = sign * (across ? away.x() : away.y());
        const qreal aside = std::abs(across ? away.y() : away.x());
        if (far < 1) return;
        // A node slightly off the way is taken only if no node lies on it.
        const std::pair<bool, qreal> way(aside > 4 * far, far + 2 * aside);
        if (best && way >= least) return;
        least = way;
        best = std::move(step);
    };
    for (const NodeItem* node : scene.nodes()) {
        if (node->name() != from) meet(node->sceneBody().center(), {node->name(), {}, {}});
    }
    for (std::size_t i = 0; i < scene.comments().size(); ++i) {
        meet(scene.comments()[i]->rect().center(),
             {{}, {}, {NoteChoice::Kind::comment, static_cast<int>(i), {}, 0}});
    }
    for (std::size_t i = 0; i < scene.frames().size(); ++i) {
        meet(scene.frames()[i]->titleRect().center(),
             {{}, {}, {NoteChoice::Kind::frame, static_cast<int>(i), {}, 0}});
    }
    return best;
}

std::optional<QPointF> placeOf(const GraphScene& scene, const QString& node) {
    if (const NodeItem* item = scene.node(node)) return item->sceneBody().center();
    const NoteChoice& note = scene.chosenNote();
    const auto index = static_cast<std::size_t>(std::max(0, note.index));
    if (note.kind == NoteChoice::Kind::comment && index < scene.comments().size())
        return scene.comments()[index]->rect().center();
    if (note.kind == NoteChoice::Kind::frame && index < scene.frames().size())
        return scene.frames()[index]->titleRect().center();
    return {};
}

}  // namespace

std::optional<Step> walk(const GraphScene& scene, const QString& from, int key) {
    const std::optional<QPointF> start = placeOf(scene, from);
    if (!start) return {};
    const NodeItem* node = scene.node(from);
    const WireItem* chosen = chosenWire(scene);
    std::optional<Step> step;
    if (node != nullptr && key == Qt::Key_Left) {
        step = along(chosen != nullptr && chosen->parentNode() == node ? chosen : firstOf(node->in), false);
    } else if (node != nullptr && key == Qt::Key_Right) {
        step = along(chosen != nullptr && chosen->childNode() == node ? chosen : firstOf(node->out), true);
    } else if (node != nullptr && chosen != nullptr && chosen->childNode() == node) {
        step = along(beside(chosen->parentNode()->in, chosen, key == Qt::Key_Down), false);
    } else if (node != nullptr && chosen != nullptr && chosen->parentNode() == node) {
        step = along(beside(chosen->childNode()->out, chosen, key == Qt::Key_Down), true);
    }
    return step ? step : nearestStep(scene, from, *start, key);
}

std::optional<WireChoice> currentWire(const GraphScene& scene, const QString& node) {
    if (const WireItem* chosen = chosenWire(scene)) return choiceOf(*chosen);
    const NodeItem* item = scene.node(node);
    const WireItem* first = item == nullptr ? nullptr : firstOf(item->out);
    return first == nullptr ? std::nullopt : std::optional(choiceOf(*first));
}

}  // namespace burin::ui
