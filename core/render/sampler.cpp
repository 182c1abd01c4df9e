// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/sampler.hpp"

#include "core/kernels/pointwise_kernels.hpp"
#include "core/render/evaluator.hpp"
#include "core/render/plan.hpp"

#include <algorithm>

namespace burin {

namespace {

/// A bounded node that is read from around is computed whole up to this many samples.
constexpr std::int64_t denseSamples = std::int64_t{1} << 24;

/// Scratch memory for what lies around one sample, where nothing is planned: small, and used again for the
/// next.
class LooseScratch final : public Scratch {
  public:
    std::byte* allocate(std::size_t bytes) override {
        while (next_ < parts_.size() && parts_[next_].bytes < bytes)
            ++next_;
        if (next_ == parts_.size()) parts_.push_back({allocateAligned(bytes), bytes});
        return parts_[next_++].memory.get();
    }
    /// All that was allocated may be used again.
    void rewind() { next_ = 0; }

  private:
    struct Part {
        AlignedBytes memory;
        std::size_t bytes;
    };
    std::vector<Part> parts_;
    std::size_t next_ = 0;
};

ConstSamplesView viewOf(const float* samples, const Rect& area) {
    return {samples, area.width, area.width, area.height};
}

}  // namespace

std::shared_ptr<const Graph> subgraph(const Graph& graph, std::size_t top) {
    auto part = std::make_shared<Graph>(graph);
    part->nodes.resize(top + 1);
    part->nodes.back().residence = Residence::inlined;  // the top node is computed where it is asked for
    return part;
}

/// A child that is computed over just what is fetched.
class PatchSource final : public ChildSource {
  public:
    PatchSource(const Sampler& sampler, std::size_t child, Scratch& scratch)
        : sampler_(sampler), child_(child), scratch_(scratch) {}

    ConstSamplesView fetch(const Fetch& fetch) override {
        const Rect& area = fetch.area;
        const Extent& extent = sampler_.graph_->nodes[child_].extent;
        if (const auto held = sampler_.held(child_, area)) return *held;
        const SamplesView out = viewOf(samples_, area);
        if (continuesEdge(fetch, extent)) {
            continueEdge(fetch, extent.rect(), out);
        } else {
            sampler_.read(child_, area, out, scratch_);
        }
        return out;
    }

  private:
    void continueEdge(const Fetch& fetch, const Rect& extent, const SamplesView& out) {
        const EdgePieces pieces(fetch, extent);
        for (int r = 0; r < pieces.rowCount; ++r) {
            for (int c = 0; c < pieces.columnCount; ++c) {
                const Rect piece = pieces.rect(r, c);
                const SamplesView source = viewOf(piece_, piece);
                sampler_.read(child_, piece, source, scratch_);
                spreadPiece(fetch, extent, piece, source, out);
            }
        }
    }
    /// Of `memory`, which grows where it has to.
    static SamplesView viewOf(std::vector<float>& memory, const Rect& area) {
        memory.resize(std::max(memory.size(), static_cast<std::size_t>(area.area())));
        return {memory.data(), area.width, area.width, area.height};
    }

    const Sampler& sampler_;
    std::size_t child_;
    Scratch& scratch_;
    std::vector<float> samples_;
    std::vector<float> piece_;
};

namespace {

/// A child whose samples are already there, in the order of the places.
class ListedChild final : public ChildSource {
  public:
    explicit ListedChild(ConstSamplesView samples) : samples_(samples) {}
    ConstSamplesView fetch(const Fetch&) override { return samples_; }

  private:
    ConstSamplesView samples_;
};

}  // namespace

Sampler::Sampler(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
                 std::stop_token stop, double mostPrepared)
    : graph_(std::move(graph)), stop_(std::move(stop)), dense_(graph_->nodes.size()) {
    std::vector<std::pair<std::size_t, Rect>> wanted = worthPreparing();
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const auto& a, const auto& b) { return a.second.area() < b.second.area(); });
    double all = 0;
    for (const auto& [node, area] : wanted) {
        all += static_cast<double>(area.area());
        if (all <= mostPrepared) prepare(backend, budget, node, area);
    }
    if (all > mostPrepared) leftOut_ = all;
}

/// The cells of what repeats, and what is bounded and read from around.
std::vector<std::pair<std::size_t, Rect>> Sampler::worthPreparing() const {
    const std::vector<GraphNode>& nodes = graph_->nodes;
    std::vector<bool> readAround(nodes.size(), false);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        for (std::size_t i = 0; i < nodes[n].children.size(); ++i) {
            if (!nodes[n].operation->pointwise(nodes[n].links, i)) readAround[nodes[n].children[i]] = true;
        }
    }
    std::vector<std::pair<std::size_t, Rect>> wanted;
    for (std::size_t n = 0; n + 1 < nodes.size(); ++n) {
        const GraphNode& node = nodes[n];
        if (node.support.empty()) continue;
        if (node.residence == Residence::cell) {
            wanted.emplace_back(n, node.cell.cell());
        } else if (node.support.bounded() && (readAround[n] || !samplewise(n)) &&
                   node.support.rect().area() <= denseSamples) {
            wanted.emplace_back(n, node.support.rect());
        }
    }
    return wanted;
}

void Sampler::prepare(Backend& backend, MemoryBudget& budget, std::size_t node, const Rect& area) {
    const auto count = static_cast<std::size_t>(area.area());
    Reservation reserved = budget.tryReserve(count * sizeof(float), Holder::samples);
    if (!reserved) return;  // it is sampled like everything else
    Dense dense{area, std::vector<float>(count), std::move(reserved)};
    float* samples = dense.samples.data();
    RenderRequest request;
    request.graph = subgraph(*graph_, node);
    request.area = area;
    request.stop = stop_;
    request.consume = [samples, area](const Rect& part, const SamplesView& from) {
        for (std::int64_t y = 0; y < part.height; ++y) {
            float* to = samples + (part.y - area.y + y) * area.width + (part.x - area.x);
            std::copy_n(from.row(y), part.width, to);
        }
    };
    renderAndWait(backend, std::move(request));
    dense_[node] = std::move(dense);
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

/// Sorts out the places that are known to be empty.
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
    } else if (samplewise(index)) {
        scattered(index, places, count, out);
    } else {
        LooseScratch scratch;
        for (std::int64_t k = 0; k < count; ++k) {
            scratch.rewind();
            compute(index, {places[k].x, places[k].y, 1, 1}, {out + k, 1, 1, 1}, scratch);
        }
    }
}

/// All places as one row: what the row's neighbours are does not matter to these kinds.
void Sampler::scattered(std::size_t index, const Point* places, std::int64_t count, float* out) const {
    const GraphNode& node = graph_->nodes[index];
    const Operation& operation = *node.operation;
    const Rect row{0, 0, count, 1};
    std::vector<LinkShape> links = node.links;
    for (LinkShape& link : links)
        link = {link.trait, {}, {}, {}};
    const SamplesView value{out, count, count, 1};
    operation.prepare(stop_);
    operation.beginAt(links, places, count, out);
    const AlignedBytes state = allocateAligned(operation.stateBytes(row));
    std::fill_n(state.get(), operation.stateBytes(row), std::byte{});
    std::vector<Point> moved(static_cast<std::size_t>(count));
    std::vector<float> samples(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < links.size(); ++i) {
        for (std::int64_t k = 0; k < count; ++k)
            moved[static_cast<std::size_t>(k)] = places[k] - node.links[i].at;
        at(node.children[i], moved.data(), count, samples.data());
        ListedChild child(viewOf(samples.data(), row));
        LooseScratch scratch;
        operation.reduce({row, links[i], links, i, value, child, scratch, state.get(), places});
    }
    if (const float dust = operation.dust(links); dust > 0) pointwiseKernels().sanitise(out, dust, count);
}

/// Where `area` lies in one piece in what was computed beforehand.
std::optional<ConstSamplesView> Sampler::held(std::size_t index, const Rect& area) const {
    const auto& dense = dense_[index];
    if (!dense) return {};
    const GraphNode& node = graph_->nodes[index];
    const bool cell = node.residence == Residence::cell;
    const Point first = cell ? node.cell.fold(area.origin()) : area.origin();
    const Rect there{first.x, first.y, area.width, area.height};
    if (!dense->area.contains(there) || (cell && !node.support.clip(area).contains(area))) return {};
    return viewOf(dense->samples.data(), dense->area)
        .part(there.x - dense->area.x, there.y - dense->area.y, there.width, there.height);
}

/// A small rectangle, as what a sample's neighbours are read from.
void Sampler::read(std::size_t index, const Rect& area, const SamplesView& out, Scratch& scratch) const {
    const GraphNode& node = graph_->nodes[index];
    const Rect inside = node.support.clip(area);
    if (inside != area) {
        for (std::int64_t y = 0; y < area.height; ++y)
            std::fill_n(out.row(y), area.width, 0.0F);
    }
    if (inside.empty()) return;
    const SamplesView part = out.part(inside.x - area.x, inside.y - area.y, inside.width, inside.height);
    const auto& dense = dense_[index];
    if (!dense) return compute(index, inside, part, scratch);
    const ConstSamplesView samples = viewOf(dense->samples.data(), dense->area);
    if (node.residence == Residence::cell) return readCell(node.cell, samples, inside, part);
    for (std::int64_t y = 0; y < inside.height; ++y) {
        const Point place = Point{inside.x, inside.y + y} - dense->area.origin();
        std::copy_n(samples.row(place.y) + place.x, inside.width, part.row(y));
    }
}

/// By the kind's own reductions, its children computed around it.
void Sampler::compute(std::size_t index, const Rect& area, const SamplesView& out, Scratch& scratch) const {
    if (stop_.stop_requested()) throw Cancelled();
    const GraphNode& node = graph_->nodes[index];
    const Operation& operation = *node.operation;
    std::byte* state = scratch.allocate(operation.stateBytes(area));
    std::fill_n(state, operation.stateBytes(area), std::byte{});
    operation.prepare(stop_);
    operation.begin(node.links, area, out);
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        PatchSource child(*this, node.children[i], scratch);
        operation.reduce({area, node.links[i], node.links, i, out, child, scratch, state});
    }
    const float dust = operation.dust(node.links);
    for (std::int64_t y = 0; dust > 0 && y < area.height; ++y)
        pointwiseKernels().sanitise(out.row(y), dust, area.width);
}

}  // namespace burin
