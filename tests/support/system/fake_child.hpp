// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs one operation without the engine: children are plain functions of the position, continued sample by
// sample outside their extent, and the scratch enforces what a kind promised.

#include "core/kernels/pointwise_kernels.hpp"
#include "core/kinds/form/operation.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace burin::test {

/// A rectangle of samples with its own memory; (x, y) are coordinates of the frame, not of the array.
struct OwnedSamples {
    Rect area;
    std::vector<float> samples;

    explicit OwnedSamples(const Rect& over) : area(over), samples(static_cast<std::size_t>(over.area())) {}

    [[nodiscard]] float& at(std::int64_t x, std::int64_t y) { return samples[index(x, y)]; }
    [[nodiscard]] float at(std::int64_t x, std::int64_t y) const { return samples[index(x, y)]; }
    [[nodiscard]] SamplesView view() { return {samples.data(), area.width, area.width, area.height}; }

  private:
    [[nodiscard]] std::size_t index(std::int64_t x, std::int64_t y) const {
        if (!area.contains(Point{x, y})) throw std::logic_error("a sample outside of the image");
        return static_cast<std::size_t>((y - area.y) * area.width + (x - area.x));
    }
};

/// The index inside [start, start + length) that `edge` gives for `i`; \pre length > 0, edge is not empty
[[nodiscard]] inline std::int64_t continued(std::int64_t i, std::int64_t start, std::int64_t length,
                                            Edge edge) {
    const std::int64_t last = start + length - 1;
    switch (edge) {
        case Edge::mirror:
            while (i < start || i > last)
                i = i < start ? 2 * start - 1 - i : 2 * last + 1 - i;
            return i;
        case Edge::wrap:
            while (i < start)
                i += length;
            while (i > last)
                i -= length;
            return i;
        default:
            return i < start ? start : i > last ? last : i;
    }
}

/// A child defined by a function of the position, bounded or not.
class FakeChild final : public ChildSource {
  public:
    using Sample = std::function<float(std::int64_t x, std::int64_t y)>;

    FakeChild(const Extent& extent, Sample sample) : extent_(extent), sample_(std::move(sample)) {}
    /// A child bounded to the image's rectangle.
    explicit FakeChild(OwnedSamples image)
        : extent_(image.area),
          sample_([held = std::make_shared<OwnedSamples>(std::move(image))](auto x, auto y) {
              return held->at(x, y);
          }) {}

    [[nodiscard]] const Extent& extent() const { return extent_; }

    /// The sample at (x, y), continued outside the extent by `edge`.
    [[nodiscard]] float at(std::int64_t x, std::int64_t y, Edge edge) const {
        if (extent_.empty()) return 0;
        if (extent_.bounded() && !extent_.rect().contains(Point{x, y})) {
            if (edge == Edge::empty) return 0;
            const Rect& rect = extent_.rect();
            x = continued(x, rect.x, rect.width, edge);
            y = continued(y, rect.y, rect.height, edge);
        }
        return sample_(x, y);
    }

    /// After this call, a fetch outside all areas of `promised` throws std::logic_error.
    void promise(std::vector<Fetch> promised) { promised_ = std::move(promised); }

    ConstSamplesView fetch(const Fetch& wanted) override {
        bool kept = false;
        for (const Fetch& p : promised_)
            kept |= p.edge == wanted.edge && p.area.contains(wanted.area);
        if (!kept) throw std::logic_error("a fetch that Operation::fetches did not name");
        // A new array for every fetch, so that a sanitizer finds reads beyond it or through an older view.
        held_ = std::make_unique<OwnedSamples>(wanted.area);
        for (std::int64_t y = wanted.area.y; y < wanted.area.bottom(); ++y) {
            for (std::int64_t x = wanted.area.x; x < wanted.area.right(); ++x) {
                held_->at(x, y) = at(x, y, wanted.edge);
            }
        }
        return held_->view();
    }

  private:
    Extent extent_;
    Sample sample_;
    std::vector<Fetch> promised_;
    std::unique_ptr<OwnedSamples> held_;
};

/// Scratch of exactly the promised bytes; each allocation is a separate array.
class FakeScratch final : public Scratch {
  public:
    explicit FakeScratch(std::size_t promisedBytes) : left_(promisedBytes) {}

    std::byte* allocate(std::size_t bytes) override {
        if (padded(bytes) > left_)
            throw std::logic_error("more scratch than Operation::scratchBytes promised");
        left_ -= padded(bytes);
        blocks_.emplace_back(static_cast<std::byte*>(std::aligned_alloc(64, padded(bytes) + 64)));
        std::memset(blocks_.back().get(), 0xA5, padded(bytes));  // never zero by chance
        return blocks_.back().get();
    }

  private:
    struct Free {
        void operator()(std::byte* block) const { std::free(block); }
    };
    std::size_t left_;
    std::vector<std::unique_ptr<std::byte, Free>> blocks_;
};

/// A link of a node under test. Does not own `child`.
struct FakeLink {
    Trait trait = Trait::data;
    FakeChild* child = nullptr;
    Point at;
};

/// The children of a link and of those after it, as one reduction reads them.
class FakeChildren final : public ChildSource {
  public:
    explicit FakeChildren(std::span<const FakeLink> links) : links_(links) {}

    void promise(std::vector<Fetch> promised) { promised_ = std::move(promised); }
    /// Several links may have the same child, so only the promises of this link apply.
    ConstSamplesView fetch(const Fetch& wanted) override {
        std::vector<Fetch> own;
        std::copy_if(promised_.begin(), promised_.end(), std::back_inserter(own),
                     [&](const Fetch& fetch) { return fetch.link == wanted.link; });
        FakeChild& child = *links_[wanted.link].child;
        child.promise(std::move(own));
        return child.fetch(wanted);
    }

  private:
    std::span<const FakeLink> links_;
    std::vector<Fetch> promised_;
};

[[nodiscard]] inline std::vector<LinkShape> shapes(const std::vector<FakeLink>& links) {
    std::vector<LinkShape> result;
    for (const FakeLink& l : links) {
        result.push_back({l.trait, l.at, l.child->extent(), l.child->extent()});
    }
    return result;
}

/// Computes the node over `area` like the engine: the initial value, each link in order (data before masks if
/// the kind asks for it), then sweeping of dust.
[[nodiscard]] inline OwnedSamples compute(const Operation& operation, const std::vector<FakeLink>& links,
                                          const Rect& area) {
    const std::vector<LinkShape> bound = shapes(links);
    OwnedSamples image(area);
    operation.begin(bound, area, image.view());
    std::vector<std::byte> state(operation.stateBytes(area) + 64);
    void* aligned = state.data();
    std::size_t space = state.size();
    std::align(64, operation.stateBytes(area), aligned, space);
    const auto reduce = [&](std::size_t i) {
        std::vector<Fetch> promised;
        operation.fetches(bound, i, area, promised);
        FakeChildren children{std::span(links).subspan(i)};
        children.promise(promised);
        FakeScratch scratch(operation.scratchBytes(bound, i, area));
        operation.reduce(
            {area, bound[i], bound, i, image.view(), children, scratch, static_cast<std::byte*>(aligned)});
    };
    const bool sorted = operation.dataBeforeMasks();
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (!sorted || links[i].trait != Trait::mask) reduce(i);
    }
    for (std::size_t i = 0; sorted && i < links.size(); ++i) {
        if (links[i].trait == Trait::mask) reduce(i);
    }
    if (const float dust = operation.dust(bound); dust > 0) {
        pointwiseKernels().sanitise(image.samples.data(), dust,
                                    static_cast<std::int64_t>(image.samples.size()));
    }
    return image;
}

}  // namespace burin::test
