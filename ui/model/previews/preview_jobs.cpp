// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/previews/preview_jobs.hpp"

#include "core/base/parallel_rows.hpp"
#include "core/engraving/measuring/predicted_graph.hpp"
#include "core/export/root_blocks.hpp"
#include "core/preview/field_vectors.hpp"
#include "core/preview/preview_means.hpp"
#include "ui/model/previews/preview_tiles.hpp"
#include "ui/words/kind_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace burin::ui {

namespace {

/// Pictures come before exports, which take long anyway; first pictures come before refinements, and
/// refinements before small pictures.
constexpr int firstPriority = 3;
constexpr int laterPriority = 2;
constexpr int smallPriority = 1;
/// How long each refinement of a picture may take, in seconds, so that all have their turn.
constexpr double patience[] = {0, 0.4, 2, 10, 20, 40};
constexpr int mostStages = static_cast<int>(std::size(patience)) - 1;
/// With so many samples for each pixel, a picture that cannot be exact is good enough.
constexpr double enoughSamples = 64;
/// The longest time for all tiles of a view, in seconds, to be shown without a rough picture first.
constexpr double atOnce = 0.06;
/// The cost limit for rough pictures, as a share of the cost of exact ones.
constexpr double roughShare = 0.05;
/// The level of a rough picture, relative to the view's.
constexpr int roughAbove = 2;
/// Longer lines are sampled sparsely.
constexpr int mostOfLine = 4096;

/// The node of a problem; nullptr if it is a node of a group.
const DesignNode* nodeOf(const Design& design, const Diagnostic& problem) {
    const auto index = problem.group.empty() ? design.find(problem.node) : std::nullopt;
    return index ? &design.nodes[*index] : nullptr;
}

QString problemOf(const Design& design, const Diagnostics& errors) {
    const Diagnostic& first = errors.front();
    QString text = QString::fromStdString(first.node);
    if (!text.isEmpty()) text += ": ";
    if (!first.group.empty()) text.prepend("group " + QString::fromStdString(first.group) + ": ");
    if (!first.parameter.empty() && first.parameter != "inputs")
        text += titleOf(nodeOf(design, first), first.parameter) + ": ";
    text += problemText(first.problem) + '.';
    if (first.problem.advice.empty()) return text;
    QString remedy = textOf(first.remedy());
    remedy[0] = remedy[0].toUpper();
    return text + ' ' + remedy + '.';
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

/// The design with a root of depth 1; null if the root is not sound.
std::shared_ptr<const Design> oneBitDesign(const Design& design) {
    const auto& before = design.nodes[*design.root].operation;
    const auto* operation = dynamic_cast<const OperationOf<Root>*>(before.get());
    if (operation == nullptr) return nullptr;
    Root root = operation->node();
    root.depth = 1;
    auto changed = std::make_shared<Design>(design);
    changed->nodes[*design.root].operation = std::make_shared<const OperationOf<Root>>(std::move(root));
    return changed;
}

GraphOptions previewGraphOptions(const Engine& engine, const std::string& whyNotOnCards, bool provisional) {
    GraphOptions options;
    options.provisional = provisional;
    options.tileSide = engine.backendFor(whyNotOnCards).pictureTileSide();
    options.largestCellBytes = std::min(options.largestCellBytes, engine.budget.limit() / 16);
    return options;
}

std::shared_ptr<const Graph> graphOf(BoundGraph found, Diagnostics& errors) {
    errors = std::move(found.errors);
    return found.graph ? std::make_shared<const Graph>(std::move(*found.graph)) : nullptr;
}

/// The graph of a node. \pre it is the root unless written samples are shown
std::shared_ptr<const Graph> shownGraph(const Engine& engine, const Design& design, NodeIndex index,
                                        SurfaceShown shows, bool provisional, Diagnostics& errors) {
    if (shows == SurfaceShown::written) return boundGraph(engine, design, index, provisional, errors);
    const GraphOptions options = previewGraphOptions(engine, predictionOnCpu, provisional);
    return graphOf(shows == SurfaceShown::predicted ? bindPrediction(design, options)
                                                    : bindWrittenDepths(design, options),
                   errors);
}

void bind(const Engine& engine, NodeIndex index, const BoundNodePtr& before, BoundNode& node, bool oneBit,
          SurfaceShown shows) {
    std::shared_ptr<const Design> design = node.design;
    if (oneBit && design->root == index) {
        if (const auto changed = oneBitDesign(*design)) {
            design = changed;
            node.bits = 1;
        }
    }
    const bool possible = shows != SurfaceShown::predicted || canPredict(*design);
    if (design->root != index || !possible) shows = SurfaceShown::written;
    node.predicted = shows == SurfaceShown::predicted;
    Diagnostics errors;
    const auto graph = shownGraph(engine, *design, index, shows, false, errors);
    if (!graph) {
        node.problem = problemOf(*design, errors);
        return;
    }
    node.resident = engine.residents->hold(*graph);
    node.hash = graph->top().hash;
    node.extent = graph->top().extent;
    if (node.extent.bounded()) node.frame = node.extent.rect();
    node.surface = shows != SurfaceShown::written || rootOf(*graph) != nullptr;
    node.fed = !node.surface || !node.design->nodes[index].links.empty();
    if (before && before->ready() && before->hash == node.hash && !before->stop->stop_requested()) {
        node.source = before->source;
        node.stop = before->stop;
        return;
    }
    node.stop = std::make_shared<std::stop_source>();
    node.source = std::make_shared<PreviewSource>(engine.backendFor(*graph), engine.budget, graph,
                                                  shownGraph(engine, *design, index, shows, true, errors),
                                                  node.stop->get_token());
}

PreviewPart partOf(const Rect& blocks, int level, std::stop_token stop) {
    PreviewPart part;
    part.area = blocks;
    part.level = level;
    part.patience = std::chrono::seconds(0);
    part.priority = firstPriority;
    part.stop = std::move(stop);
    return part;
}

Rect boundsAtLevel(const BoundNode& node, int level, const Rect& blocks) {
    if (!node.extent.bounded()) return blocks;
    if (node.extent.empty()) return {};
    return intersection(blocks, blocksCovering(node.extent.rect(), level));
}

}  // namespace

std::shared_ptr<const Graph> boundGraph(const Engine& engine, const Design& design, NodeIndex node,
                                        bool provisional, Diagnostics& errors) {
    const GraphOptions options = previewGraphOptions(engine, design.whyNotOnCards(node), provisional);
    return graphOf(bindGraph(design, node, options), errors);
}

std::shared_ptr<const Graph> graphWith(const Engine& engine, const Design& design, NodeIndex node) {
    Diagnostics errors;
    if (design.root) {
        const std::vector<NodeIndex> all = design.closure(*design.root);
        const bool reached = std::find(all.begin(), all.end(), node) != all.end();
        auto graph = reached ? boundGraph(engine, design, *design.root, false, errors) : nullptr;
        if (graph) return graph;
    }
    return boundGraph(engine, design, node, false, errors);
}

bool keepsPictures(const Engine& engine, const BoundNode& node) {
    return engine.backendFor(*node.source->graph()).keepsPictures();
}

QString problemText(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const OutOfMemory& e) {
        const QString what = reasonSentence(e.problem());
        return e.refused ? tr("%1 Close other programs.").arg(what)
                         : tr("%1 Show a smaller part, or close other programs and start the studio again.")
                               .arg(what);
    } catch (const std::bad_alloc&) {
        return tr("The system has no memory left. Close other programs.");
    } catch (const std::exception& e) {
        return errorText(e);
    }
}

BoundNodePtr bindNode(const Engine& engine, std::shared_ptr<const Design> design, const QString& name,
                      const BoundNodePtr& before, bool oneBit, SurfaceShown shows) {
    auto node = std::make_shared<BoundNode>();
    node->design = std::move(design);
    node->pixelUm = node->design->pixelUm;
    node->name = name;
    readSurface(*node->design, *node);
    const auto index = name.isEmpty() ? node->design->root : node->design->find(name.toStdString());
    if (!index) {
        node->problem = name.isEmpty() ? tr("The design has no surface. Add one.")
                                       : tr("The design does not have a node named %1.").arg(name);
        return node;
    }
    node->name = QString::fromStdString(node->design->nodes[*index].name);
    try {
        bind(engine, *index, before, *node, oneBit, shows);
    } catch (...) {
        node->problem = problemText(std::current_exception());
        node->source.reset();
    }
    return node;
}

std::shared_ptr<PreviewTile> emptyTile(const Engine& engine, const TileOrder& order) {
    auto tile = std::make_shared<PreviewTile>();
    tile->node = order.node->hash;
    tile->level = order.level;
    tile->index = order.index;
    tile->stage = order.stage;
    tile->blocks = boundsAtLevel(*order.node, order.level, order.blocks);
    tile->area = boundsAtLevel(*order.node, order.level, order.blocks.grown(order.border));
    if (tile->blocks.empty()) {
        tile->quality = TileQuality::exact;
        return tile;
    }
    tile->reserved = engine.budget.tryReserve(tile->bytes(), Holder::pictures);
    if (!tile->reserved) throw engine.budget.shortage("the picture", tile->bytes());
    return tile;
}

void fill(PreviewTile& tile, Picture picture) {
    const double enough = std::min(enoughSamples, std::exp2(2.0 * tile.level));
    tile.samplesOfRest = samplesOfRest(picture);
    const bool done = picture.givenUp && (tile.stage >= mostStages || tile.samplesOfRest >= enough);
    tile.quality = picture.exact ? TileQuality::exact : done ? TileQuality::givenUp : TileQuality::partial;
    tile.samplesEach = picture.samplesEach;
    tile.exactRows = picture.exactRows;
    tile.averagedSeconds = picture.averagedSeconds;
    tile.averaging = !picture.givenUp;
    tile.content = picture.onDevice ? std::make_shared<const TileValues>(std::move(picture.onDevice))
                                    : std::make_shared<const TileValues>(std::move(picture.values));
}

void TileOrder::improve(const PreviewTilePtr& tile) {
    before = tile;
    stage = std::min(tile->stage + 1, mostStages);
    exactWithin = exactAtAll;
}

namespace {

std::shared_ptr<const Picture> pictureOf(const PreviewTile& tile) {
    auto picture = std::make_shared<Picture>();
    picture->area = tile.area;
    picture->level = tile.level;
    picture->samplesEach = tile.samplesEach;
    picture->exactRows = tile.exactRows;
    picture->averagedSeconds = tile.averagedSeconds;
    picture->givenUp = !tile.averaging;
    picture->values = tile.values();
    return picture;
}

/// The request for a tile that has no picture yet, or for a better one.
PreviewPart partOf(const TileOrder& order, const PreviewTile& tile, std::stop_token stop) {
    PreviewPart part = partOf(tile.area, order.level, std::move(stop));
    part.shown = tile.blocks;
    part.firstWithin = order.firstWithin;
    part.exactWithin = order.exactWithin;
    part.mostShare = roughShare;
    part.stays = order.drawn;
    if (!order.before) return part;
    part.before = pictureOf(*order.before);
    part.priority = order.drawn ? laterPriority : smallPriority;
    part.patience = std::chrono::duration<double>(patience[order.stage]);
    part.averageFor = part.patience;
    // No exact picture will follow, so its cost sets no limit.
    if (!order.before->averaging) part.mostShare = std::numeric_limits<double>::infinity();
    return part;
}

}  // namespace

PreviewTilePtr renderTile(const Engine& engine, const TileOrder& order, std::stop_token stop) {
    const std::shared_ptr<PreviewTile> tile = emptyTile(engine, order);
    if (tile->blocks.empty()) return tile;
    PreviewPart part = partOf(order, *tile, std::move(stop));
    part.nodes = engine.costs.get();
    if (order.improved && order.before) {
        part.improved = [&](const Picture& picture) {
            TileOrder same = order;
            same.stage = order.before->stage;  // the stage of the picture that is being improved
            const std::shared_ptr<PreviewTile> better = emptyTile(engine, same);
            fill(*better, picture);
            if (isBetter(*better, *order.before)) order.improved(better);
        };
    }
    Picture picture = order.node->source->render(part);
    // Averaging continues even if the first picture was slow.
    if (!order.before) picture.givenUp = false;
    fill(*tile, std::move(picture));
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
    part.shown = tile->blocks;
    part.nodes = engine.costs.get();
    part.firstWithin = rough.firstWithin;
    part.mostShare = roughShare;
    if (keepsPictures(engine, *order.node)) {  // a card will soon deliver a better one
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
    if (!keepsPictures(engine, *order.node)) {
        PreviewPart all = partOf(blocksCovering(order.seen, order.level), order.level, stop);
        all.nodes = engine.costs.get();
        const double seconds = order.node->source->secondsFor(all);
        ground->timed = std::isfinite(seconds);
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

bool comesAtOnce(const PreviewGround& ground, const BoundNode& node, int level, double tiles) {
    const double samples = tiles * std::exp2(2.0 * level) * PreviewTile::side * PreviewTile::side;
    return ground.timed && node.source->foretold(samples) <= atOnce * rowsAtOnce();
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
    // The node is a rectangle, so these are neighbours.
    const auto inside = [&node](Point at) { return !node.extent.clip({at.x, at.y, 1, 1}).empty(); };
    const auto first = std::find_if(places.begin(), places.end(), inside);
    line.first = static_cast<std::size_t>(first - places.begin());
    line.end = static_cast<std::size_t>(std::find_if_not(first, places.end(), inside) - places.begin());
    line.values.resize(places.size());
    if (line.decimated()) {
        line.values = node.source->samplesAt(places);
    } else {
        sampleClosely(node, places, line.values, stop);
    }
    return line;
}

FieldVectors fieldOf(const Engine& engine, const Design& design, const FieldWish& wish,
                     const std::stop_token& stop) {
    FieldVectors field{wish, {}};
    const auto index = design.find(wish.node.toStdString());
    if (!index) return field;
    try {
        Diagnostics errors;
        const auto graph = boundGraph(engine, design, *index, false, errors);
        if (!graph) return field;
        for (const Vector& vector :
             fieldAt(engine.backendFor(*graph), engine.budget, graph, wish.places, stop))
            field.vectors.emplace_back(vector.x, vector.y);
    } catch (const std::exception&) {  // the viewport says why
    }
    return field;
}

}  // namespace burin::ui
