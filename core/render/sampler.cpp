// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/sampler.hpp"

#include "core/kernels/pointwise_kernels.hpp"
#include "core/render/evaluator.hpp"
#include "core/render/gathered_reads.hpp"
#include "core/render/loose_scratch.hpp"
#include "core/render/plan.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace burin {

namespace {

/// Bounded nodes that are read from neighbourhoods are computed as a whole up to this many samples.
constexpr std::int64_t denseSamples = std::int64_t{1} << 24;
/// How many nodes are computed in advance at a time. Each request holds a copy of the graph, which may have
/// thousands of nodes.
constexpr std::size_t filledAtOnce = 16;

ConstSamplesView viewOf(const float* samples, const Rect& area) {
    return {samples, area.width, area.width, area.height};
}

}  // namespace

std::shared_ptr<const Graph> subgraph(const Graph& graph, std::size_t top) {
    auto part = std::make_shared<Graph>(graph);
    part->nodes.resize(top + 1);
    part->nodes.back().residence = Residence::inlined;  // its parent reads it directly
    return part;
}

/// Computes only the surroundings of a sample, from the sampler's prepared samples.
class PatchWalk : public TreeWalk<PatchWalk>, public GraphPolicy<LooseScratch> {
  public:
    static constexpr bool planned = false;

    explicit PatchWalk(const Sampler& sampler)
        : GraphPolicy(*sampler.graph_, sampler.stop_, {}), sampler_(sampler) {}

    // The policy of the walk: the functions that TreeWalk calls.
    [[nodiscard]] std::optional<ConstSamplesView> wholePiece(std::size_t child, const Fetch& fetch) const {
        return sampler_.held(child, fetch.area);
    }
    [[nodiscard]] bool stored(std::size_t index) const { return sampler_.dense_[index].has_value(); }
    void readStored(std::size_t index, const Rect& area, const SamplesView& out) const {
        const Sampler::Dense& dense = *sampler_.dense_[index];
        const ConstSamplesView samples = viewOf(dense.samples.get(), dense.area);
        if (node(index).residence == Residence::cell) return readCell(node(index).cell, samples, area, out);
        for (std::int64_t y = 0; y < area.height; ++y) {
            const Point place = Point{area.x, area.y + y} - dense.area.origin();
            std::copy_n(samples.row(place.y) + place.x, area.width, out.row(y));
        }
    }
    [[nodiscard]] static bool count(std::size_t /*index*/, const Rect& /*area*/) { return false; }

  private:
    const Sampler& sampler_;
};

namespace {

/// A child whose samples already exist, in the order of the places.
class ListedChild final : public ChildSource {
  public:
    explicit ListedChild(ConstSamplesView samples) : samples_(samples) {}
    ConstSamplesView fetch(const Fetch&) override { return samples_; }

  private:
    ConstSamplesView samples_;
};

/// The smallest rectangle that contains all offsets.
Rect boundsOf(std::span<const Point> offsets) {
    Rect bounds;
    for (const Point& offset : offsets) {
        const Rect own{offset.x, offset.y, 1, 1};
        bounds = bounds.empty() ? own : boundingRect(bounds, own);
    }
    return bounds;
}

}  // namespace

/// The children of a node that names the places that it reads.
class SampledChildren final : public ScatteredChildren {
  public:
    SampledChildren(const Sampler& sampler, std::size_t parent) : sampler_(sampler), parent_(parent) {}

    void sample(std::size_t link, Edge edge, std::span<const Point> places, std::span<const Point> around,
                float* out) override {
        if (sampler_.stop_.stop_requested()) throw Cancelled();
        const GraphNode& node = sampler_.graph_->nodes[parent_];
        if (around.size() > 1 && sampler_.patchy_[node.children[link]])
            return patches(link, edge, places, around, out);
        const Extent& extent = sampler_.graph_->nodes[node.children[link]].extent;
        const bool continued = edge != Edge::empty && extent.bounded() && !extent.empty();
        std::vector<Point> each;
        each.reserve(places.size() * around.size());
        for (const Point& place : places) {
            for (const Point& offset : around) {
                const Point p = place + offset - node.links[link].at;
                each.push_back(continued ? continuedAt(p, extent.rect(), edge) : p);
            }
        }
        sampler_.at(node.children[link], each.data(), static_cast<std::int64_t>(each.size()), out);
    }

  private:
    [[nodiscard]] static Point continuedAt(Point p, const Rect& extent, Edge edge) {
        return {EdgePieces::mapped(p.x, extent.x, extent.right(), edge),
                EdgePieces::mapped(p.y, extent.y, extent.bottom(), edge)};
    }

    /// Computes each group as a rectangle: its samples share their surroundings.
    void patches(std::size_t link, Edge edge, std::span<const Point> places, std::span<const Point> around,
                 float* out) const {
        const Rect bounds = boundsOf(around);
        const Point at = sampler_.graph_->nodes[parent_].links[link].at;
        PatchWalk walk(sampler_);
        LinkChild<PatchWalk> child(walk, parent_, link, bounds);
        for (std::size_t k = 0; k < places.size(); ++k) {
            const ConstSamplesView samples = child.fetch({bounds.translated(places[k] - at), edge});
            for (std::size_t j = 0; j < around.size(); ++j)
                *out++ = samples.row(around[j].y - bounds.y)[around[j].x - bounds.x];
        }
    }

    const Sampler& sampler_;
    std::size_t parent_;
};

Sampler::Sampler(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
                 std::stop_token stop, double mostPrepared, const std::optional<Even>& even, bool hurried)
    : graph_(std::move(graph)), stop_(std::move(stop)), even_(even), dense_(graph_->nodes.size()) {
    std::vector<std::pair<std::size_t, Rect>> wanted = worthPreparing();
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const auto& a, const auto& b) { return a.second.area() < b.second.area(); });
    double all = 0;
    std::vector<RenderRequest> requests;
    for (const auto& [node, area] : wanted) {
        all += static_cast<double>(area.area());
        if (all > mostPrepared) continue;
        const auto count = static_cast<std::size_t>(area.area());
        Reservation reserved = budget.tryReserve(count * sizeof(float), Holder::samples);
        if (!reserved) continue;  // it is sampled like any other node
        dense_[node] = Dense{area, std::make_unique_for_overwrite<float[]>(count), std::move(reserved)};
        requests.push_back(filling(node, hurried));
        if (requests.size() == filledAtOnce) renderAllAndWait(backend, std::exchange(requests, {}));
    }
    renderAllAndWait(backend, std::move(requests));
    if (all > mostPrepared) leftOut_ = all;
    chooseWays();
}

/// Decides for each node how its samples are computed.
void Sampler::chooseWays() {
    for (std::size_t n = 0; n < graph_->nodes.size(); ++n) {
        const GraphNode& node = graph_->nodes[n];
        if (dense_[n]) {
            ways_.push_back(Way::row);
            patchy_.push_back(false);
            costs_.push_back(1);
            continue;
        }
        bool patchy = false;
        double cost = 1;
        std::vector<bool> read(node.links.size(), false);
        for (const ScatteredRead& each : node.operation->scatteredReads(node.links)) {
            const std::size_t child = node.children[each.link];
            read[each.link] = true;
            patchy = patchy || patchy_[child];
            cost += static_cast<double>(each.times) * (patchy_[child] && each.count > 1
                                                           ? patchCost(child, each.side)
                                                           : static_cast<double>(each.count) * costs_[child]);
        }
        bool named = true;
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            if (read[i] || (i == 0 && node.operation->holdsChild())) continue;
            named = named && node.operation->pointwise(node.links, i);
            patchy = patchy || patchy_[node.children[i]];
            cost += costs_[node.children[i]];
        }
        const bool rows = samplewise(n);
        const std::optional<double> together = rows || named ? std::nullopt : gatheredCost(n);
        const double surroundings = rows ? 0 : patchCost(n, 1);
        const bool patch = !rows && !together && (!named || surroundings <= cost);
        ways_.push_back(rows ? Way::row : together ? Way::gather : patch ? Way::patch : Way::places);
        patchy_.push_back(patch || patchy);
        costs_.push_back(patch ? surroundings : together.value_or(cost));
    }
}

/// Roughly how many samples are computed for one of the node's samples, if the node reads a few distant
/// places; nothing for other nodes, and for those whose children are computed with their surroundings.
std::optional<double> Sampler::gatheredCost(std::size_t index) const {
    constexpr std::int64_t mostAtOnce = 64;  // more places are read faster as rows of a rectangle
    const GraphNode& node = graph_->nodes[index];
    if (node.operation->holdsChild()) return {};
    bool far = false;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        if (patchy_[node.children[i]]) return {};
        far = far || !node.operation->halo(node.links, i);
    }
    if (!far) return {};
    double cost = 1;
    const Point place = node.support.bounded() ? node.support.rect().origin() : Point{};
    for (const Fetch& fetch : fetchesOfSample(node, place)) {
        if (fetch.area.area() > mostAtOnce) return {};
        cost += static_cast<double>(fetch.area.area()) * costs_[node.children[fetch.link]];
    }
    return cost;
}

/// Roughly how many samples are computed for a square of the node's.
double Sampler::patchCost(std::size_t index, std::int64_t side) {
    constexpr std::size_t mostKnown = 1 << 14;
    const double own = static_cast<double>(side) * static_cast<double>(side);
    if (dense_[index] || patchCosts_.size() > mostKnown) return own;
    const auto [known, fresh] = patchCosts_.try_emplace({index, side}, own);
    if (!fresh) return known->second;
    const GraphNode& node = graph_->nodes[index];
    double cost = own;
    for (const ScatteredRead& each : node.operation->scatteredReads(node.links))
        cost += own * static_cast<double>(each.times * each.count);
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        if (i == 0 && node.operation->holdsChild()) continue;
        cost += patchCost(node.children[i], side + 2 * node.operation->halo(node.links, i).value_or(0));
    }
    patchCosts_[{index, side}] = cost;
    return cost;
}

/// The cells of repeating nodes, and bounded nodes that are read from neighbourhoods.
std::vector<std::pair<std::size_t, Rect>> Sampler::worthPreparing() const {
    const std::vector<GraphNode>& nodes = graph_->nodes;
    std::vector<bool> readAround(nodes.size(), false);
    std::vector<bool> isRead(nodes.size(), false);
    isRead.back() = true;
    for (std::size_t n = nodes.size(); n-- > 0;) {
        for (std::size_t i = 0; i < nodes[n].children.size(); ++i) {
            if (!isRead[n] || (i == 0 && nodes[n].operation->holdsChild())) continue;
            isRead[nodes[n].children[i]] = true;
            if (!nodes[n].operation->pointwise(nodes[n].links, i)) readAround[nodes[n].children[i]] = true;
        }
    }
    std::vector<std::pair<std::size_t, Rect>> wanted;
    for (std::size_t n = 0; n + 1 < nodes.size(); ++n) {
        const GraphNode& node = nodes[n];
        if (node.support.empty() || !isRead[n] || isEven(n)) continue;
        if (node.residence == Residence::cell) {
            wanted.emplace_back(n, node.cell.cell());
        } else if (node.support.bounded() && (readAround[n] || !samplewise(n)) &&
                   node.support.rect().area() <= denseSamples) {
            wanted.emplace_back(n, node.support.rect());
        }
    }
    return wanted;
}

/// The request that computes the prepared samples of a node.
RenderRequest Sampler::filling(std::size_t node, bool hurried) const {
    const Rect area = dense_[node]->area;
    float* const samples = dense_[node]->samples.get();
    auto part = std::make_shared<Graph>(*graph_);
    part->nodes.resize(node + 1);
    // All threads compute its tiles, and pictures of other states of the design find them in the cache.
    if (part->nodes.back().residence == Residence::cell) part->nodes.back().residence = Residence::inlined;
    RenderRequest request;
    request.graph = std::move(part);
    request.area = area;
    request.stop = stop_;
    request.hurried = hurried;
    request.consume = [samples, area](const Rect& piece, const SamplesView& from) {
        for (std::int64_t y = 0; y < piece.height; ++y) {
            float* to = samples + (piece.y - area.y + y) * area.width + (piece.x - area.x);
            std::copy_n(from.row(y), piece.width, to);
        }
    };
    return request;
}

std::unique_ptr<ScatteredChildren> Sampler::childrenOfTop() const {
    return std::make_unique<SampledChildren>(*this, graph_->nodes.size() - 1);
}

void Sampler::sample(const Point* places, std::int64_t count, float* out) const {
    if (stop_.stop_requested()) throw Cancelled();
    at(graph_->nodes.size() - 1, places, count, out);
}

bool Sampler::samplewise(std::size_t index) const {
    const GraphNode& node = graph_->nodes[index];
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        if (!node.operation->pointwise(node.links, i)) return false;
    }
    return true;
}

/// Handles the places that are known to be empty, and passes on the others.
void Sampler::at(std::size_t index, const Point* places, std::int64_t count, float* out) const {
    const Extent& support = graph_->nodes[index].support;
    if (!support.bounded()) return inside(index, places, count, out);
    std::vector<std::int64_t> kept;
    std::vector<Point> within;
    for (std::int64_t k = 0; k < count; ++k) {
        out[k] = 0;
        if (support.rect().contains(places[k])) {
            kept.push_back(k);
            within.push_back(places[k]);
        }
    }
    if (kept.empty()) return;
    std::vector<float> samples(kept.size());
    inside(index, within.data(), static_cast<std::int64_t>(within.size()), samples.data());
    for (std::size_t k = 0; k < kept.size(); ++k)
        out[kept[k]] = samples[k];
}

void Sampler::inside(std::size_t index, const Point* places, std::int64_t count, float* out) const {
    const GraphNode& node = graph_->nodes[index];
    if (const auto& dense = dense_[index]) {
        const bool cell = node.residence == Residence::cell;
        for (std::int64_t k = 0; k < count; ++k) {
            const Point p = cell ? node.cell.fold(places[k]) : places[k] - dense->area.origin();
            out[k] = dense->samples[static_cast<std::size_t>(p.y * dense->area.width + p.x)];
        }
    } else if (ways_[index] == Way::gather) {
        gathered(index, places, count, out);
    } else if (ways_[index] != Way::patch) {
        scattered(index, places, count, out);
    } else {
        PatchWalk walk(*this);
        for (std::int64_t k = 0; k < count; ++k)
            walk.compute(index, {places[k].x, places[k].y, 1, 1}, SamplesView{out + k, 1, 1, 1});
    }
}

void Sampler::gathered(std::size_t index, const Point* places, std::int64_t count, float* out) const {
    constexpr std::int64_t together = 64;
    const GraphNode& node = graph_->nodes[index];
    node.operation->prepare(stop_);
    const auto sample = [&](std::size_t link, std::span<const Point> wanted, float* samples) {
        at(node.children[link], wanted.data(), static_cast<std::int64_t>(wanted.size()), samples);
    };
    for (std::int64_t from = 0; from < count; from += together) {
        if (stop_.stop_requested()) throw Cancelled();
        const auto number = static_cast<std::size_t>(std::min(together, count - from));
        GatheredReads reads(node, std::span(places + from, number), sample);
        for (std::size_t k = 0; k < number; ++k)
            reads.compute(k, out + from + static_cast<std::int64_t>(k));
    }
}

/// Treats all places as one row: these kinds read no neighbours, or name the places that they read.
void Sampler::scattered(std::size_t index, const Point* places, std::int64_t count, float* out) const {
    const GraphNode& node = graph_->nodes[index];
    const Operation& operation = *node.operation;
    const Rect row{0, 0, count, 1};
    std::vector<LinkShape> links = node.links;
    for (LinkShape& link : links)
        link = {link.trait, {}, {}, {}};
    const SamplesView value{out, count, count, 1};
    if (isEven(index)) {
        std::fill_n(out, count, even_->value);
    } else {
        operation.prepare(stop_);
        operation.beginAt(links, places, count, out);
    }
    const AlignedBytes state = allocateAligned(operation.stateBytes(row));
    std::fill_n(state.get(), operation.stateBytes(row), std::byte{});
    std::vector<Point> moved(static_cast<std::size_t>(count));
    std::vector<float> samples(static_cast<std::size_t>(count));
    const bool named = ways_[index] == Way::places;
    if (named) {
        SampledChildren children(*this, index);
        operation.readAt({node.links, std::span(places, static_cast<std::size_t>(count)), out, children});
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (i == 0 && operation.holdsChild()) continue;
        if ((named || isEven(index)) && links[i].trait == Trait::data) continue;
        for (std::int64_t k = 0; k < count; ++k)
            moved[static_cast<std::size_t>(k)] = places[k] - node.links[i].at;
        at(node.children[i], moved.data(), count, samples.data());
        ListedChild child(viewOf(samples.data(), row));
        LooseScratch scratch;
        operation.reduce({row, links[i], links, i, value, child, scratch, state.get(), places});
    }
    if (const float dust = operation.dust(links); dust > 0) pointwiseKernels().sanitise(out, dust, count);
}

/// The prepared samples of `area`, if one piece holds them all.
std::optional<ConstSamplesView> Sampler::held(std::size_t index, const Rect& area) const {
    const auto& dense = dense_[index];
    if (!dense) return {};
    const GraphNode& node = graph_->nodes[index];
    const bool cell = node.residence == Residence::cell;
    const Point first = cell ? node.cell.fold(area.origin()) : area.origin();
    const Rect there{first.x, first.y, area.width, area.height};
    if (!dense->area.contains(there) || (cell && !node.support.clip(area).contains(area))) return {};
    return viewOf(dense->samples.get(), dense->area)
        .part(there.x - dense->area.x, there.y - dense->area.y, there.width, there.height);
}

}  // namespace burin
