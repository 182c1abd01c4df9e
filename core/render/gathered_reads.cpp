// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/gathered_reads.hpp"

#include "core/render/evaluator.hpp"

#include <algorithm>
#include <stdexcept>

namespace burin {

std::vector<Fetch> fetchesOfSample(const GraphNode& node, Point place) {
    std::vector<Fetch> all;
    for (std::size_t i = 0; i < node.links.size(); ++i) {
        const std::size_t before = all.size();
        node.operation->fetches(node.links, i, {place.x, place.y, 1, 1}, all);
        for (std::size_t k = before; k < all.size(); ++k)
            all[k].link += i;
    }
    return all;
}

/// The samples that one place reads of the children from one link on.
class GatheredReads::Child final : public ChildSource {
  public:
    Child(const GatheredReads& reads, std::size_t place, std::size_t link)
        : all_(reads), begin_(reads.begins_[place]), end_(reads.begins_[place + 1]), link_(link) {}

    /// Fetches come nearly in the order of the reads.
    ConstSamplesView fetch(const Fetch& fetch) override {
        for (std::size_t tries = begin_; tries < end_; ++tries) {
            const Read& read = all_.reads_[begin_ + next_];
            next_ = (next_ + 1) % (end_ - begin_);
            const Rect& area = read.fetch.area;
            if (read.fetch.link != link_ + fetch.link || !area.contains(fetch.area)) continue;
            const float* const samples = all_.samples_[read.fetch.link].data() + read.first;
            return ConstSamplesView{samples, area.width, area.width, area.height}.part(
                fetch.area.x - area.x, fetch.area.y - area.y, fetch.area.width, fetch.area.height);
        }
        throw std::logic_error("node '" + all_.node_.name + "' reads more than it has named");
    }

  private:
    const GatheredReads& all_;
    const std::size_t begin_;
    const std::size_t end_;
    const std::size_t link_;
    std::size_t next_ = 0;  ///< counted from begin_
};

GatheredReads::GatheredReads(const GraphNode& node, std::span<const Point> places, const Sample& sample)
    : node_(node), places_(places) {
    std::vector<std::vector<Point>> wanted(node.links.size());
    for (const Point& place : places) {
        begins_.push_back(reads_.size());
        for (const Fetch& fetch : fetchesOfSample(node, place)) {
            reads_.push_back({fetch, wanted[fetch.link].size()});
            addPlaces(fetch, wanted[fetch.link]);
        }
    }
    begins_.push_back(reads_.size());
    for (std::size_t link = 0; link < wanted.size(); ++link) {
        samples_.emplace_back(wanted[link].size());
        if (!wanted[link].empty()) sample(link, wanted[link], samples_.back().data());
    }
}

void GatheredReads::addPlaces(const Fetch& fetch, std::vector<Point>& places) const {
    const Extent& extent = node_.links[fetch.link].extent;
    const bool continued = continuesEdge(fetch, extent);
    for (std::int64_t y = fetch.area.y; y < fetch.area.bottom(); ++y) {
        for (std::int64_t x = fetch.area.x; x < fetch.area.right(); ++x) {
            places.push_back({x, y});
            if (!continued) continue;
            const Rect& inside = extent.rect();
            places.back() = {EdgePieces::mapped(x, inside.x, inside.right(), fetch.edge),
                             EdgePieces::mapped(y, inside.y, inside.bottom(), fetch.edge)};
        }
    }
}

void GatheredReads::compute(std::size_t k, float* out) {
    const Operation& operation = *node_.operation;
    const Rect area{places_[k].x, places_[k].y, 1, 1};
    const SamplesView value{out, 1, 1, 1};
    const LooseScratch::Frame frame(scratch_);
    const std::size_t bytes = operation.stateBytes(area);
    std::byte* const state = scratch_.allocate(bytes);
    std::fill_n(state, bytes, std::byte{});
    operation.begin(node_.links, area, value);
    for (std::size_t i = 0; i < node_.links.size(); ++i) {
        const LooseScratch::Frame linkFrame(scratch_);
        Child child(*this, k, i);
        operation.reduce({area, node_.links[i], node_.links, i, value, child, scratch_, state});
    }
    HostPolicy::sweep(operation, node_.links, value);
}

}  // namespace burin
