// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/preview_jobs.hpp"

#include "core/export/root_blocks.hpp"
#include "core/preview/field_vectors.hpp"
#include "core/render/parallel_rows.hpp"
#include "ui/model/previews/preview_tiles.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// Pictures come before exports, which take long anyway; first pictures come before refinements.
constexpr int firstPriority = 2;
constexpr int laterPriority = 1;
/// The longest time for all tiles of a view, in seconds, to be shown without a rough picture first.
constexpr double atOnce = 0.06;
/// The cost limit for rough pictures, as a share of the cost of exact ones.
constexpr double roughShare = 0.05;
/// The level of a rough picture, relative to the view's.
constexpr int roughAbove = 2;
/// Longer lines are sampled sparsely.
constexpr int mostOfLine = 4096;
/// Nodes up to this size get a thumbnail of the whole, larger ones of a part.
constexpr std::int64_t wholeThumbnail = 16384;
/// If a thumbnail of the whole would show more repeats of a pattern, it shows a part.
constexpr std::int64_t mostRepeats = 16;

QString problemOf(const Diagnostics& errors) {
    const Diagnostic& first = errors.front();
    QString text = QString::fromStdString(first.node);
    if (!text.isEmpty()) text += ": ";
    if (!first.group.empty()) text.prepend("group " + QString::fromStdString(first.group) + ": ");
    if (!first.parameter.empty() && first.parameter != "inputs")
        text += QString::fromStdString(first.parameter) + ": ";
    text += inWordsOfTheStudio(first.what) + '.';
    if (first.remedy.empty()) return text;
    QString remedy = inWordsOfTheStudio(first.remedy);
    remedy[0] = remedy[0].toUpper();
    return text + ' ' + remedy + '.';
}

std::shared_ptr<const Graph> bound(const Engine& engine, const Design& design, NodeIndex node,
                                   bool provisional, Diagnostics& errors) {
    GraphOptions options;
    options.provisional = provisional;
    options.tileSide = engine.backend.pictureTileSide();
    options.largestCellBytes = std::min(options.largestCellBytes, engine.budget.limit() / 16);
    BoundGraph found = bindGraph(design, node, options);
    errors = std::move(found.errors);
    return found.graph ? std::make_shared<const Graph>(std::move(*found.graph)) : nullptr;
}

/// Reads the depth settings of the surface, which apply to the whole design.
void readSurface(const Design& design, BoundNode& node) {
    if (!design.root) return;
    const DesignNode& root = design.nodes[*design.root];
    if (root.size) node.frame = {0, 0, root.size->width, root.size->height};
    if (const auto* operation = dynamic_cast<const OperationOf<Root>*>(root.operation.get())) {
        node.fullDepthUm = operation->node().fullDepthUm;
        node.bits = operation->node().depth;
    }
}

void bind(const Engine& engine, NodeIndex index, const BoundNodePtr& before, BoundNode& node) {
    Diagnostics errors;
    const auto graph = bound(engine, *node.design, index, false, errors);
    if (!graph) {
        node.problem = problemOf(errors);
        return;
    }
    node.resident = engine.residents->hold(*graph);
    node.hash = graph->top().hash;
    node.extent = graph->top().extent;
    if (node.extent.bounded()) node.frame = node.extent.rect();
    node.surface = rootOf(*graph) != nullptr;
    node.fed = !node.surface || !node.design->nodes[index].links.empty();
    if (before && before->ready() && before->hash == node.hash && !before->stop->stop_requested()) {
        node.source = before->source;
        node.stop = before->stop;
        return;
    }
    node.stop = std::make_shared<std::stop_source>();
    node.source = std::make_shared<PreviewSource>(engine.backend, engine.budget, graph,
                                                  bound(engine, *node.design, index, true, errors),
                                                  node.stop->get_token());
}

PreviewPart partOf(const Rect& blocks, int level, std::stop_token stop, int priority = firstPriority) {
    PreviewPart part;
    part.area = blocks;
    part.level = level;
    part.patience = std::chrono::seconds(0);
    part.priority = priority;
    part.stop = std::move(stop);
    return part;
}

Rect boundsAtLevel(const BoundNode& node, int level, const Rect& blocks) {
    if (!node.extent.bounded()) return blocks;
    if (node.extent.empty()) return {};
    return intersection(blocks, blocksCovering(node.extent.rect(), level));
}

}  // namespace

QString problemText(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const OutOfMemory& e) {
        if (e.refused)
            return tr(
                "The system has no memory left. Close other programs, or lower the budget in Preferences.");
        if (const std::size_t tables = e.held[static_cast<std::size_t>(Holder::tables)]; tables > 0) {
            return tr("Needs %1, the budget is %2, of which images and tables hold %3. Raise it in "
                      "Preferences, or "
                      "show a smaller part.")
                .arg(QString::fromStdString(bytesText(e.needed)), QString::fromStdString(bytesText(e.budget)),
                     QString::fromStdString(bytesText(tables)));
        }
        return tr("Needs %1, the budget is %2. Raise it in Preferences, or show a smaller part.")
            .arg(QString::fromStdString(bytesText(e.needed)), QString::fromStdString(bytesText(e.budget)));
    } catch (const std::bad_alloc&) {
        return tr("The system has no memory left. Close other programs, or lower the budget in Preferences.");
    } catch (const std::exception& e) {
        return errorText(e);
    }
}

BoundNodePtr bindNode(const Engine& engine, std::shared_ptr<const Design> design, const QString& name,
                      const BoundNodePtr& before) {
    auto node = std::make_shared<BoundNode>();
    node->design = std::move(design);
    node->pixelUm = node->design->pixelUm;
    node->name = name;
    readSurface(*node->design, *node);
    const auto index = name.isEmpty() ? node->design->root : node->design->find(name.toStdString());
    if (!index) {
        node->problem = name.isEmpty() ? tr("The design has no surface. Add one.")
                                       : tr("There is no node named %1.").arg(name);
        return node;
    }
    node->name = QString::fromStdString(node->design->nodes[*index].name);
    try {
        bind(engine, *index, before, *node);
    } catch (...) {
        node->problem = problemText(std::current_exception());
        node->source.reset();
    }
    return node;
}

namespace {

/// A tile whose picture is not computed yet. \throws OutOfMemory
std::shared_ptr<PreviewTile> emptyTile(const Engine& engine, const TileOrder& order) {
    auto tile = std::make_shared<PreviewTile>();
    tile->node = order.node->hash;
    tile->level = order.level;
    tile->index = order.index;
    tile->stage = order.stage;
    tile->blocks = boundsAtLevel(*order.node, order.level, order.blocks);
    tile->area = boundsAtLevel(*order.node, order.level, order.blocks.grown(order.border));
    if (tile->blocks.empty()) return tile;
    tile->reserved = engine.budget.tryReserve(tile->bytes(), Holder::pictures);
    if (!tile->reserved) throw engine.budget.shortage("the picture", tile->bytes());
    return tile;
}

void fill(PreviewTile& tile, Picture picture) {
    tile.exact = picture.exact;
    tile.samplesEach = picture.samplesEach;
    tile.exactRows = picture.exactRows;
    tile.content = picture.onDevice ? std::make_shared<const TileValues>(std::move(picture.onDevice))
                                    : std::make_shared<const TileValues>(std::move(picture.values));
}

std::shared_ptr<const Picture> pictureOf(const PreviewTile& tile) {
    auto picture = std::make_shared<Picture>();
    picture->area = tile.area;
    picture->level = tile.level;
    picture->samplesEach = tile.samplesEach;
    picture->exactRows = tile.exactRows;
    picture->values = tile.values();
    return picture;
}

}  // namespace

PreviewTilePtr renderTile(const Engine& engine, const TileOrder& order, std::stop_token stop) {
    const std::shared_ptr<PreviewTile> tile = emptyTile(engine, order);
    if (tile->blocks.empty()) return tile;
    PreviewPart part =
        partOf(tile->area, order.level, std::move(stop), order.before ? laterPriority : firstPriority);
    part.patience = order.patience;
    part.firstWithin = order.firstWithin;
    part.exactWithin = order.exactWithin;
    part.mostShare = roughShare;
    part.stays = order.drawn;
    if (order.before) part.before = pictureOf(*order.before);
    if (order.improved && order.before) {
        part.improved = [&](const Picture& picture) {
            if (picture.samplesEach <= order.before->samplesEach) return;
            TileOrder same = order;
            same.stage = order.before->stage;  // the stage of the picture that is being improved
            const std::shared_ptr<PreviewTile> better = emptyTile(engine, same);
            fill(*better, picture);
            order.improved(better);
        };
    }
    Picture picture = order.node->source->render(part);
    if (order.before && !picture.exact && picture.samplesEach <= order.before->samplesEach) {
        tile->content = order.before->content;
        tile->exact = order.before->exact;
        tile->samplesEach = order.before->samplesEach;
        tile->exactRows = order.before->exactRows;
    } else {
        fill(*tile, std::move(picture));
    }
    return tile;
}

namespace {

/// The first pictures of a view whose tiles can all be computed at once.
std::vector<PreviewTilePtr> tilesOf(const Engine& engine, const GroundOrder& order,
                                    std::span<const TileIndex> indices, const std::stop_token& stop) {
    std::vector<PreviewTilePtr> tiles(indices.size());
    parallelRows(static_cast<std::int64_t>(tiles.size()), [&](std::int64_t k) {
        const auto place = static_cast<std::size_t>(k);
        TileOrder one;
        one.node = order.node;
        one.level = order.level;
        one.index = indices[place];
        one.blocks = blocksOfTile(one.index);
        one.border = PreviewTile::border;
        one.exactWithin = std::chrono::hours(1);
        tiles[place] = renderTile(engine, one, stop);
    });
    return tiles;
}

/// A picture of the whole view some levels coarser; null if it would not be rough and cheap.
PreviewTilePtr roughPicture(const Engine& engine, const GroundOrder& order, const std::stop_token& stop) {
    TileOrder rough;
    rough.node = order.node;
    rough.level = order.level + roughAbove;
    rough.blocks = blocksCovering(order.around, rough.level);
    rough.border = PreviewTile::border;
    const std::shared_ptr<PreviewTile> tile = emptyTile(engine, rough);
    PreviewPart part = partOf(tile->area, rough.level, stop);
    part.firstWithin = rough.firstWithin;
    part.mostShare = roughShare;
    if (engine.backend.keepsPictures()) {  // a card soon has a better one
        part.firstWithin = std::chrono::duration<double>(0.012);
        part.mostShare = std::numeric_limits<double>::infinity();
        part.hurried = true;
        part.stays = true;
        fill(*tile, order.node->source->render(part));
        return tile;
    }
    std::optional<Picture> picture = order.node->source->sketch(part);
    if (!picture) return nullptr;
    fill(*tile, std::move(*picture));
    return tile;
}

}  // namespace

PreviewGroundPtr renderGround(const Engine& engine, const GroundOrder& order, const std::stop_token& stop) {
    auto ground = std::make_shared<PreviewGround>();
    ground->node = order.node->hash;
    ground->level = order.level;
    ground->samples = order.seen;
    const std::vector<TileIndex> indices = tilesCovering(order.seen, order.level);
    if (!engine.backend.keepsPictures()) {
        const PreviewPart all = partOf(blocksCovering(order.seen, order.level), order.level, stop);
        const double seconds = order.node->source->secondsFor(all);
        ground->secondsEach = seconds / static_cast<double>(std::max<std::int64_t>(1, order.seen.area()));
        ground->timed = true;
        if (order.tiles && seconds <= atOnce * rowsAtOnce()) {
            ground->pictures = tilesOf(engine, order, indices, stop);
            ground->whole = true;
            return ground;
        }
    }
    if (PreviewTilePtr rough = roughPicture(engine, order, stop)) {
        ground->level = rough->level;
        ground->samples = order.around;
        ground->pictures = {std::move(rough)};
        ground->whole = true;
    } else if (order.tiles) {
        ground->pictures = tilesOf(engine, order, std::span(indices).first(1), stop);
    }
    return ground;
}

bool comesAtOnce(const PreviewGround& ground, int level, double tiles) {
    const double samples = tiles * std::exp2(2.0 * level) * PreviewTile::side * PreviewTile::side;
    return ground.timed && samples * ground.secondsEach <= atOnce * rowsAtOnce();
}

namespace {

/// Uses a small share of the samples if that is enough for a picture; otherwise computes as much as time
/// allows.
Picture smallPicture(PreviewSource& source, const Rect& blocks, int level, std::stop_token stop) {
    PreviewPart part = partOf(blocks, level, std::move(stop), laterPriority);
    part.firstWithin = std::chrono::duration<double>(0.1);
    part.mostShare = roughShare;
    const bool little = source.secondsFor(part) <= part.firstWithin.count();
    if (!little) {
        if (std::optional<Picture> rough = source.sketch(part)) return std::move(*rough);
    }
    part.firstWithin = std::chrono::duration<double>(0.6);
    part.mostShare = std::numeric_limits<double>::infinity();
    return source.render(part);
}

/// Averages exact pictures, so that no sample is computed again.
Picture reduced(const BoundNode& node, const Rect& blocks, int level,
                const std::vector<PreviewTilePtr>& tiles) {
    std::vector<double> sums(static_cast<std::size_t>(blocks.area()));
    std::vector<double> weights(sums.size());
    for (const PreviewTilePtr& tile : tiles) {
        const int up = level - tile->level;
        for (std::int64_t y = tile->blocks.y; y < tile->blocks.bottom(); ++y) {
            for (std::int64_t x = tile->blocks.x; x < tile->blocks.right(); ++x) {
                const auto samples = node.extent.clip(blockAt({x, y}, tile->level)).area();
                const auto place =
                    static_cast<std::size_t>(((y >> up) - blocks.y) * blocks.width + ((x >> up) - blocks.x));
                sums[place] += static_cast<double>(samples) * static_cast<double>(tile->value({x, y}));
                weights[place] += static_cast<double>(samples);
            }
        }
    }
    Picture picture;
    picture.area = blocks;
    picture.level = level;
    picture.exact = true;
    for (std::size_t k = 0; k < sums.size(); ++k)
        picture.values.push_back(static_cast<float>(weights[k] > 0 ? sums[k] / weights[k] : 0));
    return picture;
}

}  // namespace

PreviewTilePtr renderOverview(const Engine& engine, const BoundNodePtr& node, int side,
                              const std::vector<PreviewTilePtr>& tiles, std::stop_token stop) {
    TileOrder order;
    order.node = node;
    order.level = levelFitting(node->frame, side);
    order.blocks = blocksCovering(node->frame, order.level);
    const std::shared_ptr<PreviewTile> tile = emptyTile(engine, order);
    if (tile->blocks.empty()) return tile;
    const bool made = !tiles.empty() && tiles.front()->level <= order.level;
    fill(*tile, made ? reduced(*node, tile->area, order.level, tiles)
                     : smallPicture(*node->source, tile->area, order.level, std::move(stop)));
    return tile;
}

Probe probeNode(const BoundNode& node, Point at, std::stop_token stop) {
    Probe probe;
    probe.at = at;
    probe.bits = node.bits;
    const Rect place{at.x, at.y, 1, 1};
    probe.inside = !node.extent.clip(place).empty();
    if (!probe.inside) return probe;
    probe.value = node.source->render(partOf(place, 0, std::move(stop))).values.front();
    const double steps = std::exp2(node.bits) - 1;
    probe.code = static_cast<int>(std::floor(probe.value * steps + 0.5));
    return probe;
}

namespace {

Point placeOn(const LineSamples& line, std::size_t k) {
    const double length = std::hypot(line.to.x() - line.from.x(), line.to.y() - line.from.y());
    const double t = length > 0 ? std::min(1.0, static_cast<double>(k) * line.spacingPx / length) : 0;
    const QPointF p = line.from + t * (line.to - line.from);
    return {static_cast<std::int64_t>(std::floor(p.x())), static_cast<std::int64_t>(std::floor(p.y()))};
}

/// Samples neighbouring places in small rectangles, so that common work is done once.
void sampleClosely(const BoundNode& node, const std::vector<Point>& places, std::vector<float>& values,
                   const std::stop_token& stop) {
    constexpr std::size_t run = 128;
    for (std::size_t from = 0; from < places.size(); from += run) {
        const std::size_t to = std::min(places.size(), from + run);
        Rect area;
        for (std::size_t k = from; k < to; ++k)
            area = boundingRect(area, {places[k].x, places[k].y, 1, 1});
        area = node.extent.clip(area);
        if (area.empty()) continue;
        const Picture picture = node.source->render(partOf(area, 0, stop));
        for (std::size_t k = from; k < to; ++k) {
            if (area.contains(places[k])) values[k] = picture.row(places[k].y - area.y)[places[k].x - area.x];
        }
    }
}

}  // namespace

LineSamples sampleLine(const BoundNode& node, QPointF from, QPointF to, std::stop_token stop) {
    LineSamples line;
    line.from = from;
    line.to = to;
    line.pixelUm = node.pixelUm;
    line.fullDepthUm = node.fullDepthUm;
    const double length = std::hypot(to.x() - from.x(), to.y() - from.y());
    const int count = static_cast<int>(std::min<double>(mostOfLine, std::floor(length) + 1));
    line.spacingPx = count > 1 ? length / (count - 1) : 1;
    std::vector<Point> places(static_cast<std::size_t>(count));
    for (std::size_t k = 0; k < places.size(); ++k)
        places[k] = placeOn(line, k);
    line.values.resize(places.size());
    if (line.decimated()) {
        line.values = node.source->samplesAt(places);
    } else {
        sampleClosely(node, places, line.values, stop);
    }
    return line;
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
    const auto graph = bound(engine, *node.design, *node.design->root, false, errors);
    if (!graph) return all;
    const std::vector<Rect> read = readAreas(*graph, graph->top().extent.rect());
    for (std::size_t n = 0; n < graph->nodes.size(); ++n) {
        if (graph->nodes[n].name == node.name.toStdString() && !read[n].empty()) return read[n];
    }
    return all;
}

/// Three times the largest bounded node below.
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

/// The area for a thumbnail: the whole node if it is bounded or has bounded children, limited to what the
/// surface reads. For a texture, or if that is too large or its repeats would be too small, a part in the
/// middle.
Rect thumbnailSamples(const Engine& engine, const BoundNode& node) {
    const Graph& graph = *node.source->graph();
    const GraphNode& top = graph.top();
    const auto ends = [](const Extent& support) { return support.bounded() && !support.empty(); };
    const std::int64_t repeat = repeatSide(node);
    // The surface is recognised by its outline.
    const bool fine = repeat > 0 && !node.surface;
    const std::int64_t most = fine ? std::min(wholeThumbnail, mostRepeats * repeat) : wholeThumbnail;
    const auto fits = [most](const Rect& area) { return area.width <= most && area.height <= most; };
    if (ends(node.extent) && fits(node.extent.rect())) return node.extent.rect();
    const Rect all = ends(top.support) ? top.support.rect() : areaRead(engine, node);
    const bool whole =
        ends(top.support) || std::any_of(top.links.begin(), top.links.end(), [&](const LinkShape& link) {
            return link.trait != Trait::pattern && ends(link.support);
        });
    if (whole && fits(all)) return all;
    Rect things;
    for (const LinkShape& link : top.links) {
        if (link.trait == Trait::pattern || !ends(link.support)) continue;
        const Rect thing = intersection(link.support.translated(link.at).rect(), all);
        things = things.empty() ? thing : thing.empty() ? things : boundingRect(things, thing);
    }
    if (!things.empty() && fits(things)) return things;
    const std::int64_t side =
        repeat > 0 ? std::min(wholeThumbnail, repeatsPictured * repeat) : sideOfTexture(graph);
    const Rect part{all.x + all.width / 2 - side / 2, all.y + all.height / 2 - side / 2, side, side};
    return ends(node.extent) ? intersection(node.extent.rect(), part) : part;
}

ThumbnailPicture pictureOfValues(const Engine& engine, const BoundNode& node, std::stop_token stop) {
    constexpr std::int64_t side = 128;
    const Rect samples = thumbnailSamples(engine, node);
    const int level = levelFitting(samples, side);
    const Picture picture =
        smallPicture(*node.source, blocksCovering(samples, level), level, std::move(stop));
    QImage image(static_cast<int>(picture.area.width), static_cast<int>(picture.area.height),
                 QImage::Format_Grayscale8);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            image.scanLine(y)[x] = static_cast<uchar>(std::lround(picture.row(y)[x] * 255));
    }
    return {image, node.hash, !picture.exact};
}

}  // namespace

FieldVectors fieldOf(const Engine& engine, const Design& design, const FieldWish& wish,
                     const std::stop_token& stop) {
    FieldVectors field{wish, {}};
    const auto index = design.find(wish.node.toStdString());
    if (!index) return field;
    try {
        Diagnostics errors;
        const auto graph = bound(engine, design, *index, false, errors);
        if (!graph) return field;
        for (const Vector& vector : fieldAt(engine.backend, engine.budget, graph, wish.places, stop))
            field.vectors.emplace_back(vector.x, vector.y);
    } catch (const std::exception&) {  // the viewport says why
    }
    return field;
}

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

ThumbnailPicture renderThumbnail(const Engine& engine, std::shared_ptr<const Design> design,
                                 const QString& name, const ThumbnailPicture& before, std::stop_token stop) {
    const BoundNodePtr node = bindNode(engine, std::move(design), name, nullptr);
    if (!node->ready() || node->extent.empty()) return {};
    if (node->hash == before.node) return before;
    try {
        return pictureOfValues(engine, *node, std::move(stop));
    } catch (const std::exception&) {  // the viewport says why
        return {};
    }
}

}  // namespace burin::ui
