// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/selection.hpp"

#include <algorithm>
#include <iterator>

namespace burin::ui {

void Selection::select(const QStringList& nodes, const QString& active) {
    const QString chosen = nodes.contains(active) ? active : nodes.isEmpty() ? QString() : nodes.last();
    if (nodes == nodes_ && chosen == active_) return;
    if (nodes != nodes_ && !nodes_.isEmpty()) before_ = nodes_;
    nodes_ = nodes;
    active_ = chosen;
    emit changed();
}

void Selection::keep(const std::function<bool(const QString&)>& isThere) {
    const auto there = [&](const QStringList& nodes) {
        QStringList left;
        std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(left), isThere);
        return left;
    };
    if (nodes_.isEmpty()) return;
    const QStringList left = there(nodes_);
    select(left.isEmpty() ? there(before_) : left, active_);
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

void Selection::setCompared(const Compared& compared) {
    if (compared == compared_) return;
    compared_ = compared;
    emit comparedChanged();
}

void Selection::reveal(const QString& node, const QString& parameter) {
    select({node});
    emit revealed(node, parameter);
}

}  // namespace burin::ui
