// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/node_place.hpp"

#include "ui/model/node_extents.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

/// The link through which a node is reached from above.
struct WayDown {
    NodeIndex parent = 0;
    const DesignLink* link = nullptr;  ///< nullptr: the node is not reached
};

std::vector<WayDown> waysFrom(const Design& design, NodeIndex top) {
    std::vector<WayDown> ways(design.nodes.size());
    std::vector<NodeIndex> open = {top};
    for (std::size_t next = 0; next < open.size(); ++next) {
        for (const DesignLink& link : design.nodes[open[next]].links) {
            if (!link.child || *link.child == top || ways[*link.child].link != nullptr) continue;
            ways[*link.child] = {open[next], &link};
            open.push_back(*link.child);
        }
    }
    return ways;
}

/// The part of a node that depends on a part of one of its children.
Extent madeOf(const Extent& part, const DesignNode& node, const Extent& all, const DesignLink& link,
              const NodeExtents& extents) {
    if (!part.bounded()) return all;
    const auto bounded = std::count_if(node.links.begin(), node.links.end(),
                                       [&](const DesignLink& one) { return extents.boundedChild(one); });
    // All samples come from this child, wherever a transform has moved it.
    if (!node.size && bounded == 1 && all.bounded()) return all;
    const Extent seen = intersection(all, part.translated(link.at));
    return seen.rect().empty() ? all : seen;
}

}  // namespace

std::optional<Rect> placeWithin(const Design& design, const QString& node, const QString& whole) {
    const std::optional<NodeIndex> from = design.find(node.toStdString());
    const std::optional<NodeIndex> top = design.find(whole.toStdString());
    if (!from || !top) return {};
    const std::vector<WayDown> ways = waysFrom(design, *top);
    if (*from != *top && ways[*from].link == nullptr) return {};
    const NodeExtents extents(design, *top);
    Extent place = extents[*from];
    for (NodeIndex at = *from; at != *top; at = ways[at].parent) {
        const WayDown& way = ways[at];
        place = madeOf(place, design.nodes[way.parent], extents[way.parent], *way.link, extents);
    }
    if (!place.bounded() || place.rect().empty()) return {};
    return place.rect();
}

namespace {

/// The frame of the child of a link, or of its samples that are not 0 if the child is unbounded.
std::optional<Rect> frameOfChild(const Design& design, NodeIndex reader, std::size_t entry,
                                 const NodeExtents& extents) {
    const auto& links = design.nodes[reader].links;
    const auto link = std::find_if(links.begin(), links.end(),
                                   [&](const DesignLink& candidate) { return candidate.entry == entry; });
    if (link == links.end() || !link->child) return {};
    const Extent& own = extents[*link->child];
    const Extent& child = hasArea(own) ? own : extents.support(*link->child);
    return hasArea(child) ? std::optional(child.rect()) : std::nullopt;
}

/// The distance from the start to the middle, rounded down.
std::int64_t half(std::int64_t length) {
    return (length - (length & 1)) / 2;
}

}  // namespace

std::optional<Point> centredOffset(const Design& design, const QString& reader, std::size_t entry) {
    const std::optional<NodeIndex> parent = design.find(reader.toStdString());
    if (!parent) return {};
    const NodeExtents extents(design, *parent);
    const std::optional<Rect> inner = frameOfChild(design, *parent, entry, extents);
    Extent frame = extents[*parent];
    if (!hasArea(frame) && design.root) frame = NodeExtents(design, *design.root)[*design.root];
    if (!inner || !hasArea(frame)) return {};
    const Rect outer = frame.rect();
    return Point{outer.x + half(outer.width - inner->width) - inner->x,
                 outer.y + half(outer.height - inner->height) - inner->y};
}

std::optional<Point> offsetAround(const Design& design, const QString& reader, std::size_t entry,
                                  Point middle) {
    const std::optional<NodeIndex> parent = design.find(reader.toStdString());
    if (!parent) return {};
    const std::optional<Rect> child = frameOfChild(design, *parent, entry, NodeExtents(design, *parent));
    if (!child) return {};
    return Point{middle.x - half(child->width) - child->x, middle.y - half(child->height) - child->y};
}

std::optional<Point> offsetWithin(const Design& design, const QString& node, const QString& whole) {
    const std::optional<NodeIndex> from = design.find(node.toStdString());
    const std::optional<NodeIndex> top = design.find(whole.toStdString());
    if (!from || !top) return {};
    Point offset;
    const std::vector<WayDown> ways = waysFrom(design, *top);
    for (NodeIndex at = *from; at != *top; at = ways[at].parent) {
        const WayDown& way = ways[at];
        if (way.link == nullptr || way.link->trait == Trait::pattern) return {};
        if (!readsInPlace(design.nodes[way.parent], *way.link)) return {};
        offset = offset + way.link->at;
    }
    return offset;
}

std::optional<PatternPlace> patternWithin(const Design& design, const QString& node, const QString& whole) {
    const std::optional<NodeIndex> from = design.find(node.toStdString());
    const std::optional<Point> offset = offsetWithin(design, node, whole);
    if (!from || !offset) return {};
    const auto& links = design.nodes[*from].links;
    const auto pattern = std::find_if(links.begin(), links.end(), [](const DesignLink& link) {
        return link.trait == Trait::pattern && link.child;
    });
    if (pattern == links.end()) return {};
    const NodeExtents extents(design, *from);
    const Extent& extent = extents[*pattern->child];
    if (!hasArea(extent)) return {};
    const Rect first = extent.translated(pattern->at + *offset).rect();
    const QPointF middle(static_cast<double>(first.x) + static_cast<double>(first.width) / 2,
                         static_cast<double>(first.y) + static_cast<double>(first.height) / 2);
    return PatternPlace{middle, {first.width, first.height}};
}

}  // namespace burin::ui
