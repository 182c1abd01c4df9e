// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/small_pictures.hpp"

#include "ui/model/previews/preview_tiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace burin::ui {

std::int64_t repeatSide(const BoundNode& node) {
    std::int64_t largest = 0;
    for (const GraphNode& each : node.source->graph()->nodes) {
        for (const LinkShape& link : each.links) {
            if (link.trait != Trait::pattern || !link.extent.bounded() || link.extent.empty()) continue;
            const Rect pattern = link.extent.rect();
            largest = std::max({largest, pattern.width, pattern.height});
        }
    }
    return largest;
}

namespace {

/// Nodes up to this size get a thumbnail of the whole, larger ones of a part.
constexpr std::int64_t wholeThumbnail = 16384;
/// If a thumbnail of the whole would show more repeats of a pattern, it shows a part.
constexpr std::int64_t mostRepeats = 16;
/// The cost limit for a first picture, as a share of the cost of an exact one.
constexpr double firstShare = 0.05;

/// Uses a small share of the samples if that is enough for a picture; otherwise computes as much as time
/// allows.
Picture firstPicture(const Engine& engine, PreviewSource& source, const Rect& blocks, int level,
                     std::stop_token stop) {
    PreviewPart part;
    part.nodes = engine.costs.get();
    part.area = blocks;
    part.level = level;
    part.patience = std::chrono::seconds(0);
    part.priority = 1;
    part.stop = std::move(stop);
    part.firstWithin = std::chrono::duration<double>(0.1);
    part.mostShare = firstShare;
    const bool little = source.secondsFor(part) <= part.firstWithin.count();
    if (!little) {
        if (std::optional<Picture> rough = source.sketch(part)) return std::move(*rough);
    }
    part.firstWithin = std::chrono::duration<double>(0.6);
    part.mostShare = std::numeric_limits<double>::infinity();
    return source.render(part);
}

/// Whether the tiles show all of the node's blocks at a level that is not coarser.
bool cover(const std::vector<PreviewTilePtr>& tiles, const BoundNode& node, const Rect& blocks, int level) {
    Rect shown;
    for (const PreviewTilePtr& tile : tiles) {
        if (tile->node != node.hash || tile->level > level) return false;
        shown = shown.empty() ? tile->samples() : boundingRect(shown, tile->samples());
    }
    const std::int64_t each = std::int64_t{1} << level;
    const Rect wanted{blocks.x * each, blocks.y * each, blocks.width * each, blocks.height * each};
    return shown.contains(node.extent.clip(wanted));
}

/// Averages exact pictures, so that no sample is computed again. \pre they cover the blocks
Picture reduced(const BoundNode& node, const Rect& blocks, int level,
                const std::vector<PreviewTilePtr>& tiles) {
    std::vector<double> sums(static_cast<std::size_t>(blocks.area()));
    std::vector<double> weights(sums.size());
    for (const PreviewTilePtr& tile : tiles) {
        const int up = level - tile->level;
        for (std::int64_t y = tile->blocks.y; y < tile->blocks.bottom(); ++y) {
            for (std::int64_t x = tile->blocks.x; x < tile->blocks.right(); ++x) {
                const Point block{x >> up, y >> up};
                if (!blocks.contains(block)) continue;
                const auto samples = node.extent.clip(blockAt({x, y}, tile->level)).area();
                const auto place =
                    static_cast<std::size_t>((block.y - blocks.y) * blocks.width + block.x - blocks.x);
                sums[place] += static_cast<double>(samples) * static_cast<double>(tile->value({x, y}));
                weights[place] += static_cast<double>(samples);
            }
        }
    }
    Picture picture;
    picture.area = blocks;
    picture.level = level;
    picture.exact = true;
    picture.exactRows = blocks.height;
    picture.samplesEach = std::exp2(2.0 * level);
    for (std::size_t k = 0; k < sums.size(); ++k)
        picture.values.push_back(static_cast<float>(weights[k] > 0 ? sums[k] / weights[k] : 0));
    return picture;
}

}  // namespace

PreviewTilePtr renderSmall(const Engine& engine, const BoundNodePtr& node, const Rect& samples,
                           const SmallPictureOrder& order, std::stop_token stop) {
    TileOrder one;
    one.node = node;
    one.level = std::max(0, levelFitting(samples, order.side) - 1);
    one.blocks = blocksCovering(samples, one.level);
    one.drawn = false;
    one.improved = order.improved;
    const std::shared_ptr<PreviewTile> tile = emptyTile(engine, one);
    if (tile->blocks.empty()) return tile;
    if (!order.tiles.empty() && cover(order.tiles, *node, tile->area, one.level)) {
        fill(*tile, reduced(*node, tile->area, one.level, order.tiles));
        return tile;
    }
    if (order.before && order.before->area == tile->area && order.before->level == one.level) {
        one.improve(order.before);
        return renderTile(engine, one, std::move(stop));
    }
    Picture picture = firstPicture(engine, *node->source, tile->area, one.level, std::move(stop));
    picture.givenUp = false;
    fill(*tile, std::move(picture));
    return tile;
}

namespace {

/// The area that is read of each node when `area` of the graph's top node is computed. Patterns are left out,
/// because they are bounded.
std::vector<Rect> readAreas(const Graph& graph, const Rect& area) {
    std::vector<Rect> read(graph.nodes.size());
    read.back() = area;
    for (std::size_t n = graph.nodes.size(); n-- > 0;) {
        const GraphNode& node = graph.nodes[n];
        const Rect inside = node.support.clip(read[n]);
        for (std::size_t i = 0; i < node.links.size() && !inside.empty(); ++i) {
            if (node.links[i].trait == Trait::pattern) continue;
            std::vector<Fetch> fetches;
            node.operation->fetches(node.links, i, inside, fetches);
            for (const Fetch& fetch : fetches) {
                Rect& child = read[node.children[i]];
                child = child.empty() ? fetch.area : boundingRect(child, fetch.area);
            }
        }
    }
    return read;
}

/// The area that the surface reads of an unbounded node; the whole surface if it does not read the node.
Rect areaRead(const Engine& engine, const BoundNode& node) {
    const Rect all = node.somewhere();
    if (!node.design->root) return all;
    Diagnostics errors;
    const auto graph = boundGraph(engine, *node.design, *node.design->root, false, errors);
    if (!graph) return all;
    const std::vector<Rect> read = readAreas(*graph, graph->top().extent.rect());
    for (std::size_t n = 0; n < graph->nodes.size(); ++n) {
        if (graph->nodes[n].name == node.name.toStdString() && !read[n].empty()) return read[n];
    }
    return all;
}

/// Three times the side of the largest bounded node below the top.
std::int64_t sideOfTexture(const Graph& graph) {
    std::int64_t largest = 0;
    for (std::size_t k = 0; k + 1 < graph.nodes.size(); ++k) {
        const Extent& extent = graph.nodes[k].extent;
        if (!extent.bounded() || extent.empty()) continue;
        const std::int64_t size = std::max(extent.rect().width, extent.rect().height);
        if (size <= wholeThumbnail / 3) largest = std::max(largest, size);
    }
    return largest > 0 ? std::max<std::int64_t>(128, 3 * largest) : 512;
}

bool ends(const Extent& support) {
    return support.bounded() && !support.empty();
}

/// Whether the node shows something bounded that is not repeated, also if it is several nodes below.
bool showsThings(const Graph& graph) {
    std::vector<bool> things(graph.nodes.size());
    for (std::size_t k = 0; k < graph.nodes.size(); ++k) {
        const GraphNode& node = graph.nodes[k];
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            if (node.links[i].trait == Trait::pattern) continue;
            if (ends(node.links[i].support) || things[node.children[i]]) things[k] = true;
        }
    }
    return things.back();
}

/// The area for a thumbnail. The surface is shown as a whole. So is another node that is bounded or shows
/// bounded things, limited to the part that the surface reads. If the node is a texture, or if repeats
/// would be too small, a part in the middle is shown.
Rect thumbnailSamples(const Engine& engine, const BoundNode& node) {
    const Graph& graph = *node.source->graph();
    const GraphNode& top = graph.top();
    const std::int64_t repeat = repeatSide(node);
    const bool things = showsThings(graph);
    // A thing on a texture is recognised by its outline.
    const bool fine = repeat > 0 && (ends(top.support) || !things);
    const std::int64_t most = fine ? std::min(wholeThumbnail, mostRepeats * repeat) : wholeThumbnail;
    const auto fits = [most](const Rect& area) { return area.width <= most && area.height <= most; };
    const bool source = top.links.empty() && !top.operation->evenFrom();  // a picture, an outline, a formula
    if (ends(node.extent) && (node.surface || source || fits(node.extent.rect()))) return node.extent.rect();
    const Rect all = ends(top.support) ? top.support.rect() : areaRead(engine, node);
    if ((ends(top.support) || things) && fits(all)) return all;
    Rect parts;
    for (std::size_t i = 0; i < top.links.size(); ++i) {
        const LinkShape& link = top.links[i];
        if (link.trait == Trait::pattern || !ends(link.support)) continue;
        // A child that is scaled or turned has no halo, because the node shows it at another place.
        const auto halo = top.operation->halo(top.links, i);
        const Rect thing =
            halo ? intersection(link.support.translated(link.at).grown(*halo).rect(), all) : all;
        parts = boundingRect(parts, thing);
    }
    if (!parts.empty() && (fits(parts) || repeat == 0)) return parts;
    const std::int64_t side =
        repeat > 0 ? std::min(wholeThumbnail, repeatsPictured * repeat) : sideOfTexture(graph);
    const Rect part{all.x + all.width / 2 - side / 2, all.y + all.height / 2 - side / 2, side, side};
    return ends(node.extent) ? intersection(node.extent.rect(), part) : part;
}

}  // namespace

EvenPicture evened(const PreviewTile& tile, std::int64_t side) {
    const Rect& fine = tile.area;
    if (fine.width <= side && fine.height <= side) return {tile.level, fine, tile.values()};
    EvenPicture picture;
    picture.level = tile.level + 1;
    picture.area = {fine.x >> 1, fine.y >> 1, ((fine.right() + 1) >> 1) - (fine.x >> 1),
                    ((fine.bottom() + 1) >> 1) - (fine.y >> 1)};
    constexpr std::array<double, 4> weights{1, 3, 3, 1};
    for (std::int64_t y = picture.area.y; y < picture.area.bottom(); ++y) {
        for (std::int64_t x = picture.area.x; x < picture.area.right(); ++x) {
            double sum = 0;
            double all = 0;
            for (int k = 0; k < 16; ++k) {
                const Point at{2 * x - 1 + k % 4, 2 * y - 1 + k / 4};
                if (!fine.contains(at)) continue;
                const double weight =
                    weights[static_cast<std::size_t>(k % 4)] * weights[static_cast<std::size_t>(k / 4)];
                sum += weight * static_cast<double>(tile.value(at));
                all += weight;
            }
            picture.values.push_back(static_cast<float>(sum / all));
        }
    }
    return picture;
}

QImage grayOf(const EvenPicture& even) {
    QImage gray(static_cast<int>(even.area.width), static_cast<int>(even.area.height),
                QImage::Format_Grayscale8);
    const float* value = even.values.data();
    for (int y = 0; y < gray.height(); ++y) {
        for (int x = 0; x < gray.width(); ++x)
            gray.scanLine(y)[x] = static_cast<uchar>(std::lround(std::clamp(*value++, 0.0F, 1.0F) * 255));
    }
    return gray;
}

ThumbnailPicture thumbnailOf(const PreviewTilePtr& tile, std::int64_t side) {
    return {grayOf(evened(*tile, side)), tile->node, tile};
}

ThumbnailPicture renderThumbnail(const Engine& engine, std::shared_ptr<const Design> design,
                                 const QString& name, const ThumbnailPicture& before, std::stop_token stop) {
    const BoundNodePtr node = bindNode(engine, std::move(design), name, nullptr);
    if (!node->ready() || node->extent.empty()) return {};
    if (node->hash == before.node) return before;
    try {
        return thumbnailOf(renderSmall(engine, node, thumbnailSamples(engine, *node), {}, std::move(stop)));
    } catch (const std::exception&) {  // the viewport says why
        return {};
    }
}

ThumbnailPicture betterThumbnail(const Engine& engine, std::shared_ptr<const Design> design,
                                 const QString& name, const BoundNodePtr& shown,
                                 const SmallPictureOrder& order, std::stop_token stop) {
    const BoundNodePtr node = bindNode(engine, std::move(design), name, shown);
    if (!node->ready() || node->hash != order.before->node) return {};
    try {
        return thumbnailOf(
            renderSmall(engine, node, thumbnailSamples(engine, *node), order, std::move(stop)));
    } catch (const Cancelled&) {
        throw;
    } catch (const std::exception&) {  // the viewport says why
        return {};
    }
}

}  // namespace burin::ui
