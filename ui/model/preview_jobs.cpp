// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/preview_jobs.hpp"

#include "core/surface/root_blocks.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// Pictures go before exports, which take days anyway.
constexpr int priority = 1;
/// Whoever draws a longer line sees some of its samples.
constexpr int mostOfLine = 4096;
/// Nodes up to this size have a thumbnail of all of them, others of a part.
constexpr std::int64_t wholeThumbnail = 16384;

QString tr(const char* text) {
    return QCoreApplication::translate("Previews", text);
}

QString problemOf(const Diagnostics& errors) {
    const Diagnostic& first = errors.front();
    QString text = QString::fromStdString(first.node);
    if (!text.isEmpty()) text += ": ";
    if (!first.parameter.empty() && first.parameter != "inputs")
        text += QString::fromStdString(first.parameter) + ": ";
    text += QString::fromStdString(first.what) + '.';
    if (first.remedy.empty()) return text;
    QString remedy = QString::fromStdString(first.remedy);
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

/// What the surface says of depths, for the whole design.
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

PreviewPart partOf(const Rect& blocks, int level, std::stop_token stop) {
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

double Histogram::outside(double low, double high) const {
    if (values == 0) return 0;
    std::uint64_t count = 0;
    for (int k = 0; k < static_cast<int>(counts.size()); ++k) {
        const double middle = (k + 0.5) / bins;
        if (middle < low - 0.5 / bins || middle > high + 0.5 / bins)
            count += counts[static_cast<std::size_t>(k)];
    }
    return static_cast<double>(count) / static_cast<double>(values);
}

QString problemText(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const OutOfMemory& e) {
        return tr("Needs %1, the budget is %2. Raise it in Preferences, or show a smaller part.")
            .arg(QString::fromStdString(bytesText(e.needed)), QString::fromStdString(bytesText(e.budget)));
    } catch (const std::bad_alloc&) {
        return tr("The system has no memory left. Close other programs, or lower the budget in Preferences.");
    } catch (const std::exception& e) {
        return QString::fromUtf8(e.what());
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
        node->problem =
            name.isEmpty() ? tr("The design has no surface. Add one.") : tr("There is no node %1.").arg(name);
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

PreviewTilePtr renderTile(const Engine& engine, const TileOrder& order, std::stop_token stop) {
    auto tile = std::make_shared<PreviewTile>();
    tile->node = order.node->hash;
    tile->level = order.level;
    tile->index = order.index;
    tile->stage = order.stage;
    tile->blocks = boundsAtLevel(*order.node, order.level, order.blocks);
    tile->area = boundsAtLevel(*order.node, order.level, order.blocks.grown(order.border));
    if (tile->blocks.empty()) return tile;
    tile->reserved = engine.budget.tryReserve(tile->bytes());
    if (!tile->reserved) throw OutOfMemory("the picture", tile->bytes(), engine.budget.limit());
    PreviewPart part = partOf(tile->area, order.level, std::move(stop));
    part.patience = order.patience;
    part.firstWithin = order.firstWithin;
    part.hurried = order.hurried;
    part.stays = order.drawn;
    Picture picture = order.node->source->render(part);
    const bool worse = order.before && !picture.exact && picture.samplesEach <= order.before->samplesEach;
    tile->content = worse              ? order.before->content
                    : picture.onDevice ? std::make_shared<const TileValues>(std::move(picture.onDevice))
                                       : std::make_shared<const TileValues>(std::move(picture.values));
    tile->exact = worse ? order.before->exact : picture.exact;
    tile->samplesEach = worse ? order.before->samplesEach : picture.samplesEach;
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

/// Neighbours along the line by small rectangles, which compute what they share once.
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

Histogram histogramOf(const std::vector<PreviewTilePtr>& tiles, const Rect& samples) {
    Histogram histogram;
    histogram.counts.resize(Histogram::bins);
    histogram.least = 1;
    double sum = 0;
    for (const PreviewTilePtr& tile : tiles) {
        const Rect seen = intersection(tile->blocks, blocksCovering(samples, tile->level));
        for (std::int64_t y = seen.y; y < seen.bottom(); ++y) {
            for (std::int64_t x = seen.x; x < seen.right(); ++x) {
                const float value = tile->value({x, y});
                const int bin = std::clamp(static_cast<int>(value * Histogram::bins), 0, Histogram::bins - 1);
                ++histogram.counts[static_cast<std::size_t>(bin)];
                histogram.least = std::min(histogram.least, value);
                histogram.most = std::max(histogram.most, value);
                histogram.empty += value == 0 ? 1 : 0;
                sum += value;
            }
        }
        histogram.values += static_cast<std::uint64_t>(seen.area());
        histogram.exact = histogram.exact && tile->exact;
    }
    if (histogram.values > 0) histogram.mean = sum / static_cast<double>(histogram.values);
    return histogram;
}

namespace {

/// What a thumbnail shows: all of a small node, else three times the largest picture that it is made of.
Rect thumbnailSamples(const BoundNode& node) {
    std::int64_t side = 512;
    std::int64_t largest = 0;
    const std::vector<GraphNode>& nodes = node.source->graph()->nodes;
    for (std::size_t k = 0; k + 1 < nodes.size(); ++k) {
        const Extent& extent = nodes[k].extent;
        if (!extent.bounded() || extent.empty()) continue;
        const std::int64_t size = std::max(extent.rect().width, extent.rect().height);
        if (size <= wholeThumbnail / 3) largest = std::max(largest, size);
    }
    if (largest > 0) side = std::max<std::int64_t>(128, 3 * largest);
    if (!node.extent.bounded()) return {0, 0, side, side};
    const Rect all = node.extent.rect();
    if (all.width <= wholeThumbnail && all.height <= wholeThumbnail) return all;
    return intersection(all,
                        {all.x + all.width / 2 - side / 2, all.y + all.height / 2 - side / 2, side, side});
}

QImage grayPicture(const BoundNode& node, std::stop_token stop) {
    constexpr std::int64_t side = 128;
    const Rect samples = thumbnailSamples(node);
    const int level = levelFitting(samples, side);
    PreviewPart part = partOf(blocksCovering(samples, level), level, std::move(stop));
    part.firstWithin = std::chrono::duration<double>(0.6);
    const Picture picture = node.source->render(part);
    QImage image(static_cast<int>(part.area.width), static_cast<int>(part.area.height),
                 QImage::Format_Grayscale8);
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            image.scanLine(y)[x] = static_cast<uchar>(std::lround(picture.row(y)[x] * 255));
    }
    return image;
}

}  // namespace

ThumbnailPicture renderThumbnail(const Engine& engine, std::shared_ptr<const Design> design,
                                 const QString& name, const ThumbnailPicture& before, std::stop_token stop) {
    const BoundNodePtr node = bindNode(engine, std::move(design), name, nullptr);
    if (!node->ready() || node->extent.empty()) return {};
    if (node->hash == before.node) return before;
    try {
        return {grayPicture(*node, std::move(stop)), node->hash};
    } catch (const std::exception&) {  // the viewport says why
        return {};
    }
}

}  // namespace burin::ui
