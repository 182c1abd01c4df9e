// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancelled.hpp"
#include "core/render/plan.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

namespace burin {

/// The children of a link, and of the links after it, while the link is reduced. All fetches share one slot
/// of scratch memory, or each link has its own: \see linksAreHeld
template <class Policy>
class LinkChild final : public Policy::Child {
  public:
    LinkChild(Policy& policy, std::size_t parent, std::size_t link, const Rect& area)
        : policy_(policy), children_(policy.node(parent).children.data() + link) {
        if constexpr (Policy::planned) {
            std::vector<Fetch> fetches;
            policy.operation(parent).fetches(policy.node(parent).links, link, area, fetches);
            held_ = linksAreHeld(fetches);
            for (const Fetch& fetch : fetches) {
                std::size_t& bytes = slotOf(fetch).bytes;
                bytes = std::max(bytes, policy.slotBytes(children_[fetch.link], fetch));
            }
            for (Slot& slot : slots_)
                slot.memory = policy.allocate(slot.bytes);
        }
    }

    typename Policy::ConstSamples fetch(const Fetch& fetch) override {
        const std::size_t index = children_[fetch.link];
        const GraphNode& child = policy_.node(index);
        if (const auto whole = policy_.wholePiece(index, fetch)) return *whole;
        const std::size_t bytes = Policy::bytesOf(fetch.area);
        Slot& slot = slotOf(fetch);
        if (bytes > slot.bytes) {
            if (Policy::planned)
                throw std::logic_error("a fetch of '" + child.name + "' is larger than was planned");
            slot = {policy_.allocate(bytes), bytes};
        }
        const typename Policy::Samples out = Policy::view(slot.memory, fetch.area);
        const typename Policy::Frame frame(policy_.scratch());
        if (!continuesEdge(fetch, child.extent)) {
            policy_.read(index, fetch.area, out);
            return out;
        }
        const Rect& extent = child.extent.rect();
        forEachPiece(fetch, extent, [&](const Rect& piece) {
            const typename Policy::Frame pieceFrame(policy_.scratch());
            const auto source = Policy::view(policy_.allocate(Policy::bytesOf(piece)), piece);
            policy_.read(index, piece, source);
            policy_.spread(fetch, extent, piece, source, out);
        });
        return out;
    }

    /// Reads the child's samples over `area` directly, without a slot.
    void read(const Rect& area, typename Policy::Samples out) {
        const typename Policy::Frame frame(policy_.scratch());
        policy_.read(children_[0], area, out);
    }

  private:
    struct Slot {
        std::byte* memory = nullptr;
        std::size_t bytes = 0;
    };
    [[nodiscard]] Slot& slotOf(const Fetch& fetch) {
        return slots_[held_ ? std::min(fetch.link, slots_.size() - 1) : 0];
    }

    Policy& policy_;
    const std::size_t* children_;  ///< the children of the link and of those after it
    std::array<Slot, 3> slots_;
    bool held_ = true;
};

/// Walks over a tree, for all evaluators. It finds the source of each sample and continues edges. For each
/// node it calls begin, reduce for link after link, and sweep.
///
/// The derived class, called the policy, supplies the rest:
///
///     Samples, ConstSamples       views of float samples, with part()
///     Child                       the source that a reduction fetches from
///     Frame(scratch())            pops later allocations when it is destroyed
///     planned                     whether operation().fetches() gives the sizes of slots
///     node(i), operation(i)       of the graph
///     allocate(bytes), view(memory, area), bytesOf(area), slotBytes(child, fetch)
///     wholePiece(child, fetch)    the samples if they already lie in one piece
///     stored(i), readStored(i, area, out)
///     clear(out), clearAround(out, area, inside), zeroed(bytes), spread(...)
///     begin(...), reduce(...), sweep(...), count(i, area)
///
/// `Evaluator` reads a plan's tiles, `Sampler` reads what it has prepared, and `gpu::DeviceEvaluator` queues
/// everything on a CUDA stream.
template <class Policy>
class TreeWalk {
  public:
    /// The samples of `index` over `area`; 0 outside its support. \throws Cancelled, and what sources throw
    template <class Samples>
    void read(std::size_t index, const Rect& area, const Samples& out) {
        const Rect inside = policy().node(index).support.clip(area);
        if (inside.empty()) return policy().clear(out);
        if (inside != area) policy().clearAround(out, area, inside);
        const auto part = out.part(inside.x - area.x, inside.y - area.y, inside.width, inside.height);
        if (policy().stored(index)) {
            policy().readStored(index, inside, part);
        } else {
            compute(index, inside, part);
        }
    }

    /// Computes `area`, which lies inside the node's support, by its reductions.
    template <class Samples>
    void compute(std::size_t index, const Rect& area, const Samples& out) {
        if (policy().stopRequested()) throw Cancelled();
        [[maybe_unused]] const auto counted = policy().count(index, area);
        const GraphNode& node = policy().node(index);
        const auto& operation = policy().operation(index);
        const typename Policy::Frame frame(policy().scratch());
        std::byte* const state = policy().zeroed(operation.stateBytes(area));
        policy().begin(operation, node.links, area, out);
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            const typename Policy::Frame linkFrame(policy().scratch());
            LinkChild<Policy> child(policy(), index, i, area);
            policy().reduce(operation, area, node.links, i, out, child, state);
        }
        policy().sweep(operation, node.links, out);
    }

  private:
    friend Policy;
    TreeWalk() = default;
    [[nodiscard]] Policy& policy() { return static_cast<Policy&>(*this); }
};

}  // namespace burin
