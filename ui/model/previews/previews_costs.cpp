// SPDX-License-Identifier: GPL-3.0-or-later

// The part of Previews that tells what nodes cost.

#include "ui/model/previews/previews.hpp"

namespace burin::ui {

/// New pictures bring new figures.
void Previews::followCosts() {
    constexpr int costsMs = 250;
    costsSoon_.setSingleShot(true);
    costsSoon_.setInterval(costsMs);
    connect(&costsSoon_, &QTimer::timeout, this, &Previews::costsChanged);
    const auto follow = [this] {
        if (costsShown_ && !costsSoon_.isActive()) costsSoon_.start();
    };
    connect(this, &Previews::picturesChanged, this, follow);
    connect(this, &Previews::thumbnailChanged, this, follow);
    connect(this, &Previews::shownChanged, this, follow);
}

void Previews::setCostsShown(bool shown) {
    if (shown == costsShown_) return;
    costsShown_ = shown;
    emit costsChanged();
}

/// The hash of a node's samples in the shown graph, which has all nodes below the shown node.
std::optional<NodeHash> Previews::shownHash(const QString& node) {
    if (!shown_ || !shown_->ready()) return {};
    const std::shared_ptr<const Graph>& graph = shown_->source->graph();
    if (hashed_.lock() != graph) {
        hashed_ = graph;
        hashes_.clear();
        // A prediction has the name of its surface and comes after it, so the last node of a name counts.
        for (auto each = graph->nodes.rbegin(); each != graph->nodes.rend(); ++each)
            hashes_.insert(QString::fromStdString(each->name), each->hash);
    }
    const auto found = hashes_.constFind(node);
    return found == hashes_.constEnd() ? std::nullopt : std::optional(*found);
}

/// The hash of a node's samples in the newest design; nothing if it is not known yet. The thumbnails have the
/// hashes of the nodes that are not below the shown node.
std::optional<NodeHash> Previews::stateOf(const QString& node) {
    const bool newest = shown_ && shown_->design == design_;
    const std::optional<NodeHash> hash = newest ? shownHash(node) : std::nullopt;
    return hash ? hash : newestHash(node);
}

ShownCost Previews::cost(const QString& node) {
    ShownCost now;
    const std::optional<NodeIndex> index = nodeNamed(node);
    if (!index) {
        now.reason = tr("Nothing computes this node yet.");  // for example in a group without an instance
        return now;
    }
    const bool onCard = engine_.backend.name() == "cuda" &&
                        (engine_.cpu == nullptr || design_->whyNotOnCards(*index).empty());
    if (onCard) {
        now.reason = tr("The graphics card computes this node. Only the processor measures times of nodes.");
        return now;
    }
    NodeCost known;
    if (const auto state = stateOf(node)) known = engine_.costs->of(*state);
    now.msPerMpx = known.msPerMpx;
    now.hitShare = known.hitShare();
    if (now.msPerMpx) {
        costs_.insert(node, now);
        return now;
    }
    const auto before = costs_.constFind(node);
    if (before != costs_.constEnd()) {
        ShownCost old = *before;
        old.outdated = true;
        return old;
    }
    now.reason = tr("The time is measured over %1 of the node's tiles. Computed so far: %2. Tiles of fewer "
                    "than %3 samples do not count.")
                     .arg(RecentMedian::fewest)
                     .arg(known.tiles)
                     .arg(NodeCosts::fewestSamples);
    return now;
}

}  // namespace burin::ui
