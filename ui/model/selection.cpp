// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/selection.hpp"

namespace burin::ui {

void Selection::select(const QStringList& nodes, const QString& active) {
    const QString chosen = nodes.contains(active) ? active : nodes.isEmpty() ? QString() : nodes.last();
    if (nodes == nodes_ && chosen == active_) return;
    nodes_ = nodes;
    active_ = chosen;
    emit changed();
}

void Selection::setSolo(const QString& node) {
    if (node == solo_) return;
    solo_ = node;
    if (solo_.isEmpty()) pinned_ = false;
    emit soloChanged();
}

void Selection::setPinned(bool pinned) {
    if (pinned == pinned_) return;
    pinned_ = pinned;
    emit soloChanged();
}

void Selection::reveal(const QString& node, const QString& parameter) {
    select({node});
    emit revealed(node, parameter);
}

}  // namespace burin::ui
