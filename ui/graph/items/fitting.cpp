// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/fitting.hpp"

#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

constexpr std::size_t mostLinks = 4096;

int countOf(const DesignNode& node, Trait trait) {
    return static_cast<int>(std::count_if(node.links.begin(), node.links.end(),
                                          [&](const DesignLink& link) { return link.trait == trait; }));
}

/// \param count  returns the number of existing links of a trait
template <class Count>
std::vector<Trait> freeTraitsOf(const KindDescription& kind, const Count& count) {
    std::vector<Trait> free;
    for (const LinkDescription& link : kind.links) {
        const int there = count(link.trait);
        if (there < link.minimum) return {link.trait};
        if (link.maximum < 0 || there < link.maximum) free.push_back(link.trait);
    }
    return free;
}

/// All nodes reachable from `start` along `next`, including `start`.
template <class Next>
std::vector<bool> reached(std::size_t count, NodeIndex start, const Next& next) {
    std::vector<bool> met(count, false);
    std::vector<NodeIndex> open = {start};
    met[start] = true;
    while (!open.empty()) {
        const NodeIndex node = open.back();
        open.pop_back();
        next(node, [&](NodeIndex neighbour) {
            if (met[neighbour]) return;
            met[neighbour] = true;
            open.push_back(neighbour);
        });
    }
    return met;
}

}  // namespace

bool feedsOthers(const KindDescription& kind) {
    return kind.category != Category::output;
}

std::vector<Trait> freeTraits(const DesignNode& node) {
    if (node.kind == nullptr || node.links.size() >= mostLinks) return {};
    return freeTraitsOf(node.kind->description, [&](Trait trait) { return countOf(node, trait); });
}

std::vector<Trait> freeTraits(const KindDescription& kind) {
    return freeTraitsOf(kind, [](Trait) { return 0; });
}

std::optional<Trait> askedFor(const DesignNode& node) {
    const std::vector<Trait> free = freeTraits(node);
    if (free.empty()) return {};
    const KindDescription& kind = node.kind->description;
    const bool joins = (kind.category == Category::combine || kind.category == Category::output) &&
                       free.front() == Trait::data;
    return lacksInput(node) || joins ? std::optional(free.front()) : std::nullopt;
}

bool needsInput(const KindDescription& kind) {
    return kind.category == Category::combine ||
           std::any_of(kind.links.begin(), kind.links.end(),
                       [](const LinkDescription& link) { return link.minimum > 0; });
}

bool lacksInput(const DesignNode& node) {
    // If an input is missing, it is the only free one.
    const std::vector<Trait> free = freeTraits(node);
    if (free.empty()) return false;
    return countOf(node, free.front()) < node.kind->description.link(free.front())->minimum;
}

std::optional<std::size_t> entryFor(const DesignNode& node, Trait trait) {
    const LinkDescription* taken = node.kind == nullptr ? nullptr : node.kind->description.link(trait);
    if (taken == nullptr || !taken->first) return {};
    std::size_t entry = 0;
    for (const DesignLink& link : node.links) {
        if (link.trait == trait) entry = link.entry + 1;
    }
    return entry;
}

std::size_t entryAs(const DesignNode& node, std::size_t entry, Trait trait) {
    const auto comesFirst = [&](Trait wanted) {
        const LinkDescription* link = node.kind == nullptr ? nullptr : node.kind->description.link(wanted);
        return link != nullptr && link->first;
    };
    std::size_t others = 0;  // the links that come first
    std::size_t last = entry;
    for (const DesignLink& link : node.links) {
        if (link.entry == entry || !comesFirst(link.trait)) continue;
        ++others;
        last = std::max(last, link.entry);
    }
    return comesFirst(trait) ? std::min(entry, others) : last;
}

Trait usual(const std::vector<Trait>& traits) {
    const bool data = std::find(traits.begin(), traits.end(), Trait::data) != traits.end();
    return data ? Trait::data : traits.front();
}

std::optional<Trait> traitOfNew(const KindDescription& kind, bool childBounded) {
    for (const Trait trait : freeTraits(kind)) {
        if (trait != Trait::pattern || childBounded) return trait;
    }
    return {};
}

bool canBeChild(const KindDescription& kind, Trait trait) {
    if (!feedsOthers(kind)) return false;
    return trait != Trait::pattern || kind.size != SizeRule::none || kind.links.empty();
}

Fitting::Fitting(const Design& design)
    : design_(design), extents_(design.nodes.size()), sound_(design.nodes.size(), false) {
    // Children first; nodes on a cycle do not become sound.
    std::vector<bool> done(design.nodes.size(), false);
    std::vector<std::pair<NodeIndex, std::size_t>> path;
    for (NodeIndex start = 0; start < design.nodes.size(); ++start) {
        if (!done[start]) path.emplace_back(start, 0);
        done[start] = true;
        while (!path.empty()) {
            auto& [index, next] = path.back();
            const DesignNode& node = design.nodes[index];
            if (next == node.links.size()) {
                extents_[index] = extentOf(node);
                sound_[index] =
                    node.sound && node.operation != nullptr &&
                    std::all_of(node.links.begin(), node.links.end(),
                                [&](const DesignLink& link) { return link.child && sound_[*link.child]; });
                path.pop_back();
                continue;
            }
            const std::optional<NodeIndex> child = node.links[next++].child;
            if (!child || done[*child]) continue;
            done[*child] = true;
            path.emplace_back(*child, 0);
        }
    }
}

Fitting::Fitting(const ScopedDesign& scoped) : Fitting(*scoped.design) {
    if (scoped.design == scoped.whole) return;
    const Fitting whole(*scoped.whole);
    for (NodeIndex i = 0; i < extents_.size(); ++i) {
        const DesignNode& node = scoped.design->nodes[i];
        if (scoped.flat[i]) {
            extents_[i] = whole.extent(*scoped.flat[i]);
        } else if (isSocket(node)) {
            // Patterns are bounded, and a new socket can become a pattern.
            const bool pattern = carriedBy(node).value_or(Trait::pattern) == Trait::pattern;
            extents_[i] = pattern ? Extent(burin::Rect{}) : Extent();
        }
    }
}

Extent Fitting::extentOf(const DesignNode& node) const {
    const Extent own = node.size ? Extent(burin::Rect{0, 0, node.size->width, node.size->height}) : Extent();
    if (node.muted) {
        for (const Trait wanted : {Trait::data, Trait::pattern}) {
            for (const DesignLink& link : node.links) {
                if (link.trait != wanted || !link.child) continue;
                return intersection(own, extents_[*link.child].translated(link.at));
            }
        }
        return Extent(burin::Rect{});
    }
    if (own.bounded()) return own;
    std::vector<LinkShape> shapes;
    bool known = node.sound && node.operation != nullptr;
    for (const DesignLink& link : node.links) {
        known = known && link.child && sound_[*link.child];
        if (known) shapes.push_back({link.trait, link.at, extents_[*link.child], extents_[*link.child]});
    }
    if (known && !node.operation->complaint(shapes)) return node.operation->extent(shapes);
    // A source that cannot be read now will have a size later, so it counts as bounded.
    const bool source = node.kind != nullptr && node.kind->description.links.empty();
    return source ? Extent(burin::Rect{}) : Extent();
}

bool Fitting::feeds(NodeIndex below, NodeIndex above) const {
    if (fedNode_ == above) return below_[below];
    if (feedingNode_ == below) return above_[above];
    below_ = reached(design_.nodes.size(), above, [&](NodeIndex node, const auto& meet) {
        for (const DesignLink& link : design_.nodes[node].links) {
            if (link.child) meet(*link.child);
        }
    });
    std::vector<std::vector<NodeIndex>> parents(design_.nodes.size());
    for (NodeIndex i = 0; i < design_.nodes.size(); ++i) {
        for (const DesignLink& link : design_.nodes[i].links) {
            if (link.child) parents[*link.child].push_back(i);
        }
    }
    above_ = reached(design_.nodes.size(), below, [&](NodeIndex node, const auto& meet) {
        std::for_each(parents[node].begin(), parents[node].end(), meet);
    });
    fedNode_ = above;
    feedingNode_ = below;
    return below_[below];
}

QString Fitting::cycle(NodeIndex child, NodeIndex parent) const {
    if (child == parent) return tr("A node cannot feed itself.");
    if (!feeds(parent, child)) return {};
    return tr("This link would make a cycle: %1 already feeds %2.")
        .arg(textOf(design_.nodes[parent].name), textOf(design_.nodes[child].name));
}

/// Sockets carry one trait, and cannot be the output.
QString Fitting::socketMisfit(const DesignNode& from, const QString& name, Trait trait) const {
    if (!isSocket(from)) return {};
    if (name == textOf(outputBlock)) return tr("The output is a node of the group, not one of its inputs.");
    const auto carried = carriedBy(from);
    if (!carried || *carried == trait) return {};
    return tr("%1 carries %2.").arg(textOf(from.name), textOf(traitName(*carried)));
}

QString Fitting::misfit(NodeIndex child, NodeIndex parent, Trait trait,
                        std::optional<std::size_t> replaces) const {
    const DesignNode& from = design_.nodes[child];
    const DesignNode& to = design_.nodes[parent];
    const QString name = textOf(to.name);
    if (to.kind == nullptr) return tr("The kind of %1 is unknown to this program.").arg(name);
    const KindDescription& kind = to.kind->description;
    if (from.kind != nullptr && !feedsOthers(from.kind->description))
        return tr("%1 is the end of the graph and feeds nothing.").arg(textOf(from.name));
    if (QString why = cycle(child, parent); !why.isEmpty()) return why;
    if (QString why = socketMisfit(from, name, trait); !why.isEmpty()) return why;
    const LinkDescription* taken = kind.link(trait);
    if (taken == nullptr) {
        return kind.links.empty() ? tr("%1 is a source and takes no inputs.").arg(name)
                                  : tr("%1 takes no %2.").arg(name, textOf(traitName(trait)));
    }
    const bool same = replaces && to.links[*replaces].trait == trait;
    if (taken->maximum >= 0 && countOf(to, trait) - (same ? 1 : 0) >= taken->maximum) {
        return taken->maximum == 1
                   ? tr("%1 takes one %2 and already has it.").arg(name, textOf(traitName(trait)))
                   : tr("%1 takes %2 %3 and already has them.")
                         .arg(name, QString::number(taken->maximum), textOf(traitName(trait)));
    }
    if (trait == Trait::pattern && !bounded(child))
        return tr("A pattern needs a size. Set the width and the height of %1.").arg(textOf(from.name));
    return {};
}

std::vector<Trait> Fitting::traits(NodeIndex child, NodeIndex parent) const {
    std::vector<Trait> fitting;
    for (const Trait trait : freeTraits(design_.nodes[parent])) {
        if (misfit(child, parent, trait).isEmpty()) fitting.push_back(trait);
    }
    return fitting;
}

std::vector<Trait> Fitting::traitsOf(NodeIndex parent, std::size_t link) const {
    const DesignNode& node = design_.nodes[parent];
    const DesignLink& read = node.links[link];
    const LinkDescription* taken = node.kind == nullptr ? nullptr : node.kind->description.link(read.trait);
    const bool required = taken != nullptr && countOf(node, read.trait) <= taken->minimum;
    std::vector<Trait> fitting;
    for (const Trait trait : allTraits) {
        const bool other = !required && read.child && misfit(*read.child, parent, trait, link).isEmpty();
        if (trait == read.trait || other) fitting.push_back(trait);
    }
    return fitting;
}

QString Fitting::plusMisfit(NodeIndex child, NodeIndex parent) const {
    QString reason;
    for (const Trait trait : freeTraits(design_.nodes[parent])) {
        const QString why = misfit(child, parent, trait);
        if (why.isEmpty()) return {};
        if (reason.isEmpty()) reason = why;
    }
    if (!reason.isEmpty()) return reason;
    for (const Trait trait : {Trait::data, Trait::mask, Trait::pattern}) {
        const DesignNode& to = design_.nodes[parent];
        if (to.kind != nullptr && to.kind->description.link(trait) != nullptr)
            return misfit(child, parent, trait);
    }
    return misfit(child, parent, Trait::data);
}

}  // namespace burin::ui
